/** A pasted document as an object type: what `object add --dry-run` says of it, its bytes, and what to run. Pure. */

import { Failed } from "../model/failed";
import { bson, canonical, json, notInXml, utf8, xml } from "./canonical";
import { concluded, Notes } from "./concluded";
import { samplesOf } from "./json";
import { observed } from "./observed";

/** Names that a language needs for something else; bench-driver/tests holds them to the driver's. */
export const TAKEN =
  "Boolean Builder Deserialize Double Enum Integer JsonProperty Kinds List Long Map MayBeAbsent MayBeNull NotIn Object ObjectType Option Override Parts Read ReadonlyMap Record Result Scales Self Serialize String SuppressWarnings Vec";

/** An object in a format: its bytes, and how they are shown; or why the format cannot carry it. */
export interface Form {
  readonly format: string;
  readonly bytes?: Uint8Array;
  readonly shown?: string;
  readonly why?: string;
}

export interface OwnObject {
  readonly samples: number;
  readonly notes: Notes;
  readonly forms: readonly Form[];
}

/** What is concluded of a document. Throws Failed. */
export function ownObject(text: string, name: string, types: readonly string[]): OwnObject {
  checkName(name, types);
  const [samples, notes] = [samplesOf(text), new Notes()];
  const kind = concluded(observed(samples), notes);
  const object = canonical(samples, kind, name);
  const why = notInXml(kind, name);
  const document = Uint8Array.from(bson(object, kind));
  const forms = [
    text_("JSON", json(object)),
    { format: "BSON", bytes: document, shown: hex(document) },
    why ? { format: "XML", why } : text_("XML", xml(name, object)),
  ];
  return { samples: samples.length, notes, forms };
}

function text_(format: string, shown: string): Form {
  return { format, bytes: utf8(shown), shown };
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte, at) => byte.toString(16).padStart(2, "0") + (at % 16 === 15 ? "\n" : " ")).join("");
}

function has(names: readonly string[], name: string): boolean {
  return names.some((other) => other.toLowerCase() === name.toLowerCase());
}

function checkName(name: string, types: readonly string[]): void {
  let [why, todo] = ["", "give it another, like OrderLine"];
  if (!/^[A-Z][A-Za-z0-9]{0,39}$/.test(name)) {
    why = "a class of that name is made: at most 40 letters and digits, the first a capital";
  } else if (has(TAKEN.split(" "), name)) {
    [why, todo] = ["a language has something of that name", `give it another, like ${name}Body`];
  } else if (has(types, name)) {
    [why, todo] = ["the testbed has a type of that name", `give it another, like Our${name}`];
  }
  if (why) throw new Failed(`an object type cannot be called '${name.slice(0, 60)}'`, why, todo);
}

/** The command for a file, and the one that brings the document along. */
export function commands(name: string, text: string, options: readonly string[]): [string, string] {
  const add = (from: string) => ["bench-driver object add", name, "--from", from, ...options].join(" ");
  return [add(`${name.toLowerCase()}.json`), `${add("-")} <<'JSON'\n${text.trim()}\nJSON`];
}
