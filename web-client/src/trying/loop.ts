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
  /** The median over windows of their mean, ns an object. */
  readonly ns: number;
  /** The mean of the warm-up, ns an object. */
  readonly lead_ns: number;
  /** Objects that were compared with the first of the same body, the first of each. */
  readonly compared: number;
  /** The others. */
  readonly counted: number;
}

/** Each body's first object, with which later ones are compared. */
export function firsts<T>({ decode, bodies }: Parsing<T>): readonly T[] {
  return bodies.map((bytes) => decode(bytes));
}

/** Parses `lead` objects uncounted, then `amount` in windows. Throws what the engine throws, or where an object differs from the first of its body. */
export async function slice<T>(of: Parsing<T>, first: readonly T[], lead: number, amount: number): Promise<Parsed> {
  const made: (T | undefined)[] = new Array<T | undefined>(of.window).fill(undefined);
  const compared = new Set<number>();
  let warming = 0;
  for (let from = 0; from < lead; from += of.window) {
    warming += timed(of, from, Math.min(of.window, lead - from), made);
    await of.pause();
  }
  const means: number[] = [];
  let counted = 0;
  for (let from = 0; from + of.window <= amount; from += of.window) {
    means.push(timed(of, from, of.window, made) / of.window);
    counted += check(of, from, made, first, compared);
    await of.pause();
  }
  return { ns: median(means), lead_ns: warming / lead, compared: compared.size, counted: counted - compared.size };
}

/** How long so many parses take, ns; the objects are in `made`, so that none goes before it was looked at. */
function timed<T>({ decode, bodies, clock }: Parsing<T>, from: number, count: number, made: (T | undefined)[]): number {
  const begun = clock();
  for (let at = 0; at < count; at++) made[at] = decode(bodies[(from + at) % bodies.length] as Uint8Array);
  return (clock() - begun) * 1e6;
}

/** Looks at a window's objects and lets go of them; how many there were. */
function check<T>(
  { bodies }: Parsing<T>,
  from: number,
  made: (T | undefined)[],
  first: readonly T[],
  compared: Set<number>,
): number {
  let counted = 0;
  for (let at = 0; at < made.length; at++) {
    const body = (from + at) % bodies.length;
    if (!compared.has(body) && !equal(made[at], first[body]))
      throw new Error(`body ${body} became another object than at first`);
    compared.add(body);
    if (made[at] !== undefined) counted++;
    made[at] = undefined;
  }
  return counted;
}
