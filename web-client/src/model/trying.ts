/** What Try it asks for, and what it says of what it was told. Pure. */

import type { Interval, Server, Servers } from "../contract/page";
import type { Address } from "./address";
import { grouped } from "./words";

/** Objects of a slice: what is proposed, and what there may be. */
export const OBJECTS = ["1000", "5000", "10000", "50000"] as const;
export const FEWEST = 1;
export const MOST = 100_000;
export const SLICES = ["1", "5", "10", "20", "40"] as const;
/** Objects before the first slice, which are not counted. */
export const WARMUPS = ["20000", "0"] as const;
/** Where bodies come from: memory, over and over; or the provider, each for the slice that parses it. */
export const CONDITIONS = ["replay", "block"] as const;
/** What the address says where the browser is alone. */
export const NOBODY = "nobody";
/** Bodies that a server fetches before it parses them. */
const BLOCK = 500;
/** Different objects that everybody cycles through, where the type has so many. */
const VARIANTS = 256;

/** Everything that a try is. */
export interface Asked {
  readonly type: string;
  readonly format: string;
  readonly condition: (typeof CONDITIONS)[number];
  /** The browser's engine by its name. */
  readonly engine: string;
  readonly objects: number;
  readonly slices: number;
  readonly variants: number;
  /** Objects before the first slice, at least. */
  readonly warmup: number;
  readonly provider: Server;
  /** Those that answer, with the engine that each shall use, empty for its default. */
  readonly consumers: readonly (readonly [Server, engine: string])[];
}

/** A run of `POST /triggerReqs`. */
export interface RunRequest {
  readonly amount: number;
  readonly warmup: number;
  readonly provider_url: string;
  readonly server_type: string;
  readonly object_type: string;
  readonly object_format: string;
  readonly variants: number;
  readonly source?: "replay";
  readonly block?: number;
  readonly engine?: string;
}

/** The providers that answer. */
export function providersOf({ servers }: Servers): Server[] {
  return servers.filter((server) => server.role === "provider" && server.up);
}

/** The provider that is asked for bodies: the one of that name, else the first that answers. */
export function providerOf(known: Servers, name: string): Server | undefined {
  const up = providersOf(known);
  return up.find((server) => server.name === name) ?? up[0];
}

/** The engines of a server that read a type in a format. */
export function enginesOf(server: Server | undefined, type: string, format: string): string[] {
  const fitting = server?.engines.filter((one) => one.format === format && one.object_types.includes(type));
  return fitting?.map((one) => one.name) ?? [];
}

/** The formats that carry a type, as the provider says, and that the page has engines for. */
export function formatsOf(provider: Server, type: string, engines: (format: string) => readonly string[]): string[] {
  const carrying = provider.engines.filter((one) => one.object_types.includes(type)).map((one) => one.format);
  return [...new Set(carrying)].filter((format) => engines(format).length > 0);
}

/** One of these, where it is; else the first, or the one that is wanted first. */
export function oneOf(given: string, known: readonly string[], first = known[0] ?? ""): string {
  return known.includes(given) ? given : known.includes(first) ? first : (known[0] ?? "");
}

/** What an address asks for, of what is there. */
export function asked(
  address: Address,
  known: Servers,
  provider: Server,
  types: readonly string[],
  engines: (format: string) => readonly string[],
): Asked {
  const type = oneOf(address.type, types, "DummyObject");
  const format = oneOf(address.format, formatsOf(provider, type, engines), "JSON");
  const consumers = (address.beside === NOBODY ? [] : known.servers)
    .filter((server) => server.role === "consumer" && enginesOf(server, type, format).length > 0)
    .map((server) => {
      const wanted = { rust: address.rust, java: address.java }[server.runtime] ?? "";
      return [server, oneOf(wanted, enginesOf(server, type, format))] as const;
    });
  const announced = provider.object_types.find((one) => one.name === type)?.variants ?? 1;
  return {
    type,
    format,
    condition: oneOf(address.condition, CONDITIONS) as Asked["condition"],
    engine: oneOf(address.engine, engines(format)),
    objects: countOf(address.objects),
    slices: Number(oneOf(address.slices, SLICES, "10")),
    variants: Math.min(VARIANTS, announced),
    warmup: Number(oneOf(address.warmup, WARMUPS)),
    provider,
    consumers,
  };
}

/** Objects of a slice, as an address has them; 5,000 where that is no such number. */
export function countOf(given: string): number {
  const count = Number(given);
  return Number.isInteger(count) && FEWEST <= count && count <= MOST ? count : 5000;
}

/** The run that is a slice of a server; `lead` objects are parsed before, and reported apart. */
export function request(of: Asked, engine: string, lead: number): RunRequest {
  return {
    amount: of.objects,
    warmup: lead,
    provider_url: of.provider.url,
    server_type: of.provider.runtime,
    object_type: of.type,
    object_format: of.format,
    variants: of.variants,
    ...(of.condition === "replay" ? { source: "replay" } : { block: BLOCK }),
    ...(engine && { engine }),
  };
}

/** The same by hand: a line for a shell. */
export function curl(url: string, run: RunRequest): string {
  const body = JSON.stringify(run).replaceAll("'", "'\\''");
  return `curl -s ${url}/triggerReqs -H 'Content-Type: application/json' -d '${body}'`;
}

/** Who is how fast beside the browser. */
export function sentence(beside: readonly (readonly [name: string, Interval])[]): string {
  const said = beside.map(([name, { estimate, low, high }], place) => {
    const of = place > 0 ? "" : ` ${estimate < 1 ? "of" : "times"} the browser's time`;
    const close = low === undefined || high === undefined ? "" : ` (${factor(low)} to ${factor(high)})`;
    return `${name}${place > 0 ? "" : " parses"} in ${factor(estimate)}${of}${close.replaceAll(" ", "\u00a0").replace("\u00a0", " ")}`;
  });
  return said.length === 0 ? "" : `${said.join(", ")}.`;
}

/** How long the browser alone takes: for its one slice, or for an object. */
export function alone({ slices, objects }: Asked, found: Interval | null, total: number | undefined): string {
  if (!found) return "";
  if (slices > 1 || total === undefined) return `The browser takes ${ns(found.estimate)} ns an object.`;
  return `The browser parses ${grouped(objects)} ${objects === 1 ? "object" : "objects"} in ${(total / 1e6).toFixed(3)} ms.`;
}

/** A factor of two digits behind the point, or of three digits. */
function factor(value: number): string {
  return value >= 10 ? value.toPrecision(3) : value.toFixed(2);
}

/** ns, of three digits or more. */
export function ns(value: number): string {
  return value < 100 ? value.toPrecision(3) : grouped(Math.round(value));
}

/** A figure's interval in words. */
export function between(found: Interval | null): string {
  return found?.low === undefined || found.high === undefined ? "" : `${ns(found.low)} to ${ns(found.high)}`;
}

/** A time that is left, s, in words. */
export function left(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 90 ? `${whole} s` : `${Math.round(whole / 60)} min`;
}
