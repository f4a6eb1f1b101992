import { expect, it } from "vitest";
import type { LiveSweep } from "../contract/page";
import { byConsumer, going, second } from "./live";

const slice = (consumer: string, over_median: number) => ({ at: "", consumer, name: "", over_median });

it("slices come by consumer, in the order in which they were made", () => {
  const noise = { sentence: "", rules: [], slices: [slice("b", 1.1), slice("a", 0.9), slice("b", 1.2)] };
  expect(byConsumer(["a", "b", "c"], noise)).toEqual([
    { name: "a", ratios: [0.9] },
    { name: "b", ratios: [1.1, 1.2] },
    { name: "c", ratios: [] },
  ]);
});

it("how far it is says the time left where it is known", () => {
  const sweep = (change: Partial<LiveSweep>) =>
    going({ made: 10, planned: 60, left_s: null, state: "running", ...change } as LiveSweep);
  expect(sweep({})).toBe("10 of 60 runs that are planned so far have ended.");
  expect(sweep({ left_s: 400 })).toBe("10 of 60 runs that are planned so far have ended, some 7 min left.");
  expect(sweep({ made: 60, state: "complete" })).toBe("60 of 60 runs were made.");
});

it("a time of day is told in UTC", () => {
  expect(second("2026-11-21T12:00:02.500+00:00")).toBe("12:00:02 UTC");
  expect(second("2026-11-21T12:00:02.500+02:00")).toBe("10:00:02 UTC");
});
