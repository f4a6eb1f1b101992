import { useState } from "preact/hooks";
import { Choice } from "../components/Choice";
import { toned } from "../components/Mark";
import type { Front } from "../contract/page";
import type { Address } from "../model/address";
import { logarithmic } from "../model/scale";
import { grouped } from "../model/words";

interface Props {
  readonly fronts: readonly Front[];
  readonly address: Address;
  readonly tones: ReadonlyMap<string, number>;
}

/** Which format for which object, at the bandwidth that the reader picks. */
export function Fronts({ fronts, address, tones }: Props) {
  const names = fronts[0]?.bandwidths.map((one) => one.name) ?? [];
  const [name, choose] = useState(names[0] ?? "");
  const shown = fronts.filter((one) => address.type === "" || address.type === one.object_type);
  if (shown.length === 0) return null;
  return (
    <section class="fronts" aria-label="Formats at a bandwidth">
      <Choice label="Bandwidth" value={name} options={names.map((one) => [one, one])} choose={choose} />
      <div class="courses">
        {shown.map((front) => (
          <Picture
            key={`${front.object_type} ${front.consumer}`}
            front={front}
            bandwidth={name}
            tone={toned(tones.get(front.consumer))}
          />
        ))}
      </div>
    </section>
  );
}

interface PictureProps {
  readonly front: Front;
  readonly bandwidth: string;
  readonly tone: string;
}

/** The formats by their bytes and the time to have the object; those that another beats are pale. */
function Picture({ front, bandwidth, tone }: PictureProps) {
  const link = front.bandwidths.find((one) => one.name === bandwidth);
  const transfer = link?.bits_s ? 8e9 / link.bits_s : 0;
  const points = front.points
    .map((one) => ({ ...one, time: one.ns + transfer * one.bytes }))
    .sort((one, other) => one.bytes - other.bytes);
  const [x, y] = [logarithmic(points.map((one) => one.bytes)), logarithmic(points.map((one) => one.time))];
  const least = Math.min(...points.map((one) => one.time));
  const wins = `${front.consumer}: ${link?.winners.join(" or ")} first, ${grouped(Math.round(least))} ns`;
  return (
    <figure class="course">
      <figcaption>
        <strong>{front.object_type}</strong>, {wins}
      </figcaption>
      <div class="field" role="img" aria-label={`ns to have the object over bytes of its body. ${wins}`}>
        {y.ticks.map((tick) => (
          <span key={tick} class="level" style={{ bottom: `${100 * y.place(tick)}%` }}>
            {grouped(tick)}
          </span>
        ))}
        <svg class={tone} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {y.ticks.map((tick) => (
            <path key={tick} class="grid" d={`M0 ${1 - y.place(tick)}H1`} />
          ))}
          {points.map((one) => (
            <path
              key={one.format}
              class={one.beaten ? "nights pale" : "nights"}
              d={`M${x.place(one.bytes).toFixed(4)} ${(1 - y.place(one.time)).toFixed(4)}h0`}
            />
          ))}
        </svg>
        {points.map((one, place) => (
          <span
            key={one.format}
            class={`name ${place % 2 ? "below" : ""} ${one.beaten ? "soft" : ""}`}
            style={{ left: `${100 * x.place(one.bytes)}%`, bottom: `${100 * y.place(one.time)}%` }}
          >
            {one.format}
          </span>
        ))}
      </div>
      <div class="ticks" aria-hidden="true">
        {x.ticks.map((tick) => (
          <span key={tick} style={{ left: `${100 * x.place(tick)}%` }}>
            {grouped(tick)}
          </span>
        ))}
      </div>
    </figure>
  );
}
