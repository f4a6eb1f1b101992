/** Where things stand in a picture: places are shares of its width, 0 left and 1 right. */

import type { Interval } from "../contract/page";

/** A logarithmic scale with 1 in its middle, from 1 / reach to reach. */
export interface Scale {
  readonly reach: number;
  /** The place of a ratio; one beyond the ends stands at the end. */
  readonly place: (ratio: number) => number;
  readonly ticks: readonly number[];
}

/** The reach of a scale and its ticks, of which the last is its end: so every point has one beyond it. */
const TICKS: readonly (readonly [number, readonly number[]])[] = [
  [1.1, [0.92, 0.96, 1, 1.05, 1.1]],
  [1.25, [0.8, 0.9, 1, 1.1, 1.25]],
  [1.5, [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5]],
  [2, [0.5, 0.7, 1, 1.5, 2]],
  [3, [0.4, 0.6, 1, 1.5, 2, 3]],
  [4, [0.5, 0.7, 1, 1.5, 2, 3, 4]],
  [7, [0.2, 0.5, 1, 2, 3, 5, 7]],
  [10, [0.1, 0.2, 0.5, 1, 2, 5, 10]],
  [50, [0.02, 0.05, 0.2, 1, 5, 20, 50]],
  [1000, [0.001, 0.01, 0.1, 1, 10, 100, 1000]],
];

/** The scale that holds these intervals, and twice the margin at least. */
export function scaleOf(ratios: readonly (Interval | null)[], margin: number): Scale {
  const logs = ratios.flatMap((ratio) => (ratio ? ends(ratio).map((end) => Math.abs(Math.log(end))) : []));
  const least = Math.exp(1.02 * Math.max(2 * Math.log(1 + margin), ...logs));
  const [reach, ticks] = TICKS.find(([end]) => least <= end) ?? [least, TICKS.at(-1)?.[1] ?? []];
  const half = Math.log(reach);
  const place = (ratio: number) => Math.min(1, Math.max(0, 0.5 + Math.log(ratio) / (2 * half)));
  return { reach, place, ticks };
}

/** The scale of ratios to the least, from 1 on: a logarithmic one with 1 near its left end. */
export function scaleFromOne(ratios: readonly (Interval | null)[], margin: number): Scale {
  const logs = ratios.flatMap((ratio) => (ratio ? ends(ratio).map(Math.log) : []));
  const whole = Math.max(2 * Math.log(1 + margin), ...logs);
  const steps =
    whole > Math.log(7.5)
      ? [1, 2, 5, 10, 25, 50, 100]
      : whole > Math.log(1.25)
        ? [1, 1.5, 2, 3, 4, 6, 8]
        : [1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3];
  const end = steps.find((step) => Math.log(step) >= 1.02 * whole);
  const [from, to] = [Math.min(-0.04 * whole, ...logs), end ? Math.log(end) : 1.05 * whole];
  const place = (ratio: number) => Math.min(1, Math.max(0, (Math.log(ratio) - from) / (to - from)));
  return { reach: Math.exp(to), place, ticks: steps.filter((tick) => Math.log(tick) <= to) };
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

/** A logarithmic scale over positive values, from a 1, 2 or 5 below them to one above, so that it seldom moves. */
export function logarithmic(values: readonly number[]): { place: (value: number) => number; ticks: number[] } {
  if (values.length === 0) return { place: () => 0.5, ticks: [] };
  const steps = [-1, 0, 1].flatMap((more) =>
    values.flatMap((value) => [1, 2, 5].map((size) => size * 10 ** (Math.floor(Math.log10(value)) + more))),
  );
  const [least, most] = [Math.min(...values) / 1.05, Math.max(...values) * 1.05];
  const from = Math.max(...steps.filter((step) => step <= least));
  const to = Math.min(...steps.filter((step) => step >= most));
  const place = (value: number) => Math.log(value / from) / Math.log(to / from);
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
    ticks.push(...[1, 2, 5].map((size) => size * 10 ** power).filter((tick) => tick >= from && tick <= to));
  }
  return { place, ticks: ticks.length > 7 ? ticks.filter((tick) => /^1/.test(tick.toExponential())) : ticks };
}
