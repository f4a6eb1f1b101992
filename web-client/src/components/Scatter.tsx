import { scaleOf } from "../model/scale";
import { toned } from "./Mark";

/** A consumer's slices, each compared with the median of its contender and cell, in the order in which they were made. */
export interface Strip {
  readonly name: string;
  readonly colour: number | undefined;
  readonly ratios: readonly number[];
}

interface Props {
  readonly strips: readonly Strip[];
  readonly margin: number;
  /** How many slices a strip has room for. */
  readonly room: number;
  readonly caption: string;
}

/** How slices scatter: a strip a consumer, 1 in its middle, the margin shaded, the newest slice at the right. */
export function Scatter({ strips, margin, room, caption }: Props) {
  const every = strips.flatMap((strip) => strip.ratios);
  const scale = scaleOf(
    every.map((ratio) => ({ estimate: ratio, rounds: 1 })),
    margin,
  );
  const [top, bottom] = [1 - scale.place(1 + margin), 1 - scale.place(1 / (1 + margin))];
  return (
    <figure class="scatter">
      {strips.map(({ name, colour, ratios }) => (
        <div key={name} class="strip">
          <p>{name}</p>
          <div class="field" role="img" aria-label={`${name}: ${ratios.length} slices. ${caption}`}>
            {scale.ticks.map((tick) => (
              <span key={tick} class="level" style={{ bottom: `${100 * scale.place(tick)}%` }}>
                {tick}
              </span>
            ))}
            <svg class={toned(colour)} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="band" x="0" width="1" y={top} height={bottom - top} />
              <path class="grid" d="M0 0.5H1" />
              <path
                class="nights"
                d={ratios
                  .slice(-room)
                  .map((ratio, n, { length }) => at(n + room - length, ratio))
                  .join("")}
              />
            </svg>
          </div>
        </div>
      ))}
      <figcaption>{caption}</figcaption>
    </figure>
  );

  function at(turn: number, ratio: number): string {
    return `M${((turn + 0.5) / room).toFixed(4)} ${(1 - scale.place(ratio)).toFixed(4)}h0`;
  }
}
