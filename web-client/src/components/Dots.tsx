import type { Interval } from "../contract/page";
import { type Colours, type Dot, picture } from "../model/picture";
import { ends, scaleFromOne, scaleOf } from "../model/scale";
import { Mark, toned } from "./Mark";
import { SavePicture } from "./Save";

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
  /** What it is of and where it was measured, for where it stands alone, and its file's name but for the ending; absent where it still changes. */
  readonly alone?: { readonly title: string; readonly about: readonly string[]; readonly file: string };
}

/** The page's own, light or dark as it is shown. */
function colours(): Colours {
  const page = getComputedStyle(document.documentElement);
  const of = (name: string) => page.getPropertyValue(`--${name}`).trim();
  const tone = (place: number) => of(`tone-${place}`);
  return { ink: of("ink"), soft: of("soft"), paper: of("paper"), grid: of("grid"), tone };
}

/** Ratios on their intervals, on a logarithmic axis with 1 in its middle, or at its left; what lies within the margin is shaded. */
export function Dots({ dots, held, margin, fromOne, axis, words, alone }: Props) {
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
      <figcaption>
        {axis}
        {alone && (
          <div class="save">
            <SavePicture
              name={alone.file}
              make={() => picture(alone.title, alone.about, dots, scale, margin, axis, colours())}
            />
          </div>
        )}
      </figcaption>
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
