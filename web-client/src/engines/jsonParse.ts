/**
 * JSON by the browser's `JSON.parse`, whose numbers are all doubles.
 *
 * Quirks: of two equal names it keeps the last. Of an integer beyond 2^53 it keeps no digits, so such an int64 is
 * refused, and 1.0 is an integer like any other; `jsonParseSource.ts` knows better, and takes several times as long.
 */

import { refuse, Refused } from "../kinds/read";
import { browser, engine, type Reasons, textOf } from "./engine";
import { LENIENT } from "./json";
import { boolean, fields, isInt32, items, text } from "./plain";

export const jsonParse = engine({
  name: "JSON.parse",
  ...browser(),
  format: "JSON",
  parse: (bytes) => JSON.parse(textOf(bytes)) as unknown,
  source: {
    text,
    boolean,
    items,
    fields,
    int32: (value, place) => (isInt32(value) ? value : refuse(value, place, "an integer of 32 bits")),
    int64: (value, place) => BigInt(safe(value, place)),
    double: (value, place) =>
      typeof value === "number" && Number.isFinite(value) ? value : refuse(value, place, "a finite number"),
  },
});

function safe(value: unknown, place: string): number {
  if (!Number.isInteger(value) || Object.is(value, -0)) return refuse(value, place, "an integer of 64 bits");
  if (!Number.isSafeInteger(value)) throw new Refused(place, "it is an integer of which JSON.parse keeps no digits");
  return value as number;
}

/** What it reads, and the contract refuses. */
export const lenient: Reasons = {
  ...LENIENT,
  "JSON.parse makes the same number of 1 and 1.0": [
    "NumericObject.a-fraction-for-an-int64",
    "NumericObject.a-fraction-of-zero-for-an-int32",
    "NumericObject.an-exponent-for-an-int32",
    "NumericObject.an-exponent-for-an-int64",
    "NumericObject.an-exponent-that-makes-it-whole-for-an-int32",
  ],
};

/** What it refuses, and the contract does not. */
export const refused: Reasons = {
  "JSON.parse keeps no digits of an integer beyond 2^53": [
    "NumericObject.an-odd-int64",
    "NumericObject.the-greatest-int64",
    "NumericObject.the-least-int64",
    "SocialTimeline",
    "Timeline",
    "Tweet",
  ],
};
