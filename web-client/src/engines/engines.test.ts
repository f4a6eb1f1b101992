/** Every engine but DOMParser, which Node has not, on the bodies of `providers/`; bench-driver/tests/page has that one. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ObjectType } from "../kinds/read";
import { TYPES } from "../objects";
import * as bson from "./bson";
import type { Engine, Reasons } from "./engine";
import * as jsonParse from "./jsonParse";
import * as jsonParseSource from "./jsonParseSource";
import * as parseXml from "./parseXml";
import { ENGINES as LISTED } from "./registry";

/** A body: its name without the ending, its bytes, and its object type. */
interface Body {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type: ObjectType<unknown>;
}

interface Verdicts {
  readonly engine: Engine;
  /** What it reads, and the contract refuses. */
  readonly lenient: Reasons;
  /** What it refuses, and the contract does not. */
  readonly refused?: Reasons;
}

const EXACT = jsonParseSource.jsonParseSource;
const ENGINES: readonly Verdicts[] = [
  { engine: EXACT, lenient: jsonParseSource.lenient },
  { engine: jsonParse.jsonParse, lenient: jsonParse.lenient, refused: jsonParse.refused },
  { engine: bson.bson, lenient: bson.lenient },
  { engine: parseXml.parseXml, lenient: parseXml.lenient },
];

const PROVIDERS = new URL("../../../providers/", import.meta.url);

/** The bodies of a format in a folder: `golden`, `accept/JSON`. */
function bodies(folder: string, format: string): Promise<readonly Body[]> {
  const ending = `.${format.toLowerCase()}`;
  const files = readdirSync(new URL(folder, PROVIDERS)).filter((file) => file.endsWith(ending));
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -ending.length),
      bytes: new Uint8Array(readFileSync(new URL(`${folder}/${file}`, PROVIDERS))),
      type: await TYPES[file.slice(0, file.indexOf(".")) as keyof typeof TYPES](),
    })),
  );
}

function reads(engine: Engine, { bytes, type }: Body): boolean {
  try {
    engine.decode(bytes, type);
    return true;
  } catch {
    return false;
  }
}

function names(reasons: Reasons = {}): readonly string[] {
  return Object.values(reasons).flat().toSorted();
}

describe.each(ENGINES)("$engine.name", ({ engine, lenient, refused }) => {
  const listed = names(refused);

  it("makes the same object of the canonical bytes as of JSON's, and holds no part of them", async () => {
    const expected = new Map((await bodies("golden", "JSON")).map((body) => [body.name, body]));
    for (const { name, bytes, type } of await bodies("golden", engine.format)) {
      const json = expected.get(name) as Body;
      if (listed.includes(name)) continue;
      const object = engine.decode(bytes, type);
      bytes.fill(0);
      expect(object, name).toStrictEqual(EXACT.decode(json.bytes, json.type));
    }
  });

  it("reads what every engine reads, but what it says", async () => {
    const found = [
      ...(await bodies("golden", engine.format)),
      ...(await bodies(`accept/${engine.format}`, engine.format)),
    ];
    expect(found.length).toBeGreaterThan(40);
    expect(found.flatMap((body) => (reads(engine, body) ? [] : [body.name])).toSorted()).toEqual(listed);
  });

  it("refuses what every engine refuses, but what it says", async () => {
    const found = await bodies(`reject/${engine.format}`, engine.format);
    expect(found.length).toBeGreaterThan(40);
    expect(found.flatMap((body) => (reads(engine, body) ? [body.name] : [])).toSorted()).toEqual(names(lenient));
  });
});

it("the registry lists every engine under its own name", async () => {
  const loaded = await Promise.all(LISTED.map(({ load }) => load()));
  expect(LISTED.map(({ name, format }) => [name, format])).toEqual(loaded.map(({ name, format }) => [name, format]));
  expect(loaded.filter(({ name }) => name !== "DOMParser")).toEqual(ENGINES.map(({ engine }) => engine));
});

it("JSON.parse reads the same object as with the source of numbers", async () => {
  const listed = names(jsonParse.refused);
  for (const { name, bytes, type } of await bodies("accept/JSON", "JSON")) {
    if (!listed.includes(name)) {
      expect(jsonParse.jsonParse.decode(bytes, type), name).toStrictEqual(EXACT.decode(bytes, type));
    }
  }
});

describe("what JSON's engine makes of the canonical bytes", async () => {
  it.each(await bodies("golden", "JSON"))("is all of $name", ({ bytes, type }) => {
    const written = JSON.stringify(EXACT.decode(bytes, type), plain);
    expect(wholeWithoutPoint(written)).toBe(wholeWithoutPoint(new TextDecoder().decode(bytes)));
  });
});

/** A whole double is 1.0 in canonical JSON, and 1 in JavaScript's. */
function wholeWithoutPoint(json: string): string {
  return json.replaceAll(/(\d)\.0(?=[,\]}])/g, "$1");
}

function plain(_name: string, value: unknown): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return typeof value === "bigint"
    ? rawJSON(String(value))
    : value instanceof Map
      ? Object.fromEntries(value as ReadonlyMap<string, unknown>)
      : value;
}
