/** What Try it fetches: who is there, bodies, and runs. */

import type { Servers } from "../contract/page";
import { absent, answered, get } from "../data";
import { Failed } from "../model/failed";
import type { Asked, RunRequest } from "../model/trying";
import type { Warnings } from "../model/warnings";

/** Bodies on their way at once, as many as a browser asks one server for. */
const AT_ONCE = 6;
/** So long, ms, nobody hears of bodies again: often enough for an eye, and what is told is drawn. */
const UNTOLD = 100;

/** Who answers. Failed, and Absent where the page is a site of files. */
export function servers(): Promise<Servers> {
  return get<Servers>("api/servers").catch(
    absent(
      "Nothing can be tried here.",
      "ask a server for a run",
      "Run `bench-driver serve` in a checkout, and open its page.",
    ),
  );
}

/** Goes on where nobody measures on the server's machine. Failed. */
export async function free(signal: AbortSignal): Promise<void> {
  await answered("api/free", { signal });
}

/** So many bodies, each requested anew; after the variants they repeat. `tell` hears now and then how many are there, and at last that all are. */
export async function bodies(
  of: Asked,
  amount: number,
  signal: AbortSignal,
  tell: (there: number) => void,
): Promise<Uint8Array[]> {
  const found = new Array<Uint8Array>(amount);
  const path = `api/objects/${of.provider.name}/${of.format}/${of.type}?index=`;
  let [next, there, told] = [0, 0, 0];
  const fetching = async () => {
    while (next < amount) {
      const index = next++;
      found[index] = new Uint8Array(
        await (await answered(`${path}${index % of.variants}`, { signal, cache: "no-store" })).arrayBuffer(),
      );
      const now = performance.now();
      if (++there === amount || now - told >= UNTOLD) {
        told = now;
        tell(there);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetching));
  return found;
}

/** What the page reads of a run's answer. */
interface Answer extends Partial<Warnings> {
  readonly parse: { readonly p50_ns: number };
  readonly warmup?: { readonly parse: { readonly mean_ns: number } };
  readonly verified: number;
  readonly engine: { readonly name: string; readonly library: string; readonly version: string };
}

/** A run of a consumer, read and as it came. Failed. */
export async function run(consumer: string, request: RunRequest, signal: AbortSignal): Promise<[Answer, string]> {
  const body = JSON.stringify(request);
  const response = await answered(`api/run/${consumer}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    signal,
  });
  const raw = await response.text();
  const answer = readable(raw);
  if (typeof answer?.parse?.p50_ns === "number" && answer.parse.p50_ns > 0) return [answer, raw];
  throw new Failed(`${consumer} answered no run.`, `Its answer begins ${raw.slice(0, 60)}`, "See its log.");
}

function readable(raw: string): Answer | undefined {
  try {
    return JSON.parse(raw) as Answer;
  } catch {
    return undefined;
  }
}
