/** What is shown, as the rows of a file. */

import type { ComparedRow, Condition, Interval, Line, Row } from "../contract/page";

/** A value of a row; null and undefined are unknown. */
export type Value = string | number | boolean | null | undefined;

/** The names of columns, and the rows. */
export interface Saved {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

type Columns<T> = Readonly<Record<string, (item: T) => Value>>;

/** A row each item. */
export function saved<T>(columns: Columns<T>, items: readonly T[]): Saved {
  const values = Object.values(columns);
  return { heads: Object.keys(columns), rows: items.map((item) => values.map((value) => value(item))) };
}

interface Measured {
  readonly object_type: string;
  readonly format: string;
  readonly operation: string;
  readonly condition: string;
}

interface Judged extends Measured {
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

const RATIO: Columns<Judged> = {
  ratio: (row) => row.ratio?.estimate,
  low: (row) => row.ratio?.low,
  high: (row) => row.ratio?.high,
  rounds: (row) => row.ratio?.rounds,
  kind: (row) => row.kind,
  verdict: (row) => row.verdict,
};

/** The rows of a sweep's answer. */
export function ofRows(sweep: string, condition: Condition, rows: readonly Row[]): Saved {
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
    noise: (row) => row.noise,
    ...RATIO,
  };
  return saved(columns, rows);
}

/** The rows of two sweeps compared. */
export function ofCompared(first: string, second: string, rows: readonly ComparedRow[]): Saved {
  const columns: Columns<ComparedRow> = {
    first_sweep: () => first,
    second_sweep: () => second,
    ...CELL,
    contender: (row) => row.contender,
    baseline: (row) => row.baseline,
    first: (row) => row.first,
    second: (row) => row.second,
    ratio: (row) => row.ratio,
    why_not: (row) => row.why_not,
  };
  return saved(columns, rows);
}

/** Every night of these lines. */
export function ofNights(lines: readonly Line[]): Saved {
  const nights = lines.flatMap((line) => line.nights.map((night) => ({ line, night })));
  return saved<(typeof nights)[number]>(
    {
      sweep: ({ night }) => night.sweep,
      planned_at: ({ night }) => night.planned_at,
      object_type: ({ line }) => line.object_type,
      format: ({ line }) => line.format,
      condition: ({ line }) => line.condition,
      contender: ({ line }) => line.contender,
      figure: ({ line }) => line.figure,
      unit: ({ line }) => line.unit,
      value: ({ night }) => night.value,
      least_round: ({ night }) => night.low,
      greatest_round: ({ night }) => night.high,
      rounds: ({ night }) => night.rounds,
    },
    nights,
  );
}
