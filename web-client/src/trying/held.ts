/** Bodies, an engine and a type, held ready: in a worker, or for `DOMParser`, which no worker has, on the page. */

import type { Engine } from "../engines/engine";
import { ENGINES } from "../engines/registry";
import { TYPES } from "../objects";
import { equal } from "./equal";
import { firsts, type Parsed, type Parsing, slice, sliceOnce } from "./loop";

/** What the worker is told: first what to hold, then slices. */
export type Order =
  | {
      readonly kind: "hold";
      readonly engine: string;
      readonly type: string;
      readonly bodies: readonly Uint8Array[];
      /** The same objects as another engine reads them, of another format, with which each body's first is compared. */
      readonly other?: { readonly engine: string; readonly bodies: readonly Uint8Array[] };
    }
  | { readonly kind: "slice"; readonly lead: number; readonly amount: number }
  | ({ readonly kind: "once" } & Once);

/** A slice over bodies of its own, each of which is parsed once; they repeat after so many. What is held is parsed `lead` times before. */
export interface Once {
  readonly lead: number;
  readonly bodies: readonly Uint8Array[];
  readonly variants: number;
}

/** What it answers to each. */
export type Report =
  | { readonly kind: "held"; readonly library: string }
  | ({ readonly kind: "sliced" } & Parsed)
  | { readonly kind: "failed"; readonly why: string };

/** Parses of a window in a worker: of 5 µs, the step of the clock, each has 10 ns at most. */
export const WINDOW = 500;

/** Bodies and an engine, ready to be parsed with. */
export interface Held {
  readonly library: string;
  readonly slice: (lead: number, amount: number) => Promise<Parsed>;
  readonly once: (of: Once) => Promise<Parsed>;
}

/** Fetches an engine and a type, and parses each body once. Throws what the engine throws, or where another engine reads another object. */
export async function hold(
  { engine, type, bodies, other }: Extract<Order, { kind: "hold" }>,
  window: number,
  pause: () => Promise<void>,
): Promise<Held> {
  const [loaded, known] = await Promise.all([find(engine), TYPES[type as keyof typeof TYPES]?.()]);
  if (!loaded || !known) throw new Error(`${engine} or ${type} is not here`);
  const decode = (bytes: Uint8Array) => loaded.decode<unknown>(bytes, known);
  const parsing: Parsing<unknown> = { decode, clock: () => performance.now(), window, pause };
  const held = firsts(parsing, bodies);
  const reader = other && (await find(other.engine));
  other?.bodies.forEach((bytes, body) => {
    if (!equal(reader?.decode<unknown>(bytes, known), held.first[body]))
      throw new Error(`${engine} reads another object in body ${body} than ${other.engine}`);
  });
  return {
    library: `${loaded.library} ${loaded.version}`,
    slice: (lead, amount) => slice(parsing, held, lead, amount),
    once: ({ lead, bodies: own, variants }) => sliceOnce(parsing, held, lead, own, variants),
  };
}

async function find(engine: string): Promise<Engine | undefined> {
  return ENGINES.find((one) => one.name === engine)?.load();
}
