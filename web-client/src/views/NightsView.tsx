import { Plain } from "../components/Blocks";
import { Course } from "../components/Course";
import { SaveRows } from "../components/Save";
import { Told } from "../components/Told";
import type { Nights } from "../contract/page";
import type { Address } from "../model/address";
import { colours, shown } from "../model/choose";
import { ofNights } from "../model/saved";

interface Props {
  readonly nights: Nights;
  readonly address: Address;
}

/** The nights up to a sweep: what is new, a picture a line, and every change of level. */
export function NightsView({ nights, address }: Props) {
  const wanted = address.condition || nights.lines[0]?.condition;
  const lines = shown(nights.lines, address).filter((line) => line.condition === wanted);
  const tones = colours(nights.consumers);
  const count = nights.sweeps.length;
  const news =
    nights.news.length > 0
      ? "Slower, or new tonight"
      : nights.looked
        ? "Nothing is slower or new tonight"
        : "Nobody looked for changes of level";
  return (
    <>
      <header class="answer">
        <p class="soft">
          {count} {count === 1 ? "sweep" : "sweeps"} of {nights.alike}, up to {nights.id}
        </p>
        <h1 class="sentence">{news}.</h1>
        <ul>
          {nights.news.map((alarm) => (
            <li key={alarm} class="lead">
              {alarm}
            </li>
          ))}
        </ul>
        {nights.doubts.map((doubt) => (
          <p key={doubt} class="soft">
            <Told text={doubt} />
          </p>
        ))}
      </header>
      {lines.length > 0 && (
        <section aria-label={`Nights, condition ${wanted}`}>
          <p class="prose soft">
            The {lines[0]?.figure} of each night{lines[0]?.unit && `, ${lines[0].unit}`}: the median over rounds, around
            it the least and the greatest round; a dashed rule where the level changed.
          </p>
          <div class="courses">
            {lines.map((line) => (
              <Course key={line.name} line={line} colour={tones.get(line.consumer)} />
            ))}
          </div>
          <p>
            <SaveRows name={`nights_${nights.id}`} what="these nights" make={() => ofNights(lines)} />
          </p>
        </section>
      )}
      {lines.length === 0 && nights.lines.length > 0 && <p class="lead">No line fits what was chosen above.</p>}
      {nights.changes.rows.length > 0 && <Plain table={nights.changes} />}
    </>
  );
}
