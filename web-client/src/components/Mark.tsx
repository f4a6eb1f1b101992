import type { Kind } from "../contract/page";
import { DRAWN, isOpen, shapeOf } from "../model/words";

/** A verdict's shape, in the colour of the consumer that it names, or in none. */
export function Mark({ kind, colour }: { readonly kind: Kind; readonly colour?: number | undefined }) {
  const shape = shapeOf(kind);
  return <path class={`mark ${isOpen(shape) ? "open" : "full"} ${toned(colour)}`} d={DRAWN[shape]} />;
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
