/** Where things stand in a picture: places are shares of its width, 0 left and 1 right. */

import type { Interval } from "../contract/page";

/** A logarithmic scale with 1 in its middle, from 1 / reach to reach. */
export interface Scale {
  readonly reach: number;
  /** The place of a ratio; one beyond the ends stands at the end. */
  readonly place: (ratio: number) => number;
  readonly ticks: readonly number[];
}

const TICKS: readonly (readonly [number, readonly number[]])[] = [
  [1.08, [0.95, 0.975, 1, 1.025, 1.05]],
  [1.25, [0.9, 0.95, 1, 1.05, 1.1]],
  [1.7, [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5]],
  [3, [0.5, 0.7, 1, 1.5, 2]],
  [8, [0.2, 0.5, 1, 2, 5]],
  [60, [0.02, 0.05, 0.2, 1, 5, 20, 50]],
  [Number.POSITIVE_INFINITY, [0.001, 0.01, 0.1, 1, 10, 100, 1000]],
];

/** The scale that holds these intervals, and twice the margin at least. */
export function scaleOf(ratios: readonly (Interval | null)[], margin: number): Scale {
  const logs = ratios.flatMap((ratio) => (ratio ? ends(ratio).map((end) => Math.abs(Math.log(end))) : []));
  const half = 1.05 * Math.max(2 * Math.log(1 + margin), ...logs);
  const reach = Math.exp(half);
  const ticks = (TICKS.find(([least]) => reach < least)?.[1] ?? []).filter((tick) => Math.abs(Math.log(tick)) <= half);
  const place = (ratio: number) => Math.min(1, Math.max(0, 0.5 + Math.log(ratio) / (2 * half)));
  return { reach, place, ticks };
}

/** From where to where an interval goes; of one round it is a point. */
export function ends(ratio: Interval): [number, number] {
  return [ratio.low ?? ratio.estimate, ratio.high ?? ratio.estimate];
}

/** A linear scale over these values, with whole steps of 1, 2 or 5 as its ticks. */
export function linear(values: readonly number[]): { place: (value: number) => number; ticks: number[] } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  const [from, to] = [low - room, high + room];
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((size) => size * power >= rough) ?? 10);
  const ticks = Array.from({ length: 8 }, (_, n) => (Math.ceil(from / step) + n) * step).filter((tick) => tick <= to);
  return { place: (value) => (value - from) / (to - from), ticks };
}
