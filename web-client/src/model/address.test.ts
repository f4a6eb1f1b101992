import { describe, expect, it } from "vitest";
import { query, read } from "./address";

describe("the address", () => {
  it("gives back the state that it was made of", () => {
    const state = { ...read(""), view: "compared", sweep: "b", baseline: "a & c", type: "DummyObject" } as const;
    expect(read(query(state))).toEqual(state);
  });

  it("says nothing of what is not chosen", () => {
    expect(query(read(""))).toBe("?");
    expect(query(read("?view=answer&format=JSON"))).toBe("?format=JSON");
  });

  it("passes over what it does not know", () => {
    expect(read("?view=none&colour=red")).toEqual(read(""));
  });
});
