/**
 * JSON by the browser's `JSON.parse` with the source of each number, which tells 1 from 1.0 and has all digits.
 *
 * Quirks: of two equal names it keeps the last. The function that gets the source is called for each value, which
 * takes several times as long as the rest. Older browsers do not give it (Chromium does since 114,
 * https://github.com/tc39/proposal-json-parse-with-source); there every number is refused.
 */

import { refuse } from "../kinds/read";
import { browser, engine, textOf } from "./engine";
import { LENIENT } from "./json";
import { boolean, fields, isInt64, items, text } from "./plain";

const INTEGER = /^(?:0|-?[1-9]\d*)$/;

export const jsonParseSource = engine({
  name: "JSON.parse-source",
  ...browser(),
  format: "JSON",
  parse: (bytes) => JSON.parse(textOf(bytes), exact) as unknown,
  source: {
    text,
    boolean,
    items,
    fields,
    int32: (value, place) =>
      typeof value === "bigint" && BigInt.asIntN(32, value) === value
        ? Number(value)
        : refuse(value, place, "an integer of 32 bits"),
    int64: (value, place) =>
      typeof value === "bigint" && isInt64(value) ? value : refuse(value, place, "an integer of 64 bits"),
    double: (value, place) => {
      const number = typeof value === "bigint" ? Number(value) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : refuse(value, place, "a finite number");
    },
  },
});

/** A number that is written as an integer as a bigint, any other value as it is. */
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number") return value;
  if (context?.source === undefined) throw new Error("this browser's JSON.parse gives no sources");
  return INTEGER.test(context.source) ? BigInt(context.source) : value;
}

/** What it reads, and the contract refuses. */
export const lenient = LENIENT;
