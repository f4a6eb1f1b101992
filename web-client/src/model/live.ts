/** What a sweep that runs says of its slices, for pictures. Pure. */

import type { LiveNoise, LiveSweep } from "../contract/page";
import { left } from "./trying";

/** A consumer's slices, each as a ratio to the median of its contender and cell. */
export interface OfConsumer {
  readonly name: string;
  readonly ratios: readonly number[];
}

/** The slices by consumer, in its order among all; the newest last. */
export function byConsumer(consumers: readonly string[], noise: LiveNoise): OfConsumer[] {
  return consumers.map((name) => ({
    name,
    ratios: noise.slices.filter((slice) => slice.consumer === name).map((slice) => slice.over_median),
  }));
}

/** How far a sweep is, in words. */
export function going({ made, planned, left_s, state }: LiveSweep): string {
  const runs = `${made} of ${planned} runs ${state === "running" ? "that are planned so far have ended" : "were made"}`;
  return left_s === null ? `${runs}.` : `${runs}, some ${left(left_s)} left.`;
}

/** `18:40:12 UTC` of a time of day. */
export function second(time: string): string {
  return `${new Date(time).toISOString().slice(11, 19)} UTC`;
}
