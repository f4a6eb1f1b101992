/** A pasted document, read as `object add` reads it: names in their order and once, and integers apart from doubles. */

import { Failed } from "../model/failed";

export type Value = null | boolean | bigint | number | string | readonly Value[] | Fields;
export type Fields = ReadonlyMap<string, Value>;

/** Bytes of a document; the driver has the same in `bad.py`. */
const LARGEST = 16 * 2 ** 20;
/** Characters of an integer that are read; it is wider than 64 bits then. */
const WIDE = 25;
/** The tokens of a text that is JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s{}[\],:"]+/g;
const WORDS: Record<string, Value> = { true: true, false: false, null: null };

/** The objects of a document: itself, or the items of a list. Throws Failed. */
export function samplesOf(text: string): readonly Value[] {
  if (!/[^ \t-\r]/.test(text)) throw new Failed("it is empty", "", "give a JSON document");
  if (new TextEncoder().encode(text).length > LARGEST) {
    throw new Failed(
      "it is too large",
      `at most ${LARGEST / 2 ** 20} MiB are read`,
      "give fewer samples: 100 are plenty",
    );
  }
  if (text.startsWith("\ufeff")) {
    throw new Failed("it begins with a byte order mark", "", "save it as UTF-8 without one");
  }
  if (text.includes("\0")) throw new Failed("it holds a NUL, which no JSON does", "", "save it as UTF-8");
  const whole = parsed(text);
  if (isMap(whole) && isSchema(whole)) {
    const todo = "give its file to `bench-driver object add`, which reads schemas";
    throw new Failed("it is a schema", "this page concludes from values alone", todo);
  }
  if (!isList(whole)) return [whole];
  if (whole.length > 0) return whole;
  throw new Failed("it has no sample", "its list has no items", "give a list of objects, or one object");
}

export function isMap(value: Value | undefined): value is Fields {
  return value instanceof Map;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

function isSchema(whole: Fields): boolean {
  const dialect = whole.get("$schema");
  return (
    whole.has("openapi") ||
    whole.has("swagger") ||
    (typeof dialect === "string" && dialect.includes("json-schema.org")) ||
    (whole.get("type") === "object" && isMap(whole.get("properties")))
  );
}

/** A JSON document. Throws Failed. */
function parsed(text: string): Value {
  try {
    JSON.parse(text);
  } catch (error) {
    const todo = "give one JSON document; the command takes JSON Lines, too";
    throw new Failed("it is not JSON", error instanceof Error ? error.message : "", todo);
  }
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const next = (): string => tokens[at++] ?? "";
  const record = (): Fields => {
    const made = new Map<string, Value>();
    let twice: string | undefined;
    for (let token = next(); token !== "}"; token = next()) {
      const name = JSON.parse(token) as string;
      if (made.has(name)) twice ??= name;
      made.set(name, value(next()));
    }
    if (twice === undefined) return made;
    const what = `an object has two fields '${[...twice].slice(0, 40).join("")}'`;
    throw new Failed(what, "a field comes once in every format", "leave one of them out");
  };
  const list = (): readonly Value[] => {
    const made: Value[] = [];
    for (let token = next(); token !== "]"; token = next()) made.push(value(token));
    return made;
  };
  const value = (token: string): Value => {
    if (token === "{") return record();
    if (token === "[") return list();
    if (token.startsWith('"')) return JSON.parse(token) as string;
    if (token in WORDS) return WORDS[token] as Value;
    return /[.eE]/.test(token) ? Number(token) : BigInt(token.slice(0, WIDE));
  };
  try {
    return value(next());
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** What nests deeper than a guard opens. */
export function tooDeep(): Failed {
  const why = "no server opens more than 64 records, maps and lists at once";
  return new Failed("it nests too deep", why, "give a part of it that is flatter");
}
