import { describe, expect, it } from "vitest";
import { interval, mean, median, quantile, ratio } from "./student";

describe("Student's t", () => {
  // scipy.stats.t.ppf(0.975, degrees)
  it.each([
    [1, 12.706205],
    [2, 4.302653],
    [9, 2.262157],
    [10, 2.228139],
    [11, 2.200985],
    [19, 2.093024],
    [39, 2.022691],
    [99, 1.984217],
  ])("has the quantile of %d degrees of freedom", (degrees, expected) => {
    expect(quantile(degrees)).toBeCloseTo(expected, 4);
  });
});

describe("the interval of slices", () => {
  it("is that of the logarithms", () => {
    // numpy and scipy: exp(mean ± t.ppf(0.975, 4) * std(ddof=1) / sqrt(5)) of the logarithms
    const found = interval([100, 110, 105, 95, 102]);
    expect(found?.estimate).toBeCloseTo(102.27775, 4);
    expect(found?.low).toBeCloseTo(95.56638, 4);
    expect(found?.high).toBeCloseTo(109.46044, 4);
  });

  it("grows narrower with more of the same", () => {
    const width = (of: readonly number[]) => Math.log((interval(of)?.high ?? 0) / (interval(of)?.low ?? 1));
    expect(width([1, 2, 1, 2, 1, 2])).toBeLessThan(width([1, 2, 1, 2]));
  });

  it("has no ends of one slice, and is nothing of none", () => {
    expect(interval([5])).toEqual({ estimate: expect.closeTo(5, 12), rounds: 1 });
    expect(interval([])).toBeNull();
  });

  it("is one point where all slices are the same", () => {
    expect(interval([7, 7, 7])).toEqual({
      estimate: expect.closeTo(7),
      low: expect.closeTo(7),
      high: expect.closeTo(7),
      rounds: 3,
    });
  });
});

describe("the ratio of two", () => {
  it("is taken slice by slice, so that what both share falls out", () => {
    const found = ratio([2, 4, 8, 6], [1, 2, 4]);
    expect(found).toEqual({ estimate: expect.closeTo(2), low: expect.closeTo(2), high: expect.closeTo(2), rounds: 3 });
  });

  it("is nothing where one has no slice", () => {
    expect(ratio([1], [])).toBeNull();
  });
});

it("the median is that of the middle, the mean of all", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
  expect(mean([1, 2, 6])).toBe(3);
});
