/** What is shown, as CSV by RFC 4180: numbers as they came, with a point and unrounded; an unknown one is an empty cell. */

import type { ComparedRow, Condition, Interval, Line, Row } from "../contract/page";

type Cell = string | number | boolean | null | undefined;
type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

/** A heading, and a line each item. */
export function csv<T>(columns: Columns<T>, items: readonly T[]): string {
  const lines = [Object.keys(columns), ...items.map((item) => Object.values(columns).map((value) => value(item)))];
  return `${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(value: Cell): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface Measured {
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
  readonly ratio: Interval | null;
  readonly kind: string;
  readonly verdict: string;
}

const CELL: Columns<Measured> = {
  object_type: (row) => row.object_type,
  format: (row) => row.format,
  operation: (row) => row.operation,
  condition: (row) => row.condition,
};

const RATIO: Columns<Measured> = {
  ratio: (row) => row.ratio?.estimate,
  low: (row) => row.ratio?.low,
  high: (row) => row.ratio?.high,
  rounds: (row) => row.ratio?.rounds,
  kind: (row) => row.kind,
  verdict: (row) => row.verdict,
};

/** The rows of a sweep's answer. */
export function ofRows(sweep: string, condition: Condition, rows: readonly Row[]): string {
  const columns: Columns<Row> = {
    sweep: () => sweep,
    ...CELL,
    baseline: (row) => row.baseline.contender,
    baseline_library: (row) => row.baseline.library,
    baseline_figure: (row) => row.baseline.value,
    other: (row) => row.other.contender,
    other_library: (row) => row.other.library,
    other_figure: (row) => row.other.value,
    unit: () => condition.unit,
    ...RATIO,
  };
  return csv(columns, rows);
}

/** The rows of two sweeps beside each other. */
export function ofCompared(first: string, second: string, rows: readonly ComparedRow[]): string {
  const columns: Columns<ComparedRow> = {
    first_sweep: () => first,
    second_sweep: () => second,
    ...CELL,
    contender: (row) => row.contender,
    baseline: (row) => row.baseline,
    first: (row) => row.first,
    second: (row) => row.second,
    ...RATIO,
  };
  return csv(columns, rows);
}

/** Every night of these lines. */
export function ofNights(lines: readonly Line[]): string {
  const nights = lines.flatMap((line) => line.nights.map((night) => ({ line, night })));
  return csv<(typeof nights)[number]>(
    {
      sweep: ({ night }) => night.sweep,
      planned_at: ({ night }) => night.planned_at,
      object_type: ({ line }) => line.object_type,
      format: ({ line }) => line.format,
      condition: ({ line }) => line.condition,
      contender: ({ line }) => line.contender,
      figure: ({ line }) => line.figure,
      ns: ({ night }) => night.value,
      least_round_ns: ({ night }) => night.low,
      greatest_round_ns: ({ night }) => night.high,
      rounds: ({ night }) => night.rounds,
    },
    nights,
  );
}
