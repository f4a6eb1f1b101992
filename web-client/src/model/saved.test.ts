import { expect, it } from "vitest";
import { csv } from "./csv";
import { saved } from "./saved";

const COLUMNS = {
  name: (item: Item) => item.name,
  value: (item: Item) => item.value,
  whole: (item: Item) => item.value === 1,
};
interface Item {
  readonly name: string;
  readonly value: number | null;
}

function asCsv(...items: Item[]): string {
  return csv(saved(COLUMNS, items));
}

it("has a heading, and an empty cell for what is unknown", () => {
  expect(asCsv({ name: "a", value: null })).toBe("name,value,whole\r\na,,false\r\n");
});

it("keeps numbers unchanged", () => {
  expect(asCsv({ name: "a", value: 2326.123456789 })).toContain("a,2326.123456789,");
});

it("quotes what would break a line or a cell", () => {
  expect(asCsv({ name: 'say "1, 2"\n', value: 0 })).toContain('"say ""1, 2""\n",0,');
});
