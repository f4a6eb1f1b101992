/** Every engine of the page, each fetched when it is asked for: the first of a format reads all that it carries. */

import type { Engine, Format } from "./engine";

type Loaded = () => Promise<Engine>;

export const ENGINES: Readonly<Record<Format, readonly Loaded[]>> = {
  JSON: [
    async () => (await import("./jsonParseSource")).jsonParseSource,
    async () => (await import("./jsonParse")).jsonParse,
  ],
  BSON: [async () => (await import("./bson")).bson],
  XML: [async () => (await import("./parseXml")).parseXml, async () => (await import("./domParser")).domParser],
};
