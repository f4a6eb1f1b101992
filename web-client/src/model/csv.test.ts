import { expect, it } from "vitest";
import { csv } from "./csv";

const COLUMNS = { name: (item: Item) => item.name, value: (item: Item) => item.value };
interface Item {
  readonly name: string;
  readonly value: number | null;
}

it("has a heading, and an empty cell for what is unknown", () => {
  expect(csv(COLUMNS, [{ name: "a", value: null }])).toBe("name,value\r\na,\r\n");
});

it("keeps numbers as they came", () => {
  expect(csv(COLUMNS, [{ name: "a", value: 2326.123456789 }])).toContain("a,2326.123456789\r\n");
});

it("quotes what would break a line or a cell", () => {
  expect(csv(COLUMNS, [{ name: 'say "1, 2"\n', value: 0 }])).toContain('"say ""1, 2""\n",0\r\n');
});
