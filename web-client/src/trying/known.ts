/** What the page itself can parse. */

import { ENGINES } from "../engines/registry";
import { TYPES } from "../objects";

export const types: readonly string[] = Object.keys(TYPES);

/** The page's engines of a format by their names, the one that reads all of it first. */
export function engines(format: string): string[] {
  return ENGINES.filter((one) => one.format === format).map((one) => one.name);
}

/** Whether an engine parses on the page itself, since no worker has it. */
export function onThePage(engine: string): boolean {
  return ENGINES.find((one) => one.name === engine)?.onPage === true;
}
