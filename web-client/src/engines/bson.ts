/**
 * BSON by MongoDB's `bson`, which keeps each number's kind where it may not promote values: an Int32, a Double or a Long.
 *
 * Quirks: of two equal names it keeps the last; it reads names that are not UTF-8 with U+FFFD in them; it makes a
 * DBRef of a document whose names begin with `$ref` and `$id`, so a map with such keys is refused.
 */

import { deserialize, Double, Int32, Long } from "bson";
import { refuse } from "../kinds/read";
import { versions } from "../linked";
import { engine, type Reasons } from "./engine";
import { boolean, fields, isInt32, items, text } from "./plain";

const OPTIONS = { promoteValues: false } as const;

export const bson = engine({
  name: "bson",
  library: "bson",
  version: versions.bson,
  format: "BSON",
  parse: (bytes) => deserialize(bytes, OPTIONS) as unknown,
  source: {
    text,
    boolean,
    items,
    fields,
    int32: (value, place) => {
      const number = value instanceof Int32 ? value.value : value instanceof Long ? value.toNumber() : undefined;
      return isInt32(number) ? number : refuse(value, place, "an integer of 32 bits");
    },
    int64: (value, place) =>
      value instanceof Long
        ? (BigInt(value.high) << 32n) | BigInt(value.low >>> 0) // its own toBigInt() goes by way of digits
        : value instanceof Int32
          ? BigInt(value.value)
          : refuse(value, place, "an integer of 64 bits"),
    double: (value, place) => {
      const number =
        value instanceof Double || value instanceof Int32
          ? value.value
          : value instanceof Long
            ? value.toNumber()
            : Number.NaN;
      return Number.isFinite(number) ? number : refuse(value, place, "a finite number");
    },
  },
});

/** What it reads, and the contract refuses. */
export const lenient: Reasons = {
  "of two equal names the library keeps the last, and tells nobody": [
    "DummyObject.a-field-again-behind-a-list-of-texts",
    "DummyObject.a-field-twice-behind-a-list-of-texts",
    "DummyObject.a-list-again-behind-a-list-of-texts",
    "LogLine.a-key-twice",
    "NumericObject.a-field-twice",
    "NumericObject.a-field-twice-in-a-nested-record",
    "NumericObject.a-list-twice",
  ],
  "a map has any number of keys": ["LogLine.4097-keys"],
};
