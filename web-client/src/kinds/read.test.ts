import { expect, it } from "vitest";
import { jsonParseSource } from "../engines/jsonParseSource";
import { type Kinds, nullable, optional, own, type Read } from "./read";

interface Leaf {
  readonly size: number;
  readonly constructor: string | undefined;
}

interface Odd {
  readonly leaves: readonly Leaf[];
  readonly grid: readonly (readonly number[])[];
  readonly names: ReadonlyMap<string, number>;
  readonly leaf: Leaf | undefined;
  readonly colour: "red" | "blue" | null;
  readonly ["__proto__"]: bigint;
}

/** What a schema with these names would give. */
function reader({ int32, int64, list, map, oneOf, record, text }: Kinds): Read<Odd> {
  const leaf = record<Leaf>((of) => ({
    size: int32(of.size, "size"),
    constructor: optional(text, own(of, "constructor"), "constructor"),
  }));
  const leafList = list(leaf);
  const int32ListList = list(list(int32));
  const int32Map = map(int32);
  const colour = oneOf(["red", "blue"]);
  return record<Odd>((of) => ({
    leaves: leafList(of.leaves, "leaves"),
    grid: int32ListList(of.grid, "grid"),
    names: int32Map(of.names, "names"),
    leaf: optional(leaf, of.leaf, "leaf"),
    colour: nullable(colour, of.colour, "colour"),
    ["__proto__"]: int64(own(of, "__proto__"), "__proto__"),
  }));
}

const TYPE = { name: "Odd", notIn: { XML: "of its map" }, reader };

function read(json: string): Odd {
  return jsonParseSource.decode(new TextEncoder().encode(json), TYPE);
}

/** The same with the lists that its fields leave out. */
function filled(fields: string): Odd {
  const lists = ["leaves", "grid"].filter((list) => !fields.includes(`"${list}"`)).map((list) => `"${list}":[],`);
  return read(`{${lists.join("")}${fields}}`);
}

it("reads names that every object has already", () => {
  const odd = filled('"names":{"__proto__":1,"toString":2},"colour":null,"__proto__":9223372036854775807');
  expect([...odd.names]).toEqual([
    ["__proto__", 1],
    ["toString", 2],
  ]);
  expect(Object.getPrototypeOf(odd)).toBe(Object.prototype);
  expect(own(odd, "__proto__")).toBe(2n ** 63n - 1n);
});

it("reads no record without its lists", () => {
  expect(() => read('{"leaves":[],"names":{},"colour":null,"__proto__":0}')).toThrow("grid: it is missing");
});

it("makes objects of one shape: absent fields are undefined", () => {
  const { leaves, grid, leaf, colour } = filled('"leaf":{"size":1},"names":{},"colour":"red","__proto__":0');
  expect([leaves, grid, colour]).toEqual([[], [], "red"]);
  expect(Object.keys(leaf as Leaf)).toEqual(["size", "constructor"]);
  expect(leaf?.constructor).toBeUndefined();
});

it.each([
  ['"leaves":[{"size":1},{"size":"2"}]', "leaves[1].size: it is not an integer of 32 bits"],
  ['"leaves":[{"size":1,"constructor":null}]', "leaves[0].constructor: it is not a text"],
  ['"leaves":[{"size":1,"toString":"x"}]', "leaves[0].toString: no field has this name"],
  ['"names":{},"leaf":{}', "leaf.size: it is missing"],
  ['"grid":[[1],[2,2147483648]]', "grid[1][1]: it is not an integer of 32 bits"],
  ['"grid":{"0":[1]}', "grid: it is not a list"],
  ['"names":{"a b":null}', 'names["a b"]: it is not an integer of 32 bits'],
  ['"names":{},"colour":"green"', "colour: it is not one of red, blue"],
  ['"names":{},"__proto__":9223372036854775808,"colour":null', "__proto__: it is not an integer of 64 bits"],
  ['"names":{},"colour":null', "__proto__: it is missing"],
  ['"leaves":null', "leaves: it is not a list"],
])("says where %s is wrong, and why", (fields, why) => {
  expect(() => filled(fields)).toThrow(why);
});
