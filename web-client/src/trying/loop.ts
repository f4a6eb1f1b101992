/** Parses bodies in a loop, and times it. Pure but for the clock that it is given. */

import { median } from "../model/student";
import { equal } from "./equal";

/** How bodies are parsed, and by which clock, ms. */
export interface Parsing<T> {
  readonly decode: (bytes: Uint8Array) => T;
  readonly clock: () => number;
  /** How many parses stand between two readings of the clock, which steps by 5 µs at best. */
  readonly window: number;
  /** What happens between windows. */
  readonly pause: () => Promise<void>;
}

/** Bodies, and the object that each shall become. */
export interface Known<T> {
  readonly bodies: readonly Uint8Array[];
  readonly first: readonly T[];
}

/** A slice's figure, and what was checked. */
export interface Parsed {
  /** The median over whole windows of their mean, ns an object; the mean of all where no window is whole. */
  readonly ns: number;
  /** The mean of each whole window in order, ns an object. */
  readonly means: readonly number[];
  /** All parses together, those of a last window that is not whole too, ns. */
  readonly total_ns: number;
  /** From the first window to the last comparison, ns. */
  readonly wall_ns: number;
  /** The mean of the warm-up, ns an object; 0 without one. */
  readonly lead_ns: number;
  /** Objects that were compared with the first of the same body: all. */
  readonly compared: number;
}

/** Each body's first object, with which later ones are compared. */
export function firsts<T>({ decode }: Parsing<T>, bodies: readonly Uint8Array[]): Known<T> {
  return { bodies, first: bodies.map((bytes) => decode(bytes)) };
}

/** Parses `lead` objects uncounted, then `amount` in windows. Throws what the engine throws, or where an object differs from the first of its body. */
export async function slice<T>(of: Parsing<T>, known: Known<T>, lead: number, amount: number): Promise<Parsed> {
  const lead_ns = await warmed(of, known.bodies, lead);
  return { ...(await windows(of, known.bodies, amount, () => known.first)), lead_ns };
}

/** Parses `lead` known objects uncounted, then each of these bodies once; after its first window the first `variants` once more, with which all are compared. */
export async function sliceOnce<T>(
  of: Parsing<T>,
  known: Known<T>,
  lead: number,
  bodies: readonly Uint8Array[],
  variants: number,
): Promise<Parsed> {
  const lead_ns = await warmed(of, known.bodies, lead);
  let first: readonly T[] | undefined;
  const later = () => (first ??= firsts(of, bodies.slice(0, variants)).first);
  return { ...(await windows(of, bodies, bodies.length, later)), lead_ns };
}

/** Parses so many uncounted: their mean, ns an object. */
async function warmed<T>(of: Parsing<T>, bodies: readonly Uint8Array[], lead: number): Promise<number> {
  const made = room(of);
  let took = 0;
  for (let from = 0; from < lead; from += of.window) {
    took += timed(of, bodies, from, Math.min(of.window, lead - from), made);
    await of.pause();
  }
  return lead === 0 ? 0 : took / lead;
}

function room<T>({ window }: Parsing<T>): (T | undefined)[] {
  return new Array<T | undefined>(window).fill(undefined);
}

/** Windows over `amount` objects; what each shall be is asked for after the first window alone. */
async function windows<T>(
  of: Parsing<T>,
  bodies: readonly Uint8Array[],
  amount: number,
  first: () => readonly T[],
): Promise<Omit<Parsed, "lead_ns">> {
  const made = room(of);
  const means: number[] = [];
  let [total_ns, compared] = [0, 0];
  const begun = of.clock();
  for (let from = 0; from < amount; from += of.window) {
    const count = Math.min(of.window, amount - from);
    const took = timed(of, bodies, from, count, made);
    total_ns += took;
    if (count === of.window) means.push(took / count);
    check(bodies.length, from, count, made, first());
    compared += count;
    await of.pause();
  }
  const wall_ns = (of.clock() - begun) * 1e6;
  return { ns: means.length > 0 ? median(means) : total_ns / amount, means, total_ns, wall_ns, compared };
}

/** How long so many parses take, ns; the objects are in `made`, so that none goes before it was looked at. */
function timed<T>(
  { decode, clock }: Parsing<T>,
  bodies: readonly Uint8Array[],
  from: number,
  count: number,
  made: (T | undefined)[],
): number {
  const begun = clock();
  for (let at = 0; at < count; at++) made[at] = decode(bodies[(from + at) % bodies.length] as Uint8Array);
  return (clock() - begun) * 1e6;
}

/** Compares a window's objects and lets go of them. */
function check<T>(bodies: number, from: number, count: number, made: (T | undefined)[], first: readonly T[]): void {
  for (let at = 0; at < count; at++) {
    const body = (from + at) % bodies;
    if (!equal(made[at], first[body % first.length]))
      throw new Error(`body ${body} became another object than at first`);
    made[at] = undefined;
  }
}
