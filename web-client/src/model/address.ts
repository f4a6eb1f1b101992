/** What is shown, as the address has it: each state of the page is a link. */

export const VIEWS = ["answer", "compared", "nights", "sweeps", "live", "try"] as const;
export type ViewName = (typeof VIEWS)[number];

/** Empty where nothing is chosen: then a sweep is the newest one, and a filter lets everything through. */
export interface Address {
  readonly view: ViewName;
  readonly sweep: string;
  /** The sweep that it is compared with. */
  readonly baseline: string;
  readonly type: string;
  readonly format: string;
  readonly condition: string;
  /** Of Try it: the provider, the browser's engine, the Rust and the Java server's, objects a slice, slices, objects before the first, and who parses beside the browser. */
  readonly provider: string;
  readonly engine: string;
  readonly rust: string;
  readonly java: string;
  readonly objects: string;
  readonly slices: string;
  readonly warmup: string;
  readonly beside: string;
}

const WORDS = [
  "sweep",
  "baseline",
  "type",
  "format",
  "condition",
  "provider",
  "engine",
  "rust",
  "java",
  "objects",
  "slices",
  "warmup",
  "beside",
] as const;
const NOTHING = { view: "answer", ...Object.fromEntries(WORDS.map((word) => [word, ""])) } as unknown as Address;

/** The state of a query; what cannot be read is passed over. */
export function read(query: string): Address {
  const given = new URLSearchParams(query);
  const view = VIEWS.find((name) => name === given.get("view")) ?? NOTHING.view;
  return { ...NOTHING, view, ...Object.fromEntries(WORDS.map((word) => [word, given.get(word) ?? ""])) };
}

/** The query of a state, the shortest that says it. */
export function query(address: Address): string {
  const said = Object.entries(address).filter(([name, value]) => value !== NOTHING[name as keyof Address]);
  return `?${new URLSearchParams(said)}`;
}
