/** The picture of dots and intervals as an SVG that stands alone: what the page shows, with its colours written into it. */

import type { Interval, Kind } from "../contract/page";
import { ends, type Scale } from "./scale";
import { DRAWN, isOpen, shapeOf } from "./words";

/** A line of the picture. */
export interface Dot {
  readonly name: string;
  readonly ratio: Interval | null;
  readonly kind: Kind;
  readonly colour: number | undefined;
  /** The value, as it is written behind its interval. */
  readonly shown?: string;
}

/** Colours as CSS writes them; `tone` has that of a consumer by its place. */
export interface Colours {
  readonly ink: string;
  readonly soft: string;
  readonly paper: string;
  readonly grid: string;
  readonly tone: (place: number) => string;
}

const WIDTH = 960;
const ROW = 28;
const TOP = 44;
const ABOUT = 16;
const LEFT = 330;
/** Leaves room for the value of a point at the scale's end. */
const RIGHT = WIDTH - 130;
const BELOW = 52;
/** A title of more letters is written smaller. */
const LETTERS = 100;

/** Its dots on their scale with their values; above them what it is of, by which libraries, and where it was measured. */
export function picture(
  title: string,
  about: readonly string[],
  dots: readonly Dot[],
  scale: Scale,
  margin: number,
  axis: string,
  colours: Colours,
): string {
  const top = TOP + ABOUT * about.length;
  const bottom = top + ROW * dots.length;
  const at = (ratio: number) => round(LEFT + (RIGHT - LEFT) * scale.place(ratio));
  const [from, to] = [at(1 / (1 + margin)), at(1 + margin)];
  const size = title.length > LETTERS ? 11 : 14;
  const ticks = scale.ticks.map(
    (tick) =>
      `<path d="M${at(tick)} ${top}V${bottom}" stroke="${tick === 1 ? colours.soft : colours.grid}"${tick === 1 ? ' stroke-dasharray="3 3"' : ""}/>` +
      text(at(tick), bottom + 18, "middle", 12, colours.soft, String(tick)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${bottom + BELOW}" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title><desc>${escaped(about.join("; "))}</desc>`,
    `<rect width="100%" height="100%" fill="${colours.paper}"/>`,
    text(24, 26, "start", size, colours.ink, title),
    ...about.map((said, place) => text(24, 44 + ABOUT * place, "start", 11, colours.soft, said)),
    `<rect x="${from}" y="${top}" width="${round(to - from)}" height="${bottom - top}" fill="${colours.soft}" opacity="0.18"/>`,
    ...ticks,
    ...dots.map((dot, place) => line(dot, top + ROW * (place + 0.5), at, colours)),
    text((LEFT + RIGHT) / 2, bottom + 40, "middle", 12, colours.soft, axis),
    "</svg>",
  ].join("");
}

function line(dot: Dot, y: number, at: (ratio: number) => number, colours: Colours): string {
  const name = text(LEFT - 14, y + 4, "end", 12, colours.ink, dot.name);
  if (!dot.ratio) return name;
  const tone = dot.colour === undefined ? colours.soft : colours.tone(dot.colour);
  const [low, high] = ends(dot.ratio);
  const shape = shapeOf(dot.kind);
  const paint = isOpen(shape) ? `fill="${colours.paper}" stroke="${tone}" stroke-width="1.5"` : `fill="${tone}"`;
  return (
    `${name}<path d="M${at(low)} ${y}H${at(high)}" stroke="${tone}" stroke-width="2"/>` +
    `<path transform="translate(${at(dot.ratio.estimate)} ${y})" d="${DRAWN[shape]}" ${paint}/>` +
    (dot.shown ? text(at(high) + 9, y + 4, "start", 11, colours.ink, dot.shown) : "")
  );
}

function text(x: number, y: number, anchor: string, size: number, fill: string, words: string): string {
  return `<text x="${round(x)}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="${fill}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
