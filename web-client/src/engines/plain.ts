/** What a library makes of texts, booleans, lists and records where it makes plain values of them. */

import { type Read, refuse } from "../kinds/read";

export const text: Read<string> = (value, place) =>
  typeof value === "string" && value.isWellFormed() ? value : refuse(value, place, "a text of whole characters");

export const boolean: Read<boolean> = (value, place) =>
  typeof value === "boolean" ? value : refuse(value, place, "a boolean");

export const items: Read<readonly unknown[]> = (value, place) =>
  Array.isArray(value) ? value : refuse(value, place, "a list");

export const fields: Read<Readonly<Record<string, unknown>>> = (value, place) =>
  isPlain(value) ? value : refuse(value, place, "a record");

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether a number is one of 32 bits; -0 is none. */
export function isInt32(value: unknown): value is number {
  return typeof value === "number" && Object.is(value | 0, value);
}

/** Whether an integer fits 64 bits. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
