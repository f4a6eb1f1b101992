/** What is shown, as the address has it: each state of the page is a link. */

export const VIEWS = ["answer", "compared", "nights", "sweeps", "live", "try", "own"] as const;
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

const ROWS: readonly (typeof WORDS)[number][] = ["type", "format", "condition"];

/** What can be chosen in each view beside the sweep; the address says nothing else. */
const CHOICES: Record<ViewName, readonly (typeof WORDS)[number][]> = {
  answer: ROWS,
  compared: ["baseline", ...ROWS],
  nights: ROWS,
  sweeps: [],
  live: [],
  try: [...ROWS, "provider", "engine", "rust", "java", "objects", "slices", "warmup", "beside"],
  own: [],
};

/** The same sweep in another view. Views of a sweep share their choices; Try it measures something else. */
export function inView(address: Address, view: ViewName): Address {
  const kept = (view === "try") === (address.view === "try") ? CHOICES[view] : [];
  return { ...NOTHING, view, sweep: address.sweep, ...Object.fromEntries(kept.map((word) => [word, address[word]])) };
}

/** The views that there are: a published site has nobody who could run anything. */
export function viewsOf(served: boolean): ViewName[] {
  return VIEWS.filter((view) => served || (view !== "live" && view !== "try"));
}

/** The state of a query; what cannot be read, or is no choice of its view, is passed over. */
export function read(query: string): Address {
  const given = new URLSearchParams(query);
  const view = VIEWS.find((name) => name === given.get("view")) ?? NOTHING.view;
  const words = ["sweep", ...CHOICES[view]];
  return { ...NOTHING, view, ...Object.fromEntries(words.map((word) => [word, given.get(word) ?? ""])) };
}

/** The query of a state, the shortest that says it. */
export function query(address: Address): string {
  const said = Object.entries(address).filter(([name, value]) => value !== NOTHING[name as keyof Address]);
  return `?${new URLSearchParams(said)}`;
}
