/** What the page concludes of documents is what the driver concludes: `python -m tests.object_pages` wrote that. */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Failed } from "../model/failed";
import { commands, type OwnObject, ownObject, TAKEN } from "./object";

/** What the driver says of a document; the last words of what is wrong with JSON are the browser's own. */
interface Case {
  readonly file?: string;
  readonly text?: string;
  readonly what?: string;
  readonly why?: string;
  readonly do?: string;
  readonly forms?: readonly (readonly [format: string, bytes: number | string, digest?: string])[];
}

const read = (path: string) => new TextDecoder().decode(readFileSync(new URL(path, import.meta.url)));
const GOLDEN = JSON.parse(read("./concluded.json")) as { name: string; taken: string[]; cases: Case[] };
const PAYLOADS = "../../../bench-driver/tests/payloads/";

async function said({ samples, notes, forms }: OwnObject) {
  return {
    samples,
    rows: notes.rows.map(({ field, concluded, evidence }) => [field, concluded, evidence]),
    conversions: Object.fromEntries(notes.conversions),
    choices: notes.choices.map(({ field, why, words, proposal }) => [field, why, words, proposal ?? null]),
    options: notes.options,
    forms: await Promise.all(
      forms.map(async ({ format, bytes, why }) =>
        bytes ? [format, bytes.length, await digest(bytes)] : [format, why],
      ),
    ),
  };
}

async function digest(bytes: Uint8Array): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

it.each(GOLDEN.cases)("concludes what the driver does: $file $text", async ({ file, text, ...golden }) => {
  const document = text ?? read(PAYLOADS + (file ?? ""));
  if (golden.what === undefined) {
    expect(await said(ownObject(document, GOLDEN.name, []))).toEqual(golden);
    return;
  }
  let refused: Failed | undefined;
  try {
    ownObject(document, GOLDEN.name, []);
  } catch (error) {
    refused = error as Failed;
  }
  const { what, why, do: todo } = golden;
  const others = ["it is not JSON", "the servers cannot carry it"].includes(what);
  expect({ what: refused?.message, why: refused?.why, do: refused?.todo }).toMatchObject(
    others ? { what } : { what, why, do: todo },
  );
});

it("knows the names that languages and the page have", () => {
  expect(TAKEN.split(" ")).toEqual(GOLDEN.taken);
  for (const name of ["string", "purchase", "O".repeat(41), "../Purchase", "Dummyobject"]) {
    expect(() => ownObject('{"a": 1}', name, ["DummyObject"]), name).toThrow("an object type cannot be called");
  }
});

it("says what is a schema, and no sample", () => {
  for (const text of ['{"openapi": "3.1.0"}', '{"type": "object", "properties": {"a": {}}}']) {
    expect(() => ownObject(text, GOLDEN.name, [])).toThrow("it is a schema");
  }
});

it("brings the document along as a shell takes it", () => {
  const document = `\n{"a": "$(x) 'y' \\\\"}\n`;
  const [file, here] = commands("Purchase", document, ["--yes"]);
  expect(file).toBe("bench-driver object add Purchase --from purchase.json --yes");
  expect(here).toBe(`bench-driver object add Purchase --from - --yes <<'JSON'${document}JSON`);
});
