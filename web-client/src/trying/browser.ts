/** The browser as a runner of slices: in a worker, but for an engine that no worker has. */

import { Failed } from "../model/failed";
import { type Held, hold, type Order, type Report } from "./held";
import type { Parsed } from "./loop";
import { onThePage } from "./known";
import url from "./worker?worker&url";

/** Parses of a window on the page: few, since it can be used between windows alone. */
export const SHORT = 20;
/** How long the page is kept from its other work at most, but for one window, ms. */
const KEPT = 8;

export type Hold = Omit<Extract<Order, { kind: "hold" }>, "kind">;

/** Holds bodies ready where their engine can be; both end when the signal says so. On the page a window has `short` parses. Throws Failed. */
export async function browser(what: Hold, signal: AbortSignal, short = SHORT): Promise<Held> {
  signal.throwIfAborted(); // an event that was before nobody hears
  const order = { kind: "hold", ...what } as const;
  if (!onThePage(what.engine)) return inWorker(order, signal);
  const held = await hold(order, short, breathing(signal)).catch(refused);
  return {
    library: held.library,
    slice: (lead, amount) => held.slice(lead, amount).catch(refused),
    once: (what) => held.once(what).catch(refused),
  };
}

/** Lets the page do what waits to be done, as soon as it has waited for long. */
function breathing(signal: AbortSignal): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < KEPT) return;
    await new Promise((go) => setTimeout(go, 0));
    signal.throwIfAborted();
    last = performance.now();
  };
}

function refused(error: unknown): never {
  throw failed(error instanceof Error ? error.message : String(error));
}

function failed(why: string): Failed {
  return new Failed("The browser cannot parse these objects.", why, "Choose another engine, or another type.");
}

/** A policy that wants trusted types takes no plain text for a script's address; this one is of the page's own build. */
const trusted = (
  globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
  }
).trustedTypes?.createPolicy("own-worker", { createScriptURL: (own: string) => own });

async function inWorker(order: Order, signal: AbortSignal): Promise<Held> {
  const worker = new Worker(trusted?.createScriptURL(url) ?? url, { type: "module" });
  signal.addEventListener("abort", () => worker.terminate());
  const report = await told(worker, order, signal);
  const sliced = async (what: Order) => (await told(worker, what, signal)) as Report & Parsed;
  return {
    library: report.kind === "held" ? report.library : "",
    slice: (lead, amount) => sliced({ kind: "slice", lead, amount }),
    once: (what) => sliced({ kind: "once", ...what }),
  };
}

/** What the worker answers to an order. Failed where it cannot, or where it is no more. */
function told(worker: Worker, order: Order, signal: AbortSignal): Promise<Report> {
  return new Promise((answer, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason as Error), { once: true });
    worker.onmessage = ({ data }: MessageEvent<Report>) =>
      data.kind === "failed" ? fail(failed(data.why)) : answer(data);
    worker.onerror = (event) =>
      fail(
        new Failed(
          "The browser's worker crashed.",
          event.message || "Its script could not be fetched, or it ran out of memory.",
          "Start again; with fewer objects a slice if it crashes anew.",
        ),
      );
    worker.onmessageerror = () => fail(failed("the worker's answer cannot be read"));
    worker.postMessage(order);
  });
}
