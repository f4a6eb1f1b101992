/** The canonical object of a type, its values as they are, and its bytes: `converted.py`, `made.py`, `canonical.py`. */

import { Failed } from "../model/failed";
import type { Kind, RecordKind } from "./concluded";
import { isList, isMap, type Value } from "./json";
import { CONTROLS, SMALLEST, TOO_LARGE } from "./observed";

/** Bytes of an object in JSON. */
const LARGEST = 32 * 2 ** 10;
/** A method of the JVM takes so many parameters, the longer ones counted twice. */
const PARAMETERS = 254;
/** What may name an element here. */
const ELEMENT = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The object with the most fields, with those that it lacks from the others. Throws Failed where servers refuse it. */
export function canonical(samples: readonly Value[], kind: RecordKind, name: string): Value {
  check(kind, name, "");
  const objects = samples.map((one) => converted(one, kind));
  const most = Math.max(...objects.map(parts));
  const made = filled(objects.find((one) => parts(one) === most) as Value, kind, objects);
  const size = utf8(json(made)).length;
  if (size <= LARGEST) return made;
  const why = `it has ${size.toLocaleString("en")} bytes of JSON, and ${LARGEST.toLocaleString("en")} are the most`;
  const todo = "give shorter lists, or one item of the longest list as the object";
  throw new Failed("the object is too large", why, todo);
}

function check(kind: Kind, name: string, path: string): void {
  if (kind.is === "list" || kind.is === "map") check(kind.of, name, `${path}${kind.is === "list" ? "[]" : ".*"}`);
  if (kind.is !== "record") return;
  let slots = 0;
  for (const [field, { kind: held }] of kind.fields) {
    if (/^$|[\u0000-\u001f\u007f-\u009f]/.test(field)) {
      const why = `a name in ${path || name} is empty, or has a control character`;
      throw new Failed("the servers cannot carry it", why, "give the field another name, or leave it out");
    }
    slots += held.is === "int64" || held.is === "double" ? 2 : 1;
    check(held, name, path ? `${path}.${field}` : field);
  }
  if (slots <= PARAMETERS) return;
  const why = `${path || name} has ${kind.fields.size}, and a record of Java takes ${PARAMETERS}`;
  const todo = "make it a map with --field FIELD=map, or leave some out with --field FIELD=omit";
  throw new Failed("a record has too many fields", why, todo);
}

function converted(value: Value | undefined, kind: Kind): Value {
  if (kind.is === "list")
    return (isList(value) ? value : []).flatMap((one) => (one === null ? [] : [converted(one, kind.of)]));
  if (kind.is === "map") {
    const entries = [...(isMap(value) ? value : [])].map(
      ([name, one]) => [name.replaceAll(CONTROLS, " "), one] as const,
    );
    return new Map(
      [...new Map(entries)].flatMap(([name, one]) => (one === null ? [] : [[name, converted(one, kind.of)]])),
    );
  }
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.replaceAll(CONTROLS, " ");
  if (kind.is === "double") return double(Number(value));
  if (kind.is !== "record" || !isMap(value)) return value;
  const made = new Map<string, Value>();
  for (const [name, { kind: of, required }] of kind.fields) {
    const given = value.get(name) ?? null;
    if (given !== null || required || of.is === "list") made.set(name, converted(given, of));
  }
  return made;
}

/** The number, where its point has to move with the digits that it has. */
function double(number: number): number {
  const size = Math.abs(number);
  if (size === 0) return 0;
  if (SMALLEST <= size && size < TOO_LARGE) return number;
  const digits = repr(size).length > 20 ? size.toExponential(17) : repr(size);
  const mantissa = (digits.split("e")[0] as string).replace(".", "").replaceAll(/^0+|0+$/g, "") || "1";
  const point = size >= TOO_LARGE ? 7 : 0;
  const whole = mantissa.slice(0, point).padEnd(point, "0") || "0";
  return Number(`${number < 0 ? "-" : ""}${whole}.${mantissa.slice(point) || "0"}`);
}

