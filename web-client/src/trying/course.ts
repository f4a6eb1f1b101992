/** The course of a try: bodies are fetched, then slices of browser, Rust and Java alternate, until all are done or somebody ends it. */

import type { Server, ServerEngine } from "../contract/page";
import { type Asked, curl, request } from "../model/trying";
import { grouped } from "../model/words";
import { browser } from "./browser";
import { bodies, free, run } from "./fetched";

/** Objects that each parses before its first slice, at least; later slices begin with each body once. Neither is counted. */
export const WARM = 20_000;

/** A runtime, and what is known of it so far. */
export interface Side {
  readonly name: string;
  /** Its colour, the same as in other views. */
  readonly colour: number;
  /** The engine and its library. */
  readonly engine: string;
  /** The figure of each slice, ns an object. */
  readonly slices: readonly number[];
  /** The mean of the warm-up, ns an object. */
  readonly lead?: number;
  /** How long its last slice took, ms. */
  readonly took: number;
  /** What was checked of the last slice. */
  readonly checked: string;
  /** Of a server: the request as a line for a shell, and its last answer as it came. */
  readonly curl?: string;
  readonly raw?: string;
}

/** What is known after a step. */
export type Step =
  | { readonly kind: "fetched"; readonly bodies: number }
  | { readonly kind: "held"; readonly bytes: number }
  | { readonly kind: "begun"; readonly place: number }
  | { readonly kind: "sliced"; readonly place: number; readonly slice: Slice };

/** What a slice adds to its side. */
export interface Slice {
  readonly ns: number;
  readonly lead?: number;
  readonly engine: string;
  readonly checked: string;
  readonly took: number;
  readonly raw?: string;
}

type Runner = (lead: number) => Promise<Omit<Slice, "took">>;

/** The runtimes of a try, before their first slice. */
export function sidesOf(of: Asked): Side[] {
  const nothing = { slices: [], took: 0, checked: "" };
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

/** Goes through a try, and tells each step. Failed, or the signal's reason. */
export async function course(of: Asked, signal: AbortSignal, tell: (step: Step) => void): Promise<void> {
  await free(signal);
  const there = await bodies(of, signal, (count) => tell({ kind: "fetched", bodies: count }));
  tell({ kind: "held", bytes: there.reduce((sum, body) => sum + body.length, 0) });
  const runners = [await ofBrowser(of, there, signal), ...of.consumers.map((one) => ofServer(of, ...one, signal))];
  for (let turn = 0; turn < of.slices; turn++) {
    const lead = turn === 0 ? Math.max(WARM, of.objects) : of.variants;
    for (const [place, runner] of runners.entries()) {
      signal.throwIfAborted();
      tell({ kind: "begun", place });
      const begun = performance.now();
      const slice = await runner(lead);
      tell({ kind: "sliced", place, slice: { ...slice, took: performance.now() - begun } });
    }
  }
}

async function ofBrowser(of: Asked, there: readonly Uint8Array[], signal: AbortSignal): Promise<Runner> {
  const held = await browser({ engine: of.engine, type: of.type, bodies: there }, signal);
  return async (lead) => {
    await free(signal);
    const { ns, lead_ns, compared } = await held.slice(lead, of.objects);
    const checked = `${grouped(compared)} objects compared with the first of the same body`;
    return { ns, lead: lead_ns, checked, engine: `${of.engine}, ${held.library}` };
  };
}

function ofServer(of: Asked, server: Server, engine: string, signal: AbortSignal): Runner {
  return async (lead) => {
    const [answer, raw] = await run(server.name, request(of, engine, lead), signal);
    return {
      ns: answer.parse.mean_ns,
      ...(answer.warmup && { lead: answer.warmup.parse.mean_ns }),
      checked: `${grouped(answer.verified)} objects compared with the one expected`,
      engine: versioned(answer.engine),
      raw,
    };
  };
}
