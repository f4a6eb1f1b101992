/** The page as a contender of a sweep: it shows nothing, and does what `bench_browser` asks of it. */

import { answered } from "../data";
import { Failed } from "../model/failed";
import { ENGINES } from "../engines/registry";
import { TYPES } from "../objects";
import { browser } from "./browser";
import { split } from "./framed";
import { type Held, WINDOW } from "./held";
import type { Parsed } from "./loop";

/** Who reads, and where the bodies are. */
interface Reading {
  readonly engine: string;
  readonly bodies: string;
}

/** What to have ready; `other` reads the same objects in another format, and each is compared. */
interface Wanted {
  readonly type: string;
  readonly mine: Reading;
  readonly other: Reading | null;
}

let [held, ending] = [undefined as Held | undefined, new AbortController()];

const contender = {
  /** Every engine, with the object types that its format carries. */
  async engines(): Promise<object[]> {
    const types = await Promise.all(Object.values(TYPES).map((load) => load()));
    return Promise.all(
      ENGINES.map(async (listed) => {
        const { name, library, version, format } = await listed.load();
        const carried = types.filter((type) => type.notIn[format] === undefined);
        return { name, library, version, format, object_types: carried.map((type) => type.name) };
      }),
    );
  },

  /** Fetches bodies and holds them ready in place of those before. */
  hold({ type, mine, other }: Wanted): Promise<object> {
    return told(async () => {
      contender.stop();
      const { signal } = (ending = new AbortController());
      const beside = other && { other: await read(other) };
      const found = await browser({ type, ...(await read(mine)), ...beside }, signal, WINDOW);
      signal.throwIfAborted();
      held = found;
      return {};
    });
  },

  /** Parses so many uncounted, then so many. */
  slice(lead: number, amount: number): Promise<Parsed | Why> {
    return told(() => held?.slice(lead, amount) ?? Promise.reject(new Error("nothing is held yet")));
  },

  /** Ends what is being parsed, and lets go of what is held. */
  stop(): void {
    held = undefined;
    ending.abort();
  },
};

/** Why nothing came of it. */
interface Why {
  readonly failed: string;
}

/** What comes of it, or why nothing does: an error would reach the driver without its cause. */
function told<T>(doing: () => Promise<T>): Promise<T | Why> {
  return doing().catch((error: unknown) => ({ failed: error instanceof Failed ? error.why : String(error) }));
}

async function read({ engine, bodies }: Reading): Promise<{ engine: string; bodies: Uint8Array[] }> {
  return { engine, bodies: split(await (await answered(bodies)).arrayBuffer()) };
}

Object.assign(globalThis, { contender });
