import type { Interval } from "../contract/page";
import { ends, logarithmic } from "../model/scale";
import { grouped } from "../model/words";
import { toned } from "./Mark";

/** A line of the picture: its slices, and what they say together. */
export interface Measured {
  readonly name: string;
  readonly slices: readonly number[];
  readonly interval: Interval | null;
  readonly colour: number;
}

interface Props {
  readonly rows: readonly Measured[];
  readonly axis: string;
  /** What the picture shows, for whoever cannot see it. */
  readonly words: string;
}

/** Figures on one logarithmic axis: each slice as a small dot, below it their mean on its interval. */
export function Intervals({ rows, axis, words }: Props) {
  const scale = logarithmic(
    rows.flatMap((row) => [...row.slices, ...(row.interval ? inSight(row.interval, row.slices) : [])]),
  );
  const at = (value: number) => `${100 * Math.min(1, Math.max(0, scale.place(value)))}%`;
  const down = (place: number, part: number) => `${(100 * (place + part)) / rows.length}%`;
  return (
    <figure class="dots measured" style={{ "--rows": rows.length }}>
      <div class="names" aria-hidden="true">
        {rows.map((row) => (
          <div key={row.name}>
            <span>{row.name}</span>
          </div>
        ))}
      </div>
      <div class="plot" role="img" aria-label={words}>
        <svg width="100%" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <line key={tick} class="grid" x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />
          ))}
          {rows.map((row, place) => (
            <g key={row.name} class={toned(row.colour)}>
              {row.slices.map((value, turn) => (
                <circle key={turn} class="slice" cx={at(value)} cy={down(place, 0.42)} r="3" />
              ))}
              {row.interval && <Mean interval={row.interval} at={at} y={down(place, 0.68)} />}
            </g>
          ))}
        </svg>
        <div class="ticks">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ left: at(tick) }}>
              {grouped(tick)}
            </span>
          ))}
        </div>
      </div>
      <figcaption>{axis}</figcaption>
    </figure>
  );
}

function Mean({
  interval,
  at,
  y,
}: {
  readonly interval: Interval;
  readonly at: (value: number) => string;
  readonly y: string;
}) {
  const [low, high] = ends(interval);
  return (
    <>
      <line class="whisker" x1={at(low)} x2={at(high)} y1={y} y2={y} />
      <circle class="mark full" cx={at(interval.estimate)} cy={y} r="4.5" />
    </>
  );
}

/** An interval's ends, where they are no further than three times beyond the slices: of two slices they may be anywhere. */
function inSight(interval: Interval, slices: readonly number[]): number[] {
  const [low, high] = ends(interval);
  return [Math.max(low, Math.min(...slices) / 3), Math.min(high, Math.max(...slices) * 3)];
}
