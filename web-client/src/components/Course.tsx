import type { Line } from "../contract/page";
import { linear } from "../model/scale";
import { change, grouped, minute } from "../model/words";
import { toned } from "./Mark";

/** A line's nights: the median, the least and greatest round around it, and a rule where its level changed. */
export function Course({ line, colour }: { readonly line: Line; readonly colour: number | undefined }) {
  const nights = line.nights.map((night) => ({ ...night, time: Date.parse(night.planned_at) }));
  const [first, last] = [nights[0], nights.at(-1)];
  if (!first || !last) return null;
  const y = linear(nights.flatMap((night) => [night.low, night.high]));
  const across = (time: number) =>
    last.time === first.time ? 0.5 : 0.02 + (0.96 * (time - first.time)) / (last.time - first.time);
  const points = nights.map((night) => ({ x: across(night.time), night }));
  const path = (value: (night: (typeof nights)[number]) => number) =>
    points.map(({ x, night }) => `${x.toFixed(4)} ${(1 - y.place(value(night))).toFixed(4)}`);
  const [upper, lower, middle] = [path((n) => n.high), path((n) => n.low).reverse(), path((n) => n.value)];
  const changed = line.changes.map((one) => ({
    ...one,
    x: points.find(({ night }) => night.sweep === one.sweep)?.x ?? 0,
  }));
  const level = line.unit ? `${grouped(Math.round(last.value))} ${line.unit}` : last.value.toFixed(3);
  const words = `${line.name}: ${line.figure} of ${nights.length} nights, the last ${level}; ${changed.length} changes of level.`;
  return (
    <figure class="course">
      <figcaption>
        <strong>{line.contender}</strong> {line.object_type} as {line.format}
      </figcaption>
      <div class="field" role="img" aria-label={words}>
        {y.ticks.map((tick) => (
          <span key={tick} class="level" style={{ bottom: `${100 * y.place(tick)}%` }}>
            {grouped(tick)}
          </span>
        ))}
        <svg class={toned(colour)} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {y.ticks.map((tick) => (
            <path key={tick} class="grid" d={`M0 ${1 - y.place(tick)}H1`} />
          ))}
          <path class="spread" d={`M${[...upper, ...lower].join("L")}Z`} />
          <path class="middle" d={`M${middle.join("L")}`} />
          {nights.length <= 100 && <path class="nights" d={middle.map((point) => `M${point}h0`).join("")} />}
          {changed.map((one) => (
            <path key={one.sweep} class="change" d={`M${one.x} 0V1`} />
          ))}
        </svg>
        {changed.map((one) => (
          <span key={one.sweep} class="changed" style={{ left: `${100 * one.x}%` }}>
            {change(one.ratio)}
          </span>
        ))}
      </div>
      <div class="span" aria-hidden="true">
        <span>{minute(first.planned_at).slice(0, 10)}</span>
        <span>{minute(last.planned_at).slice(0, 10)}</span>
      </div>
    </figure>
  );
}
