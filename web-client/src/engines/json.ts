/** What `JSON.parse` reads, with the source of numbers or without, and the contract refuses. */

import type { Reasons } from "./engine";

export const LENIENT: Reasons = {
  "of two equal names JSON.parse keeps the last, and tells nobody": [
    "DummyObject.a-field-again-behind-a-list-of-texts",
    "DummyObject.a-field-twice-behind-a-list-of-texts",
    "DummyObject.a-list-again-behind-a-list-of-texts",
    "LogLine.a-key-again-as-a-backspace",
    "LogLine.a-key-again-as-a-form-feed",
    "LogLine.a-key-again-of-four-bytes",
    "LogLine.a-key-again-of-three-bytes",
    "LogLine.a-key-again-with-escapes",
    "LogLine.a-key-twice",
    "NumericObject.a-field-twice",
    "NumericObject.a-field-twice-in-a-nested-record",
    "NumericObject.a-field-twice-with-an-escape-in-its-name",
    "NumericObject.a-list-twice",
    "Order.an-optional-text-twice",
  ],
  "a map has any number of keys": ["LogLine.4097-keys"],
  "a number may be of any length": ["NumericObject.a-fraction-of-65-bytes", "NumericObject.an-exponent-of-65-bytes"],
  "-0 is a double": ["NumericObject.minus-zero-for-a-double"],
};
