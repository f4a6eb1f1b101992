import type { Kind } from "../contract/page";
import { type Shape, shapeOf } from "../model/words";

/** What is drawn for each shape, around 0, 0. */
const DRAWN: Record<Shape, string> = {
  right: "M-3.5 -5 L5 0 L-3.5 5 Z",
  left: "M3.5 -5 L-5 0 L3.5 5 Z",
  square: "M-3.5 -3.5 H3.5 V3.5 H-3.5 Z",
  ring: "M0 -3.5 A3.5 3.5 0 1 1 0 3.5 A3.5 3.5 0 1 1 0 -3.5 Z",
  dash: "M-5 0 H5",
};

/** A verdict's shape, in the colour of the consumer that it names, or in none. */
export function Mark({ kind, colour }: { readonly kind: Kind; readonly colour?: number | undefined }) {
  const shape = shapeOf(kind);
  const open = shape === "ring" || shape === "dash";
  return <path class={`mark ${open ? "open" : "full"} ${toned(colour)}`} d={DRAWN[shape]} />;
}

/** The class of a consumer's colour. */
export function toned(colour: number | undefined): string {
  return colour === undefined ? "tone-none" : `tone-${colour}`;
}

interface VerdictProps {
  readonly kind: Kind;
  readonly words: string;
  readonly colour?: number | undefined;
}

/** A verdict: its shape, and its words. */
export function Verdict({ kind, words, colour }: VerdictProps) {
  return (
    <span class="verdict">
      <svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
        <Mark kind={kind} colour={colour} />
      </svg>
      <span>{words}</span>
    </span>
  );
}
