import type { Interval, Kind } from "../contract/page";
import { ends, scaleFromOne, scaleOf } from "../model/scale";
import { Mark, toned } from "./Mark";

/** A line of the picture. */
export interface Dot {
  readonly name: string;
  readonly ratio: Interval | null;
  readonly kind: Kind;
  readonly colour: number | undefined;
}

interface Props {
  readonly dots: readonly Dot[];
  /** What the scale holds: also what is not shown just now, so that choosing moves nothing. */
  readonly held: readonly (Interval | null)[];
  readonly margin: number;
  /** Whether all are ratios to the least of them, so that the scale begins at 1. */
  readonly fromOne?: boolean;
  /** What the axis says. */
  readonly axis: string;
  /** What the picture shows, for whoever cannot see it. */
  readonly words: string;
}

/** Ratios on their intervals, on a logarithmic axis with 1 in its middle, or at its left; what lies within the margin is shaded. */
export function Dots({ dots, held, margin, fromOne, axis, words }: Props) {
  const scale = (fromOne ? scaleFromOne : scaleOf)(held, margin);
  const at = (ratio: number) => `${100 * scale.place(ratio)}%`;
  const [left, right] = [100 * scale.place(1 / (1 + margin)), 100 * scale.place(1 + margin)];
  const down = (place: number) => `${(100 * (place + 0.5)) / dots.length}%`;
  return (
    <figure class="dots" style={{ "--rows": dots.length }}>
      <div class="names" aria-hidden="true">
        {dots.map((dot) => (
          <div key={dot.name}>
            <span>{dot.name}</span>
          </div>
        ))}
      </div>
      <div class="plot" role="img" aria-label={words}>
        <svg width="100%" aria-hidden="true">
          <rect class="band" x={`${left}%`} width={`${right - left}%`} y="0" height="100%" />
          {scale.ticks.map((tick) => (
            <line key={tick} class={tick === 1 ? "one" : "grid"} x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />
          ))}
          {dots.map((dot, place) => dot.ratio && <Whisker key={dot.name} dot={dot} y={down(place)} at={at} />)}
        </svg>
        <div class="ticks">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ left: at(tick) }}>
              {tick}
            </span>
          ))}
        </div>
      </div>
      <figcaption>{axis}</figcaption>
    </figure>
  );
}

function Whisker({ dot, y, at }: { readonly dot: Dot; readonly y: string; readonly at: (ratio: number) => string }) {
  if (!dot.ratio) return null;
  const [low, high] = ends(dot.ratio);
  return (
    <g class={`ratio ${toned(dot.colour)}`}>
      <line class="whisker" x1={at(low)} x2={at(high)} y1={y} y2={y} />
      <svg class="dot" x={at(dot.ratio.estimate)} y={y} width="1" height="1" aria-hidden="true">
        <Mark kind={dot.kind} colour={dot.colour} />
      </svg>
    </g>
  );
}
