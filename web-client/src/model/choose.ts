/** Which of the things measured are shown. */

import type { Sweep, SweepLine, Sweeps } from "../contract/page";
import type { Address } from "./address";

/** What every row has that can be filtered. */
export interface OfCell {
  readonly object_type: string;
  readonly format: string;
  readonly condition: string;
}

/** The rows that the filters of type and format let through. */
export function shown<T extends OfCell>(rows: readonly T[], address: Address): T[] {
  return rows.filter((row) => fits(address.type, row.object_type) && fits(address.format, row.format));
}

function fits(wanted: string, value: string): boolean {
  return wanted === "" || wanted === value;
}

/** The values of a row's field, each once, in their order. */
export function values<T>(rows: readonly T[], field: (row: T) => string): string[] {
  return [...new Set(rows.map(field))];
}

/** The choices of an address that none of the rows has, in words. */
export function unknownChoices(rows: readonly OfCell[], address: Address): string[] {
  const fields: [string, string, (row: OfCell) => string][] = [
    ["object type", address.type, (row) => row.object_type],
    ["format", address.format, (row) => row.format],
    ["condition", address.condition, (row) => row.condition],
  ];
  return fields
    .filter(([, wanted, of]) => wanted !== "" && !values(rows, of).includes(wanted))
    .map(([field, wanted]) => `${field} ${wanted}`);
}

/**
 * The sweep that a state names: by its id, the newest by a label, or as `last` the newest in groups. Where none is
 * named it is the newest complete one, since an interrupted sweep answers less than the complete one before it.
 */
export function chosen(known: Sweeps, name: string): SweepLine | undefined {
  if (name === "" || name === "last") {
    const inGroups = known.sweeps.filter((line) => line.in_groups);
    const complete = name === "" ? inGroups.find((line) => line.state === "complete") : undefined;
    return complete ?? inGroups[0] ?? known.sweeps[0];
  }
  return known.sweeps.find((line) => line.id === name) ?? known.sweeps.find((line) => line.label === name);
}

/** The condition that a state names, else the answer's. */
export function conditionOf(sweep: Sweep, address: Address) {
  return sweep.conditions.find((one) => one.name === address.condition) ?? sweep.conditions[0];
}

/** Each consumer's colour, by the plan's order, as in the report. */
export function colours(consumers: readonly string[]): ReadonlyMap<string, number> {
  return new Map(consumers.map((name, place) => [name, place % 6]));
}
