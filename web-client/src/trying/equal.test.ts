import { expect, it } from "vitest";
import { equal } from "./equal";

const made = () => ({ a: 1n, b: ["x", 2.5, null], c: new Map([["k", { d: undefined, e: true }]]) });

it("is so of the same object made twice", () => {
  expect(equal(made(), made())).toBe(true);
});

it.each([
  { ...made(), a: 1 },
  { ...made(), b: ["x", 2.5] },
  { ...made(), b: ["x", 2.5, undefined] },
  { ...made(), b: { 0: "x", 1: 2.5, 2: null } },
  { ...made(), c: new Map([["k", { d: undefined, e: false }]]) },
  { ...made(), c: new Map([["l", { d: undefined, e: true }]]) },
  { ...made(), c: new Map([["k", { e: true }]]) },
  { ...made(), c: { k: { d: undefined, e: true } } },
  { ...made(), f: 1 },
  null,
])("is not so of another, %#", (other) => {
  expect(equal(made(), other)).toBe(false);
  expect(equal(other, made())).toBe(false);
});
