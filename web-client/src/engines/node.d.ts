/** The little of Node that tests read files by. */

declare module "node:fs" {
  export function readFileSync(file: URL): Uint8Array<ArrayBuffer>;
  export function readdirSync(folder: URL): string[];
}
