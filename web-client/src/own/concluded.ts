/** From what samples hold to an object type, as the driver's `concluded.py` concludes it where nobody answers. */

import { Failed } from "../model/failed";
import { counted, type Range, Seen, tooMany } from "./observed";

export type Kind =
  | { readonly is: "text" | "boolean" | "double" | "int32" | "int64" }
  | { readonly is: "list" | "map"; readonly of: Kind }
  | RecordKind;

export interface RecordKind {
  readonly is: "record";
  readonly fields: ReadonlyMap<string, Field>;
}

interface Field {
  readonly kind: Kind;
  /** Whether it is always there. */
  readonly required: boolean;
  readonly nullable: boolean;
}

/** A field, what it was concluded to be, and from what. */
export interface Row {
  readonly field: string;
  concluded: string;
  evidence: string;
}

/** What no sample tells: the words that decide it, and the one that is proposed. */
export interface Choice {
  readonly field: string;
  readonly why: string;
  readonly words: readonly string[];
  readonly proposal: string | undefined;
}

const MOST_FIELDS = 2000;
/** Texts that an enumeration needs at least, and the characters of its longest. */
const [ENOUGH, LONGEST] = [10, 40];
/** Records from which on names that differ tell a map. */
const [RECORDS, NAMES] = [3, 5];
const NAME = /^[@$]?[A-Za-z_][A-Za-z0-9_]*$/;
const BLANK_END = /^[\s\u0085]|[\s\u0085]$/;

/** What was noted on the way from samples to a type. */
export class Notes {
  readonly rows: Row[] = [];
  /** Each conversion with the fields that it befalls. */
  readonly conversions = new Map<string, string[]>();
  readonly choices: Choice[] = [];

  row(field: string, evidence: string): Row {
    if (this.rows.length >= MOST_FIELDS) throw tooMany("fields", MOST_FIELDS);
    const row = { field, concluded: "", evidence };
    this.rows.push(row);
    return row;
  }

  convert(field: string, what: string): void {
    this.conversions.set(what, [...(this.conversions.get(what) ?? []), field]);
  }

  choose(field: string, why: string, words: readonly string[], proposal?: string): string {
    this.choices.push({ field, why, words, proposal });
    return proposal ?? "omit";
  }

