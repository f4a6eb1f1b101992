/** Bodies, an engine and a type, held ready: in a worker, or for `DOMParser`, which no worker has, on the page. */

import { ENGINES } from "../engines/registry";
import { TYPES } from "../objects";
import { firsts, type Parsed, type Parsing, slice } from "./loop";

/** What the worker is told: first what to hold, then slices. */
export type Order =
  | { readonly kind: "hold"; readonly engine: string; readonly type: string; readonly bodies: readonly Uint8Array[] }
  | { readonly kind: "slice"; readonly lead: number; readonly amount: number };

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
}

/** Fetches an engine and a type, and parses each body once. Throws what the engine throws. */
export async function hold(
  { engine, type, bodies }: Extract<Order, { kind: "hold" }>,
  window: number,
  pause: () => Promise<void>,
): Promise<Held> {
  const listed = ENGINES.find((one) => one.name === engine);
  const [loaded, known] = await Promise.all([listed?.load(), TYPES[type as keyof typeof TYPES]?.()]);
  if (!loaded || !known) throw new Error(`${engine} or ${type} is not here`);
  const decode = (bytes: Uint8Array) => loaded.decode<unknown>(bytes, known);
  const parsing: Parsing<unknown> = { decode, bodies, clock: () => performance.now(), window, pause };
  const first = firsts(parsing);
  return {
    library: `${loaded.library} ${loaded.version}`,
    slice: (lead, amount) => slice(parsing, first, lead, amount),
  };
}
