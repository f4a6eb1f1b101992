import { expect, it } from "vitest";
import type { Server } from "../contract/page";
import { Failed } from "../model/failed";
import { after, begun, ended, progress, secondsLeft, type Tried } from "./state";

const SERVER: Server = {
  name: "rust-server",
  role: "consumer",
  runtime: "rust",
  url: "http://r",
  up: true,
  why: "",
  engines: [],
  object_types: [],
};
const ASKED = {
  type: "T",
  format: "JSON",
  engine: "e",
  objects: 1000,
  slices: 3,
  variants: 10,
  condition: "replay",
  warmup: 2000,
  provider: SERVER,
  consumers: [[SERVER, ""]],
} as const;

function sliced(tried: Tried, place: number, ns: number, took: number): Tried {
  const begins = after(tried, { kind: "begun", place });
  return after(begins, { kind: "sliced", place, slice: { ns, lead: 10 * ns, engine: "e 1", checked: "all", took } });
}

it("a try goes from bodies through slices to its end", () => {
  const fetched = after(after(begun(ASKED), { kind: "fetched", bodies: 10, of: 10 }), {
    kind: "held",
    bytes: 70,
    bodies: 10,
  });
  expect(fetched).toMatchObject({ phase: "fetching", fetching: [0, 0], length: 7 });
  const once = sliced(fetched, 0, 100, 44);
  expect(once).toMatchObject({ phase: "measuring", now: "Browser" });
  expect([progress(once), secondsLeft(once)]).toEqual([[1, 6], undefined]);
  const twice = sliced(sliced(once, 1, 50, 30), 0, 110, 20);
  expect(twice.sides.map(({ slices, lead }) => [slices, lead])).toEqual([
    [[100, 110], 1000],
    [[50], 500],
  ]);
  // The browser: one slice of 20 ms. The server: two, of a first that took 30 ms for 3000 objects, where later ones have 1010.
  expect(secondsLeft(twice)).toBeCloseTo((20 + (2 * 30 * 1010) / 3000) / 1000, 9);
});

it("keeps what a server says against each slice", () => {
  const warnings = { advice: ["a"], noise: [{ rule: "steal", value: 0.5, limit: 0.01 }] };
  const slice = { ns: 1, engine: "e 1", checked: "all", took: 1 };
  const once = after(begun(ASKED), { kind: "sliced", place: 1, slice: { ...slice, warnings } });
  const twice = after(once, { kind: "sliced", place: 1, slice: { ...slice, warnings } });
  expect(twice.sides.map((side) => side.warnings)).toEqual([[], [warnings, warnings]]);
});

it("it ends by cancel, by a failure that says what to do, or by a defect", () => {
  expect(ended(begun(ASKED), undefined, true)).toMatchObject({ phase: "cancelled" });
  const failed = new Failed("a", "b", "c");
  expect(ended(begun(ASKED), failed, false)).toMatchObject({ phase: "failed", failed });
  expect(ended(begun(ASKED), new TypeError("x"), false).failed?.why).toBe("TypeError: x");
});