/** A double as Python writes it. */
function repr(number: number): string {
  const [digits = "", power = ""] = number.toExponential().split("e");
  if (number === 0 || (Number(power) >= -4 && Number(power) < 16))
    return Number.isInteger(number) ? `${number}.0` : `${number}`;
  return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/** How many values it has that are not null. */
function parts(value: Value): number {
  const held = isMap(value) ? [...value.values()] : isList(value) ? value : [];
  return held.reduce<number>((sum, one) => sum + parts(one), value === null ? 0 : 1);
}

/** The value with each field that it lacks from the first of the others that has it. */
function filled(value: Value, kind: Kind, others: readonly Value[]): Value {
  if (kind.is === "list" && isList(value)) {
    const rest = others.flatMap((one) => (isList(one) ? one : []));
    return value.map((item, at) => (at ? item : filled(item, kind.of, rest)));
  }
  if (kind.is === "map" && isMap(value)) {
    const rest = others.flatMap((one) => (isMap(one) ? [...one.values()] : []));
    const entries = [...value].map(([name, item], at) => [name, at ? item : filled(item, kind.of, rest)] as const);
    return new Map(entries.toSorted(([one], [other]) => inBytes(one, other)));
  }
  if (kind.is !== "record" || !isMap(value)) return value;
  const made = new Map<string, Value>();
  for (const [name, { kind: of }] of kind.fields) {
    const held = others.flatMap((one) => (isMap(one) && !isNothing(one.get(name)) ? [one.get(name) as Value] : []));
    const given = isNothing(value.get(name)) ? (held[0] ?? value.get(name)) : value.get(name);
    if (given !== undefined) made.set(name, given && filled(given, of, held));
  }
  return made;
}

function isNothing(value: Value | undefined): boolean {
  return value === undefined || value === null || (isList(value) ? !value.length : isMap(value) && !value.size);
}

/** Which of two texts comes first by their bytes of UTF-8. */
function inBytes(one: string, other: string): number {
  const [left, right] = [utf8(one), utf8(other)];
  const at = left.findIndex((byte, place) => byte !== right[place]);
  return at < 0 ? left.length - right.length : (left[at] as number) - (right[at] ?? -1);
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Canonical JSON. */
export function json(value: Value): string {
  if (isList(value)) return `[${value.map(json).join(",")}]`;
  if (isMap(value)) return `{${[...value].map(([name, one]) => `${JSON.stringify(name)}:${json(one)}`).join(",")}}`;
  if (typeof value === "number") return repr(value);
  return typeof value === "string" ? JSON.stringify(value) : `${value}`;
}

/** Canonical XML. */
export function xml(name: string, value: Value): string {
  if (isList(value)) return value.map((one) => xml(name, one)).join("");
  let text = typeof value === "number" ? repr(value).replace(/\.0$/, "") : `${value}`;
  if (isMap(value)) text = [...value].map(([field, one]) => xml(field, one)).join("");
  if (typeof value === "number" && Math.abs(value) >= TOO_LARGE) text = repr(value);
  if (typeof value === "string") {
    text = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");
  }
  return `<${name}>${text}</${name}>`;
}

/** Why XML cannot carry a record that stands at this place; undefined where it can. */
export function notInXml({ fields }: RecordKind, place: string): string | undefined {
  for (const [name, { kind, nullable }] of fields) {
    const where = `${place}.${name}`;
    if (!ELEMENT.test(name)) return `the name of ${where} is none that an element may have here`;
    if (nullable) return `there is no mark for null, which ${where} may be`;
    const held = kind.is === "list" ? kind.of : kind;
    if (held.is === "list") return `nothing tells where an inner list of ${where} ends`;
    if (held.is === "map") return `a key of the map ${where} need not be a name`;
    const why = held.is === "record" && notInXml(held, where);
    if (why) return why;
  }
  return undefined;
}

/** A canonical document of BSON. */
export function bson(value: Value, kind: Kind): number[] {
  const entries = isList(value) ? value.map((one, at) => [`${at}`, one] as const) : isMap(value) ? value : [];
  const inside: number[] = [];
  for (const [name, one] of entries) {
    const of =
      kind.is === "record" ? kind.fields.get(name)?.kind : kind.is === "list" || kind.is === "map" ? kind.of : kind;
    const [type, body] = element(one, of as Kind);
    inside.push(type, ...utf8(name), 0);
    for (const byte of body) inside.push(byte);
  }
  return [...little(4, (view) => view.setInt32(0, inside.length + 5, true)), ...inside, 0];
}

function element(value: Value, kind: Kind): [type: number, body: Iterable<number>] {
  if (value === null) return [0x0a, []];
  if (isMap(value)) return [0x03, bson(value, kind)];
  if (isList(value)) return [0x04, bson(value, kind)];
  if (typeof value === "boolean") return [0x08, [Number(value)]];
  if (typeof value === "number") return [0x01, little(8, (view) => view.setFloat64(0, value, true))];
  if (typeof value === "string") {
    const text = utf8(value);
    return [0x02, [...little(4, (view) => view.setInt32(0, text.length + 1, true)), ...text, 0]];
  }
  if (kind.is === "int32") return [0x10, little(4, (view) => view.setInt32(0, Number(value), true))];
  return [0x12, little(8, (view) => view.setBigInt64(0, value, true))];
}

function little(bytes: number, set: (view: DataView) => void): Uint8Array {
  const made = new Uint8Array(bytes);
  set(new DataView(made.buffer));
  return made;
}
