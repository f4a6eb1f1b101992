import { parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { type Saved, saved } from "../model/saved";
import { parquet } from "./parquet";

interface Item {
  readonly name: string;
  readonly value: number | null;
  readonly whole: boolean;
}

function rows(items: readonly Item[]): Saved {
  return saved({ name: (item) => item.name, value: (item) => item.value, whole: (item) => item.whole }, items);
}

it("gives values back in the types that they have, and what is unknown as null", async () => {
  const items: Item[] = [
    { name: 'say "1, 2"\n', value: 2326.123456789, whole: false },
    { name: "ü", value: null, whole: true },
    { name: "", value: 1, whole: true },
  ];
  expect(await parquetReadObjects({ file: parquet(rows(items)) })).toEqual(items);
});

it("makes a file of no rows, too", async () => {
  expect(await parquetReadObjects({ file: parquet(rows([])) })).toEqual([]);
});
