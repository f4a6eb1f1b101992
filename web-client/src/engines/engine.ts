/** What an engine is: a library that makes objects of bytes, and what it leaves undone. */

import { type Kinds, kindsOf, type ObjectType, type Read, Refused, type Source } from "../kinds/read";

/** What each engine's file says of it. */
export interface Library {
  readonly name: string;
  readonly library: string;
  readonly version: string;
  readonly format: string;
  /** What the library makes of bytes; for XML the root element. Throws what the library throws. */
  readonly parse: (bytes: Uint8Array, type: string) => unknown;
  readonly source: Source;
}

export interface Engine extends Omit<Library, "parse" | "source"> {
  /** The object in these bytes, which holds no part of them. Throws Refused, or what the library throws. */
  readonly decode: <T>(bytes: Uint8Array, type: ObjectType<T>) => T;
}

/** Each reason why an engine says another thing than the contract, with the names of bodies in `providers/` that show it. */
export type Reasons = Readonly<Record<string, readonly string[]>>;

/** The engine that a library is. */
export function engine({ parse, source, ...known }: Library): Engine {
  const kinds: Kinds = kindsOf(source);
  const readers = new Map<ObjectType<unknown>, Read<unknown>>();
  return {
    ...known,
    decode<T>(bytes: Uint8Array, type: ObjectType<T>): T {
      let read = readers.get(type) as Read<T> | undefined;
      if (read === undefined) {
        const why = type.notIn[known.format];
        if (why !== undefined) throw new Refused("", `${known.format} does not carry ${type.name}: ${why}`);
        read = type.reader(kinds);
        readers.set(type, read);
      }
      return read(parse(bytes, type.name), "");
    },
  };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text in bytes of UTF-8, which begins with no byte order mark. */
export function textOf(bytes: Uint8Array): string {
  const text = UTF8.decode(bytes);
  if (text.startsWith("\ufeff")) throw new Refused("", "it begins with a byte order mark");
  return text;
}

const BROWSER = /(?:Firefox|Chrome|Version|Node\.js)\/[\d.]+/;

/** The browser, which is the library of the engines that every browser has, and its version. */
export function browser(): { readonly library: string; readonly version: string } {
  const [library = "browser", version = "unknown"] = BROWSER.exec(navigator.userAgent)?.[0].split("/") ?? [];
  return { library: library === "Version" ? "Safari" : library, version };
}
