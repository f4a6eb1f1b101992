/** Means of slices and their intervals: geometric means, 95 % by Student's t over the slices' logarithms. Pure. */

import type { Interval } from "../contract/page";

/** The 0.975 quantiles of Student's t of 1 to 9 degrees of freedom. */
const FEW = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157];
/** The normal distribution's. */
const Z = 1.959964;

/**
 * The 0.975 quantile of Student's t; from 10 degrees of freedom on by the series of Abramowitz and Stegun, 26.7.5,
 * to 5 digits.
 */
export function quantile(degrees: number): number {
  const few = FEW[degrees - 1];
  if (few !== undefined) return few;
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92160,
  ];
  return terms.reduce((sum, term, power) => sum + term / degrees ** (power + 1), Z);
}

/** The geometric mean of positive values, and from two on its interval; null of none. */
export function interval(values: readonly number[]): Interval | null {
  const rounds = values.length;
  if (rounds === 0) return null;
  const logs = values.map(Math.log);
  const middle = mean(logs);
  const estimate = Math.exp(middle);
  if (rounds === 1) return { estimate, rounds };
  const deviation = Math.sqrt(sum(logs.map((log) => (log - middle) ** 2)) / (rounds - 1));
  const half = (quantile(rounds - 1) * deviation) / Math.sqrt(rounds);
  return { estimate, rounds, low: Math.exp(middle - half), high: Math.exp(middle + half) };
}

/** The ratio of two series slice by slice, of as many slices as both have. */
export function ratio(over: readonly number[], under: readonly number[]): Interval | null {
  return interval(over.slice(0, under.length).map((value, place) => value / (under[place] as number)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The arithmetic mean; NaN of none. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The median; of an even number the mean of the middle two. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
