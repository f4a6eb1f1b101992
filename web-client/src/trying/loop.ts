/** Parses bodies in a loop, and times it. Pure but for the clock that it is given. */

import { median } from "../model/student";
import { equal } from "./equal";

/** What is parsed, how, and by which clock, ms. */
export interface Parsing<T> {
  readonly decode: (bytes: Uint8Array) => T;
  readonly bodies: readonly Uint8Array[];
  readonly clock: () => number;
  /** How many parses stand between two readings of the clock, which steps by 5 µs at best. */
  readonly window: number;
  /** What happens between windows. */
  readonly pause: () => Promise<void>;
}

/** A slice's figure, and what was checked. */
export interface Parsed {
  /** The median over whole windows of their mean, ns an object. */
  readonly ns: number;
  /** The mean of each whole window in order, ns an object. */
  readonly means: readonly number[];
  /** All parses together, those of a last window that is not whole too, ns. */
  readonly total_ns: number;
  /** From the first window to the last comparison, ns. */
  readonly wall_ns: number;
  /** The mean of the warm-up, ns an object. */
  readonly lead_ns: number;
  /** Objects that were compared with the first of the same body: all. */
  readonly compared: number;
}

/** Each body's first object, with which later ones are compared. */
export function firsts<T>({ decode, bodies }: Parsing<T>): readonly T[] {
  return bodies.map((bytes) => decode(bytes));
}

/** Parses `lead` objects uncounted, then `amount` in windows. Throws what the engine throws, or where an object differs from the first of its body. */
export async function slice<T>(of: Parsing<T>, first: readonly T[], lead: number, amount: number): Promise<Parsed> {
  const made: (T | undefined)[] = new Array<T | undefined>(of.window).fill(undefined);
  let warming = 0;
  for (let from = 0; from < lead; from += of.window) {
    warming += timed(of, from, Math.min(of.window, lead - from), made);
    await of.pause();
  }
  const means: number[] = [];
  let [total_ns, compared] = [0, 0];
  const begun = of.clock();
  for (let from = 0; from < amount; from += of.window) {
    const count = Math.min(of.window, amount - from);
    const took = timed(of, from, count, made);
    total_ns += took;
    if (count === of.window) means.push(took / count);
    check(of, from, count, made, first);
    compared += count;
    await of.pause();
  }
  const wall_ns = (of.clock() - begun) * 1e6;
  return { ns: median(means), means, total_ns, wall_ns, lead_ns: warming / lead, compared };
}

/** How long so many parses take, ns; the objects are in `made`, so that none goes before it was looked at. */
function timed<T>({ decode, bodies, clock }: Parsing<T>, from: number, count: number, made: (T | undefined)[]): number {
  const begun = clock();
  for (let at = 0; at < count; at++) made[at] = decode(bodies[(from + at) % bodies.length] as Uint8Array);
  return (clock() - begun) * 1e6;
}

/** Compares a window's objects and lets go of them. */
function check<T>(
  { bodies }: Parsing<T>,
  from: number,
  count: number,
  made: (T | undefined)[],
  first: readonly T[],
): void {
  for (let at = 0; at < count; at++) {
    const body = (from + at) % bodies.length;
    if (!equal(made[at], first[body])) throw new Error(`body ${body} became another object than at first`);
    made[at] = undefined;
  }
}
