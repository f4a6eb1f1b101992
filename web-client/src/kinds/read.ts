/** How objects are read from what a library made of bytes: by kind, strictly, and with the place of what is wrong. */

/** Why something is no object of its type; the place is like `lines[3].sku`, and empty where it is the whole. */
export class Refused extends Error {
  readonly place: string;
  readonly why: string;

  constructor(place: string, why: string) {
    super(place === "" ? why : `${place}: ${why}`);
    this.place = place;
    this.why = why;
  }
}

/** Reads a value of one kind; `place` is its own, inside what holds it. Throws Refused. */
export type Read<T> = (value: unknown, place: string) => T;

/** What a record may be made of: each field under its name, of a kind that nobody has looked at. */
export type Given<T> = { readonly [Name in keyof T]?: unknown };

/** What differs between formats: how each kind stands in them. */
export interface Source {
  readonly text: Read<string>;
  readonly int32: Read<number>;
  readonly int64: Read<bigint>;
  readonly double: Read<number>;
  readonly boolean: Read<boolean>;
  /** The items of a list; in XML an absent one is empty. */
  readonly items: Read<readonly unknown[]>;
  /** The fields of a record, or the entries of a map, none of them inherited but what every object has. */
  readonly fields: Read<Readonly<Record<string, unknown>>>;
}

/** A reader for each kind that a schema has. */
export interface Kinds extends Omit<Source, "items" | "fields"> {
  readonly oneOf: <T extends string>(values: readonly T[]) => Read<T>;
  readonly list: <T>(item: Read<T>) => Read<readonly T[]>;
  readonly map: <T>(value: Read<T>) => Read<ReadonlyMap<string, T>>;
  /** `make` names every field of the record, with undefined for one that is absent, so all others are unknown. */
  readonly record: <T extends object>(make: (of: Given<T>) => T) => Read<T>;
}

/** An object type: its name, the formats that cannot carry it with the reason, and its reader. */
export interface ObjectType<T> {
  readonly name: string;
  readonly notIn: Readonly<Record<string, string>>;
  readonly reader: (kinds: Kinds) => Read<T>;
}

/** Ends reading: `wanted` is what should stand here, like "a text". */
export function refuse(value: unknown, place: string, wanted: string): never {
  throw new Refused(place, value === undefined ? "it is missing" : `it is not ${wanted}`);
}

/** The kinds of a format. */
export function kindsOf(source: Source): Kinds {
  const { text, items, fields } = source;
  return {
    ...source,
    oneOf: <T extends string>(values: readonly T[]): Read<T> => {
      const known = new Set<string>(values);
      return (value, place) => {
        const found = text(value, place);
        return known.has(found) ? (found as T) : refuse(value, place, `one of ${values.join(", ")}`);
      };
    },
    list: (item) => (value, place) => eachItem(items(value, place), place, item),
    map: (read) => (value, place) => eachEntry(fields(value, place), place, read),
    record: (make) => (value, place) => made(fields(value, place), place, make),
  };
}

/** A field that may be absent, and not null. */
export function optional<T>(read: Read<T>, value: unknown, place: string): T | undefined {
  return value === undefined ? undefined : read(value, place);
}

/** A field that may be null, and not absent. */
export function nullable<T>(read: Read<T>, value: unknown, place: string): T | null {
  return value === null ? null : read(value, place);
}

/** The value of a field that has the name of something which every object inherits, like `constructor`. */
export function own(of: object, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name as keyof typeof of] : undefined;
}

function eachItem<T>(items: readonly unknown[], place: string, read: Read<T>): readonly T[] {
  const list: T[] = [];
  try {
    for (const item of items) list.push(read(item, ""));
  } catch (error) {
    throw inside(`${place}[${list.length}]`, error);
  }
  return list;
}

function eachEntry<T>(fields: Readonly<Record<string, unknown>>, place: string, read: Read<T>): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const key in fields) {
    try {
      map.set(key, read(fields[key], ""));
    } catch (error) {
      throw inside(`${place}[${JSON.stringify(key)}]`, error);
    }
  }
  return map;
}

function made<T extends object>(fields: Given<T>, place: string, make: (of: Given<T>) => T): T {
  try {
    const record = make(fields);
    for (const name in fields) {
      if (!Object.hasOwn(record, name)) throw new Refused(name, "no field has this name");
    }
    return record;
  } catch (error) {
    throw inside(place, error);
  }
}

/** The same error, its place seen from further out. */
function inside(place: string, error: unknown): unknown {
  if (!(error instanceof Refused) || place === "") return error;
  const joint = error.place === "" || error.place.startsWith("[") ? "" : ".";
  return new Refused(place + joint + error.place, error.why);
}
