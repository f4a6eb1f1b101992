/** The course of a try: bodies are fetched, before all or for each slice, and slices of browser, Rust and Java alternate, until all are done or somebody ends it. */

import type { Server, ServerEngine } from "../contract/page";
import { type Asked, curl, request } from "../model/trying";
import type { Warnings } from "../model/warnings";
import { grouped } from "../model/words";
import { browser } from "./browser";
import { bodies, free, run } from "./fetched";

/** A runtime, and what is known of it so far. */
export interface Side {
  readonly name: string;
  /** Its colour, the same as in other views. */
  readonly colour: number;
  /** The engine and its library. */
  readonly engine: string;
  /** The figure of each slice, ns an object. */
  readonly slices: readonly number[];
  /** All parses of its last slice together, ns, where they are known. */
  readonly total?: number;
  /** The mean of the warm-up, ns an object. */
  readonly lead?: number;
  /** How long its last slice took, ms. */
  readonly took: number;
  /** What was checked of the last slice. */
  readonly checked: string;
  /** Of a server: the request as a line for a shell, and its last answer as it came. */
  readonly curl?: string;
  readonly raw?: string;
  /** What a server says against each slice; nothing of the browser's. */
  readonly warnings: readonly Warnings[];
}

/** What is known after a step. */
export type Step =
  | { readonly kind: "fetched"; readonly bodies: number; readonly of: number }
  | { readonly kind: "held"; readonly bytes: number; readonly bodies: number }
  | { readonly kind: "begun"; readonly place: number }
  | { readonly kind: "sliced"; readonly place: number; readonly slice: Slice };

/** What a slice adds to its side. */
export interface Slice {
  readonly ns: number;
  readonly total?: number;
  readonly lead?: number;
  readonly engine: string;
  readonly checked: string;
  readonly took: number;
  readonly raw?: string;
  readonly warnings?: Warnings;
}

type Runner = (lead: number) => Promise<Omit<Slice, "took">>;

/** The runtimes of a try, before their first slice. */
export function sidesOf(of: Asked): Side[] {
  const nothing = { slices: [], took: 0, checked: "", warnings: [] };
  const servers = of.consumers.map(([server, engine]) => ({
    ...nothing,
    name: nameOf(server),
    colour: server.runtime === "rust" ? 0 : 1,
    engine: versioned(server.engines.find((one) => one.name === engine)) || engine,
    curl: curl(server.url, request(of, engine, of.variants)),
  }));
  return [{ ...nothing, name: "Browser", colour: 2, engine: of.engine }, ...servers];
}

function nameOf({ runtime }: Server): string {
  return runtime.charAt(0).toUpperCase() + runtime.slice(1);
}

/** An engine with its library's version. */
function versioned(engine: Pick<ServerEngine, "name" | "library" | "version"> | undefined): string {
  if (!engine) return "";
  return `${engine.name}, ${engine.library === engine.name ? "" : `${engine.library} `}${engine.version}`;
}

/** Objects that each parses before a slice, uncounted: before its first one so many at least, before others each body once. */
export function lead({ warmup, objects, variants }: Asked, turn: number): number {
  if (warmup === 0) return 0;
  return turn === 0 ? Math.max(warmup, objects) : variants;
}

/** Goes through a try, and tells each step. Failed, or the signal's reason. */
export async function course(of: Asked, signal: AbortSignal, tell: (step: Step) => void): Promise<void> {
  await free(signal);
  const runners = [await ofBrowser(of, signal, tell), ...of.consumers.map((one) => ofServer(of, ...one, signal))];
  for (let turn = 0; turn < of.slices; turn++) {
    for (const [place, runner] of runners.entries()) {
      signal.throwIfAborted();
      tell({ kind: "begun", place });
      const begun = performance.now();
      const slice = await runner(lead(of, turn));
      tell({ kind: "sliced", place, slice: { ...slice, took: performance.now() - begun } });
    }
  }
}

async function ofBrowser(of: Asked, signal: AbortSignal, tell: (step: Step) => void): Promise<Runner> {
  const fetched = async (amount: number) => {
    const there = await bodies(of, amount, signal, (count) => tell({ kind: "fetched", bodies: count, of: amount }));
    tell({ kind: "held", bytes: there.reduce((sum, body) => sum + body.length, 0), bodies: there.length });
    return there;
  };
  const once = of.condition === "block";
  const kept = once && of.warmup === 0 ? [] : await fetched(of.variants);
  const held = await browser({ engine: of.engine, type: of.type, bodies: kept }, signal);
  return async (before) => {
    await free(signal);
    const { ns, lead_ns, total_ns, compared } = once
      ? await held.once({ lead: before, bodies: await fetched(of.objects), variants: of.variants })
      : await held.slice(before, of.objects);
    return {
      ns,
      total: total_ns,
      ...(lead_ns > 0 && { lead: lead_ns }),
      checked: `${grouped(compared)} objects compared with the first of the same body`,
      engine: `${of.engine}, ${held.library}`,
    };
  };
}

function ofServer(of: Asked, server: Server, engine: string, signal: AbortSignal): Runner {
  return async (lead) => {
    const [answer, raw] = await run(server.name, request(of, engine, lead), signal);
    return {
      ns: answer.parse.p50_ns,
      ...(answer.warmup && { lead: answer.warmup.parse.mean_ns }),
      checked: `${grouped(answer.verified)} objects compared with the one expected`,
      engine: versioned(answer.engine),
      warnings: { advice: answer.advice ?? [], noise: answer.noise ?? [] },
      raw,
    };
  };
}
