/** What is known of a try as it goes on. Pure. */

import { Failed } from "../model/failed";
import type { Asked } from "../model/trying";
import { lead, type Side, sidesOf, type Slice, type Step } from "./course";

export type Phase = "fetching" | "measuring" | "done" | "cancelled" | "failed";

export interface Tried {
  readonly asked: Asked;
  readonly phase: Phase;
  /** Bodies that are on their way, how many of them are there, and how long one is on average once all are. */
  readonly fetching: readonly [there: number, all: number];
  readonly length: number;
  readonly sides: readonly Side[];
  /** Who parses just now. */
  readonly now: string;
  readonly failed?: Failed;
}

/** A try that begins. */
export function begun(asked: Asked): Tried {
  return { asked, phase: "fetching", fetching: [0, 0], length: 0, sides: sidesOf(asked), now: "" };
}

/** A try one step further. */
export function after(tried: Tried, step: Step): Tried {
  switch (step.kind) {
    case "fetched":
      return { ...tried, fetching: [step.bodies, step.of] };
    case "held":
      return { ...tried, fetching: [0, 0], length: step.bytes / step.bodies };
    case "begun":
      return { ...tried, phase: "measuring", now: tried.sides[step.place]?.name ?? "" };
    case "sliced":
      return {
        ...tried,
        sides: tried.sides.map((side, place) => (place === step.place ? added(side, step.slice) : side)),
      };
  }
}

function added(side: Side, { ns, lead, warnings, ...rest }: Slice): Side {
  const first = side.slices.length === 0 && lead !== undefined;
  return {
    ...side,
    ...rest,
    slices: [...side.slices, ns],
    ...(first && { lead }),
    warnings: warnings ? [...side.warnings, warnings] : side.warnings,
  };
}

/** How a try ended: by an error, or by whoever cancelled it. */
export function ended(tried: Tried, error: unknown, cancelled: boolean): Tried {
  if (cancelled) return { ...tried, phase: "cancelled" };
  const failed =
    error instanceof Failed ? error : new Failed("The page failed.", String(error), "Report this as a defect.");
  return { ...tried, phase: "failed", failed };
}

/** Slices that are done, of how many. */
export function progress({ sides, asked }: Tried): readonly [done: number, all: number] {
  return [sides.reduce((sum, side) => sum + side.slices.length, 0), sides.length * asked.slices];
}

/** The time left, s, as soon as each has a slice; the first of each holds its warm-up and is not like the others. */
export function secondsLeft({ sides, asked }: Tried): number | undefined {
  if (sides.some((side) => side.slices.length === 0)) return undefined;
  const later = (asked.objects + lead(asked, 1)) / (asked.objects + lead(asked, 0));
  const ms = sides.map(
    (side) => (asked.slices - side.slices.length) * side.took * (side.slices.length === 1 ? later : 1),
  );
  return ms.reduce((sum, one) => sum + one, 0) / 1000;
}
