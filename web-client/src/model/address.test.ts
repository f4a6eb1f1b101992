import { describe, expect, it } from "vitest";
import { inView, query, read } from "./address";

describe("the address", () => {
  it("gives back the state that it was made of", () => {
    const state = { ...read(""), view: "compared", sweep: "b", baseline: "a & c", type: "DummyObject" } as const;
    expect(read(query(state))).toEqual(state);
  });

  it("says nothing of what is not chosen", () => {
    expect(query(read(""))).toBe("?");
    expect(query(read("?view=answer&format=JSON"))).toBe("?format=JSON");
  });

  it("has no choice of another view", () => {
    expect(read("?engine=bson&slices=5&baseline=a&format=XML")).toEqual(read("?format=XML"));
    const tried = read("?view=try&sweep=a&format=XML&slices=5");
    expect(query(inView(tried, "answer"))).toBe("?sweep=a");
    const answer = read("?sweep=a&format=XML");
    expect(query(inView(answer, "nights"))).toBe("?view=nights&sweep=a&format=XML");
    expect(query(inView(answer, "try"))).toBe("?view=try&sweep=a");
    expect(inView(answer, "answer")).toEqual(answer);
    expect(query(inView(read("?view=compared&baseline=b&format=XML"), "nights"))).toBe("?view=nights&format=XML");
  });

  it("passes over what it does not know", () => {
    expect(read("?view=none&colour=red")).toEqual(read(""));
  });
});
