/** What samples hold at each place, counted, as the driver's `observed.py` counts it. */

import { Failed } from "../model/failed";
import { isList, isMap, tooDeep, type Value } from "./json";

/** Doubles that every library writes alike, in magnitude; 0 too. */
export const SMALLEST = 0.001;
export const TOO_LARGE = 10_000_000;
/** No format may have these in a text. */
export const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const DEEPEST = 64;
const MOST_PLACES = 20_000;
const MOST_TEXTS = 65;
const LOOKS: Record<string, RegExp> = {
  times:
    /^\p{Nd}{4}-\p{Nd}\p{Nd}-\p{Nd}\p{Nd}[T ]\p{Nd}\p{Nd}:\p{Nd}\p{Nd}(:\p{Nd}\p{Nd}(\.\p{Nd}+)?)?(Z|[+-]\p{Nd}\p{Nd}:?\p{Nd}\p{Nd})?$/u,
  dates: /^\p{Nd}{4}-\p{Nd}\p{Nd}-\p{Nd}\p{Nd}$/u,
  UUIDs: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  numbers: /^-?\p{Nd}+(\.\p{Nd}+)?$/u,
  URLs: /^[a-z][a-z0-9+.-]*:\/\/\S+$/,
  "email addresses": /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
};

/** The least and the most of something, over how often it came. */
export class Range {
  count = 0;
  least: number | bigint = 0;
  most: number | bigint = 0;

  add(size: number | bigint): void {
    this.merge({ count: 1, least: size, most: size });
  }

  merge({ count, least, most }: Pick<Range, "count" | "least" | "most">): void {
    if (count && (!this.count || least < this.least)) this.least = least;
    if (count && (!this.count || most > this.most)) this.most = most;
    this.count += count;
  }

  /** `3 items`, `1 to 4 items`. */
  of(what: string): string {
    const [least, most] = [this.least, this.most].map((end) => end.toLocaleString("en"));
    return least === most ? counted(least as string, what) : `${least} to ${most} ${what}s`;
  }
}

export function counted(number: string, what: string): string {
  return `${number} ${what}${number === "1" ? "" : "s"}`;
}

/** All values at one place of the samples. */
export class Seen {
  count = 0;
  nulls = 0;
  booleans = 0;
  outside = 0;
  controls = 0;
  readonly integers = new Range();
  readonly doubles = new Range();
  readonly digits = new Range();
  readonly texts = new Range();
  readonly lists = new Range();
  readonly records = new Range();
  readonly different = new Set<string>();
  looks = Object.keys(LOOKS);
  item: Seen | undefined;
  readonly fields = new Map<string, Seen>();

  /** The kinds that came; an integer next to a double is one. */
  get kinds(): string[] {
    const counts = {
      boolean: this.booleans,
      number: this.integers.count + this.doubles.count,
      text: this.texts.count,
      list: this.lists.count,
      record: this.records.count,
    };
    return Object.entries(counts).flatMap(([name, count]) => (count ? [name] : []));
  }

  /** With all of another place, as a map's values are one place. */
  merge(other: Seen): Seen {
    for (const name of ["count", "nulls", "booleans", "outside", "controls"] as const) this[name] += other[name];
    for (const name of ["integers", "doubles", "digits", "texts", "lists", "records"] as const) {
      this[name].merge(other[name]);
    }
    if (this.different.size < MOST_TEXTS) for (const text of other.different) this.different.add(text);
    this.looks = this.looks.filter((look) => other.looks.includes(look));
    if (other.item) this.item = (this.item ?? new Seen()).merge(other.item);
    for (const [name, held] of other.fields) this.fields.set(name, (this.fields.get(name) ?? new Seen()).merge(held));
    return this;
  }
}

/** All samples, each of them a record. Throws Failed where they are more than an object type can be. */
export function observed(samples: readonly Value[]): Seen {
  let places = 0;
  const place = (): Seen => {
    if (++places <= MOST_PLACES) return new Seen();
    throw tooMany("fields and keys", MOST_PLACES);
  };
  const add = (seen: Seen, value: Value, path: readonly string[]): void => {
    if ((isList(value) || isMap(value)) && path.length >= DEEPEST) throw tooDeep();
    seen.count++;
    if (value === null) seen.nulls++;
    else if (typeof value === "boolean") seen.booleans++;
    else if (typeof value === "bigint") {
      const size = value < 0n ? -value : value;
      seen.integers.add(value);
      seen.digits.add(`${size}`.length);
      seen.outside += Number(size >= TOO_LARGE);
    } else if (typeof value === "number") {
      seen.doubles.add(value);
      seen.outside += Number(value !== 0 && !(SMALLEST <= Math.abs(value) && Math.abs(value) < TOO_LARGE));
    } else if (typeof value === "string") {
      checkUtf8(value, path);
      seen.texts.add([...value].length);
      seen.controls += Number(value.search(CONTROLS) >= 0);
      if (seen.different.size < MOST_TEXTS) seen.different.add(value);
      seen.looks = seen.looks.filter((look) => LOOKS[look]?.test(value));
    } else if (isList(value)) {
      seen.lists.add(value.length);
      seen.item ??= place();
      for (const item of value) add(seen.item, item, [...path, "[]"]);
    } else if (isMap(value)) {
      seen.records.add(value.size);
      for (const [name, held] of value) {
        checkUtf8(name, path);
        if (!seen.fields.has(name)) seen.fields.set(name, place());
        add(seen.fields.get(name) as Seen, held, [...path, name]);
      }
    }
  };
  const root = new Seen();
  let first: ReadonlyMap<string, Value> | undefined;
  samples.forEach((sample, at) => {
    if (!isMap(sample)) {
      const todo = 'give objects; make anything else a field of one, such as {"items": [...]}';
      throw new Failed(`sample ${at + 1} is ${called(sample)}, and no object`, "", todo);
    }
    if (!first?.size) first = sample;
    if (first.size && sample.size && ![...sample.keys()].some((name) => first?.has(name))) {
      const todo = "add each kind of object under a name of its own";
      throw new Failed(`sample ${at + 1} has no field of the first`, "an object type is one record", todo);
    }
    add(root, sample, []);
  });
  return root;
}

/** What has more parts than there may be. */
export function tooMany(what: string, most: number): Failed {
  const why = `at most ${most.toLocaleString("en")} are read`;
  return new Failed(`it has too many ${what}`, why, "give a part of it");
}

function checkUtf8(text: string, path: readonly string[]): void {
  if (text.isWellFormed()) return;
  const where = path.join(".").replaceAll(".[]", "[]") || "the object";
  const why = "half of a surrogate pair is no character";
  throw new Failed(`${where}: a text or name cannot be UTF-8`, why, "mend its escape");
}

function called(value: Value): string {
  if (value === null) return "null";
  if (isList(value)) return "a list";
  return typeof value === "string" ? "a text" : typeof value === "boolean" ? "a boolean" : "a number";
}