  /** The options without which nothing would be added. */
  get options(): string[] {
    const answers = this.choices.map((one) => `--field ${quoted(`${one.field}=${one.proposal ?? one.words.at(-1)}`)}`);
    return this.conversions.size ? [...answers, "--yes"] : answers;
  }
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** The record of what was seen of whole samples. Throws Failed where nothing is left of it. */
export function concluded(seen: Seen, notes: Notes): RecordKind {
  const kind = record(seen, "", notes);
  if (kind) return kind;
  throw new Failed(
    "nothing is left of the object",
    "no field of it has a value that is kept",
    "give a sample with more, or keep a field by --field",
  );
}

function record(seen: Seen, path: string, notes: Notes): RecordKind | undefined {
  const fields = new Map<string, Field>();
  for (const [name, held] of seen.fields) {
    const kept = member(held, path ? `${path}.${name}` : name, seen.records.count, notes);
    if (kept) fields.set(name, kept);
  }
  return fields.size ? { is: "record", fields } : undefined;
}

function member(seen: Seen, path: string, of: number, notes: Notes): Field | undefined {
  const { count, nulls } = seen;
  const row = notes.row(path, `${shown(count - nulls)} of ${shown(of)}`);
  const kind = kindOf(seen, path, row, notes);
  if (!kind) row.concluded = "left out";
  if (!kind) return undefined;
  const absent = count < of;
  if (kind.is === "list") {
    if (absent || nulls) notes.convert(path, "an absent or null list → an empty one");
    return { kind, required: false, nullable: false };
  }
  if (kind.is === "map") {
    if (nulls) notes.convert(path, "an absent or null map → an empty one");
    else if (absent) row.concluded += ", optional";
    return { kind, required: nulls > 0 || !absent, nullable: false };
  }
  if (absent && nulls) {
    const both = `absent in ${shown(of - count)} and null in ${shown(nulls)}`;
    notes.choose(path, both, ["optional", "nullable"], "optional");
    notes.convert(path, "null → absent");
  }
  if (absent || nulls) row.concluded += absent ? ", optional" : ", nullable";
  return { kind, required: !absent, nullable: !absent && nulls > 0 };
}

function kindOf(seen: Seen, path: string, row: Row, notes: Notes): Kind | undefined {
  const { kinds } = seen;
  if (kinds.length === 0) notes.convert(path, "always null → left out");
  if (kinds.length > 1) {
    const words = kinds.includes("list") || kinds.includes("record") ? ["omit"] : ["text", "omit"];
    notes.choose(path, `it holds ${kinds.join(" and ")}, and a field holds one kind`, words);
  }
  if (kinds.length !== 1) return undefined;
  if (kinds[0] === "boolean") return said(row, "boolean", "", { is: "boolean" });
  if (kinds[0] === "number") return numberOf(seen, path, row, notes);
  if (kinds[0] === "text") return textOf(seen, path, row, notes);
  return kinds[0] === "list" ? listOf(seen, path, row, notes) : objectOf(seen, path, row, notes);
}

function said<T extends Kind>(row: Row, words: string, more: string, kind: T): T {
  row.concluded = words;
  if (more) row.evidence += `; ${more}`;
  return kind;
}

function numberOf({ integers, doubles, digits, outside }: Seen, path: string, row: Row, notes: Notes) {
  if ([doubles.least, doubles.most].some((end) => Math.abs(Number(end)) === Infinity)) {
    notes.choose(path, "a number is too large for a double", ["omit"]);
    return undefined;
  }
  if (!doubles.count) {
    if (fits(integers, 32)) return said(row, "int32", digits.of("digit"), { is: "int32" } as const);
    if (fits(integers, 64)) return said(row, "int64", digits.of("digit"), { is: "int64" } as const);
    notes.choose(path, "an integer is wider than 64 bits", ["double", "omit"]);
    return undefined;
  }
  if (integers.count) notes.convert(path, "an integer beside a double → a double");
  if (outside) notes.convert(path, "a double outside [0.001, 10,000,000) → its digits, with the point inside");
  return said(row, "double", integers.count ? "some are integers" : "", { is: "double" } as const);
}

function fits({ least, most }: Range, bits: number): boolean {
  return [least, most].every((end) => BigInt.asIntN(bits, BigInt(end)) === BigInt(end));
}

function textOf({ controls, different, looks, texts }: Seen, path: string, row: Row, notes: Notes): Kind {
  if (controls) notes.convert(path, "a control character → a blank");
  const values = [...different];
  const few = texts.count >= ENOUGH && values.length ** 2 <= texts.count;
  if (few && !controls && values.every((one) => one && !BLANK_END.test(one) && [...one].length <= LONGEST)) {
    return said(row, "enumeration", `${values.length} different`, { is: "text" });
  }
  const look = looks.toSorted()[0];
  return said(row, "text", look ? `all look like ${look}` : texts.of("character"), { is: "text" });
}

function listOf({ item, lists }: Seen, path: string, row: Row, notes: Notes): Kind | undefined {
  if (item?.nulls) notes.convert(path, "null in a list → left out");
  if (!item || item.count === item.nulls) {
    notes.choose(path, "its list is always empty", ["text", "omit"], "text");
    return said(row, "list of text", "empty", { is: "list", of: { is: "text" } });
  }
  const [of, words] = inner(item, `${path}[]`, notes);
  return of && said(row, `list of ${words}`, lists.of("item"), { is: "list", of });
}

/** What a list or map holds, and its words. */
function inner(seen: Seen, path: string, notes: Notes): [Kind | undefined, string] {
  const row = notes.row(path, shown(seen.count));
  const kind = kindOf(seen, path, row, notes);
  if (!kind) row.concluded = "left out";
  return [kind, row.concluded];
}

function objectOf(seen: Seen, path: string, row: Row, notes: Notes): Kind | undefined {
  if (!seen.fields.size) {
    notes.choose(path, "its object is always empty", ["omit", "map"], "omit");
    return undefined;
  }
  if (!isMap(seen, path, notes)) {
    const kind = record(seen, path, notes);
    return kind && said(row, "record", counted(`${seen.fields.size}`, "field"), kind);
  }
  const values = new Seen();
  for (const held of seen.fields.values()) values.merge(held);
  if (values.nulls) notes.convert(path, "null in a map → left out");
  const [of, words] = inner(values, `${path}.*`, notes);
  return of && said(row, `map of ${words}`, seen.records.of("key"), { is: "map", of });
}

function isMap({ fields, records }: Seen, path: string, notes: Notes): boolean {
  const every = [...fields.values()];
  const kinds = new Set(every.filter((one) => one.kinds.length).map((one) => one.kinds.join()));
  if (kinds.size !== 1 || every.some((one) => one.kinds.length > 1)) return false;
  if (records.count >= RECORDS && fields.size >= NAMES) {
    return 2 * every.reduce((sum, one) => sum + one.count, 0) < records.count * fields.size;
  }
  if ([...fields.keys()].every((name) => NAME.test(name))) return false;
  const why = "its names look like data, and its values are of one kind";
  return notes.choose(path, why, ["map", "record"], "map") === "map";
}

function shown(count: number): string {
  return count.toLocaleString("en");
}
