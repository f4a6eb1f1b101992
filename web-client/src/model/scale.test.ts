import { describe, expect, it } from "vitest";
import { ends, linear, logarithmic, scaleFromOne, scaleOf } from "./scale";

describe("the scale of ratios", () => {
  it("has 1 in its middle, and equal factors equally far from it", () => {
    const scale = scaleOf([{ estimate: 2, low: 1.5, high: 4, rounds: 6 }], 0.03);
    expect(scale.place(1)).toBe(0.5);
    expect(scale.place(2) - 0.5).toBeCloseTo(0.5 - scale.place(0.5));
    expect(scale.place(4)).toBeLessThan(1);
    expect(scale.place(0.25)).toBeGreaterThan(0);
  });

  it("holds twice the margin where all ratios are nearer to 1", () => {
    const scale = scaleOf([{ estimate: 1, rounds: 1 }, null], 0.03);
    expect(scale.reach).toBeGreaterThan(1.03 ** 2);
    expect(scale.ticks).toContain(1);
  });

  it.each([1.01, 1.1, 1.3, 2, 4, 30, 500])("has from three to seven ticks within its ends, up to %d", (high) => {
    const scale = scaleOf([{ estimate: 1, low: 1, high, rounds: 6 }], 0.03);
    expect(scale.ticks.length).toBeGreaterThanOrEqual(3);
    expect(scale.ticks.length).toBeLessThanOrEqual(7);
    for (const tick of scale.ticks) expect(scale.place(tick)).toSatisfy((place: number) => place >= 0 && place <= 1);
  });

  it.each([1.07, 1.2, 1.4, 1.9, 3.47, 6, 9, 40])("has a tick beyond the last point, up to %d", (high) => {
    const { ticks, place } = scaleOf([{ estimate: high, low: high, high, rounds: 6 }], 0.03);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
    expect(place(ticks.at(-1) ?? 0)).toBeCloseTo(1);
  });

  it("has ticks where points at 3.4 lie", () => {
    expect(scaleOf([{ estimate: 3.4, low: 3.2, high: 3.6, rounds: 6 }], 0.03).ticks).toEqual([
      0.5, 0.7, 1, 1.5, 2, 3, 4,
    ]);
  });

  it("draws one round as a point", () => {
    expect(ends({ estimate: 1.2, rounds: 1 })).toEqual([1.2, 1.2]);
  });
});

describe("the scale of ratios to the least", () => {
  it.each([1.01, 1.2, 1.9, 3, 9, 60])("begins at 1 and has ticks up to %d", (high) => {
    const scale = scaleFromOne(
      [
        { estimate: 1, rounds: 6 },
        { estimate: high, low: high, high, rounds: 6 },
      ],
      0.03,
    );
    expect(scale.place(1)).toBeGreaterThan(0);
    expect(scale.place(1)).toBeLessThan(0.1);
    expect(scale.place(high)).toBeLessThan(1);
    expect(scale.ticks[0]).toBe(1);
    expect(scale.ticks.length).toBeLessThanOrEqual(7);
  });
});

describe("a linear scale", () => {
  it("has round ticks within its ends", () => {
    const { place, ticks } = linear([2010, 2890]);
    expect(ticks).toEqual([2000, 2500].filter((tick) => place(tick) >= 0));
    expect(place(2010)).toBeGreaterThan(0);
    expect(place(2890)).toBeLessThan(1);
  });

  it("can hold one value", () => {
    expect(linear([5]).place(5)).toBeCloseTo(0.5);
  });
});

describe("a logarithmic scale", () => {
  it.each([[[2326]], [[480, 18_000]], [[99, 101]], [[1000, 1000]], [[0.5, 3_000_000]]])(
    "holds %j between round ticks",
    (values) => {
      const { place, ticks } = logarithmic(values);
      for (const value of values) expect(place(value)).toSatisfy((at: number) => at > 0 && at < 1);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
      for (const tick of ticks) expect(place(tick)).toSatisfy((at: number) => at > -1e-9 && at < 1 + 1e-9);
    },
  );

  it("stays while values move a little, so that nothing jumps", () => {
    expect(logarithmic([2326, 2400]).ticks).toEqual(logarithmic([2200, 2500]).ticks);
  });

  it("has no ticks without values", () => {
    expect(logarithmic([]).ticks).toEqual([]);
  });
});
