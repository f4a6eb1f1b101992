/** Words of the page that no answer has. Figures come written; only what pictures need is written here. */

import type { Kind, SweepLine } from "../contract/page";

/** A shape for each verdict, so that colour never speaks alone: a filled one names somebody. */
export type Shape = "right" | "left" | "square" | "ring" | "dash";

const SHAPES: Record<Kind, Shape> = {
  slower: "right",
  faster: "left",
  same: "square",
  unresolved: "ring",
  "too few rounds": "ring",
  "not measured": "dash",
};

/** What is drawn for each shape, around 0, 0, as the path of an SVG. */
export const DRAWN: Record<Shape, string> = {
  right: "M-3.5 -5 L5 0 L-3.5 5 Z",
  left: "M3.5 -5 L-5 0 L3.5 5 Z",
  square: "M-3.5 -3.5 H3.5 V3.5 H-3.5 Z",
  ring: "M0 -3.5 A3.5 3.5 0 1 1 0 3.5 A3.5 3.5 0 1 1 0 -3.5 Z",
  dash: "M-5 0 H5",
};

/** Whether only the line of a shape is drawn: it names nobody. */
export function isOpen(shape: Shape): boolean {
  return shape === "ring" || shape === "dash";
}

/** The shape of what is said: to the right the baseline is faster, to the left the other. */
export function shapeOf(kind: Kind): Shape {
  return SHAPES[kind];
}

/** `2026-11-23 03:35` of a time of day, UTC. */
export function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

/** A sweep's name for people: its label where it has one. */
export function nameOf(sweep: { readonly id: string; readonly label: string | null }): string {
  return sweep.label ? `${sweep.label} (${sweep.id})` : sweep.id;
}

/** What a reader must know first of a sweep that is not complete; empty of one that is. */
export function unfinished(state: SweepLine["state"]): string {
  const how = {
    planned: "has not begun",
    running: "still runs, or was killed",
    interrupted: "was interrupted",
    failed: "ended by a failure",
  };
  return state === "complete" ? "" : `This sweep ${how[state]}: here is what it measured until then.`;
}

/** A number with its thousands apart, for the ticks of a picture. */
export function grouped(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 12 });
}

/** A factor as a change, `+30 %`. */
export function change(ratio: number): string {
  return `${ratio < 1 ? "−" : "+"}${Math.abs(100 * (ratio - 1)).toFixed(0)} %`;
}

/** Words as a part of a file's name. */
export function plain(words: string): string {
  return words.replaceAll(/[^\w.+-]+/g, "-");
}
