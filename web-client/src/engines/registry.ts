/** Every engine of the page, each fetched when it is asked for; the first of a format reads all that the format carries. */

import type { Engine } from "./engine";

/** What is known of an engine before it is there. */
export interface Listed {
  readonly name: string;
  readonly format: string;
  /** Whether it exists only on a page: no worker has it. */
  readonly onPage?: true;
  readonly load: () => Promise<Engine>;
}

export const ENGINES: readonly Listed[] = [
  { name: "JSON.parse-source", format: "JSON", load: async () => (await import("./jsonParseSource")).jsonParseSource },
  { name: "JSON.parse", format: "JSON", load: async () => (await import("./jsonParse")).jsonParse },
  { name: "bson", format: "BSON", load: async () => (await import("./bson")).bson },
  { name: "parse-xml", format: "XML", load: async () => (await import("./parseXml")).parseXml },
  { name: "DOMParser", format: "XML", onPage: true, load: async () => (await import("./domParser")).domParser },
];
