/** What is shown, as the address has it: each state of the page is a link. */

export const VIEWS = ["answer", "compared", "nights", "sweeps"] as const;
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
}

const NOTHING: Address = { view: "answer", sweep: "", baseline: "", type: "", format: "", condition: "" };

/** The state of a query; what cannot be read is passed over. */
export function read(query: string): Address {
  const given = new URLSearchParams(query);
  const view = VIEWS.find((name) => name === given.get("view")) ?? NOTHING.view;
  const word = (name: string) => given.get(name) ?? "";
  return {
    view,
    sweep: word("sweep"),
    baseline: word("baseline"),
    type: word("type"),
    format: word("format"),
    condition: word("condition"),
  };
}

/** The query of a state, the shortest that says it. */
export function query(address: Address): string {
  const said = Object.entries(address).filter(([name, value]) => value !== NOTHING[name as keyof Address]);
  return `?${new URLSearchParams(said)}`;
}
