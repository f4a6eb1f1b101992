import { Blocks, Part } from "../components/Blocks";
import { Dots } from "../components/Dots";
import { Link } from "../components/Link";
import { Verdict } from "../components/Mark";
import { SaveRows } from "../components/Save";
import { type Column, Table } from "../components/Table";
import { Told } from "../components/Told";
import type { Condition, Pair, Ranking, Row, Side, Sweep } from "../contract/page";
import type { Address } from "../model/address";
import { colours, conditionOf, shown } from "../model/choose";
import { ofRows } from "../model/saved";
import { plain } from "../model/words";
import { Fronts } from "./Fronts";

interface Props {
  readonly sweep: Sweep;
  readonly address: Address;
}

/** A sweep's answer: the sentence, the picture, the table; beside them what they depend on, below them what the report says. */
export function Answer({ sweep, address }: Props) {
  const condition = conditionOf(sweep, address);
  if (!condition) return <h1 class="sentence">No slice of this sweep was measured.</h1>;
  const tones = colours(sweep.consumers);
  const first = condition === sweep.conditions[0];
  const every = condition.pairs.flatMap((pair) => pair.rows);
  const rows = shown(every, address);
  const beside = sweep.sections.find((section) => section.anchor === "conditions");
  return (
    <>
      <header class="answer">
        <p class="soft">{sweep.measured}</p>
        <h1 class="sentence">{first ? sweep.told.answer : `Under ${condition.name}: ${condition.sentence}`}</h1>
        <p class="soft">
          {rows.length < every.length &&
            `Shown are ${rows.length} of the ${every.length} rows that the sentence is about. `}
          {!first && (
            <Link to={{ ...address, condition: "" }}>The sweep's answer is under {sweep.conditions[0]?.name}.</Link>
          )}
        </p>
      </header>
      <div class="beside">
        <div>
          {condition.pairs.map((pair) => {
            const two = <Two sweep={sweep} pair={pair} condition={condition} address={address} tones={tones} />;
            if (!pair.aside) return <div key={pair.over}>{two}</div>;
            return (
              <details key={pair.over}>
                <summary>{pair.over}</summary>
                {two}
              </details>
            );
          })}
          {shown(condition.ranked, address).map((one) => (
            <Ranked key={named(one)} sweep={sweep} condition={condition} ranking={one} tones={tones} />
          ))}
          {every.length > 0 && rows.length === 0 && <p class="lead">No row fits what was chosen above.</p>}
          {rows.length > 0 && (
            <p>
              <SaveRows
                name={`${sweep.id}_${condition.name}`}
                what="these rows"
                make={() => ofRows(sweep.id, condition, rows)}
              />
            </p>
          )}
          <p class="prose soft">{condition.reading}</p>
        </div>
        <aside aria-label="Caveats and environment">
          <h2>Caveats</h2>
          {sweep.notes.length > 0 && (
            <ul>
              {sweep.notes.map((note) => (
                <li key={note}>
                  <Told text={note} />
                </li>
              ))}
            </ul>
          )}
          <p>{sweep.told.itself}</p>
          {beside && (
            <>
              <h2>Environment</h2>
              <Blocks blocks={beside.blocks} />
            </>
          )}
        </aside>
      </div>
      <Fronts fronts={sweep.fronts} address={address} tones={tones} />
      <p class="soft">Below is what the report says of the whole sweep, whatever was chosen above.</p>
      {sweep.sections.map((section) => section !== beside && <Part key={section.anchor} section={section} />)}
      <p class="soft">
        <Told text={sweep.told.next} />
      </p>
    </>
  );
}

interface PictureProps {
  readonly sweep: Sweep;
  readonly condition: Condition;
  readonly tones: ReadonlyMap<string, number>;
}

/** What a picture is of where it stands alone, with whose libraries, and the name of its file. */
function alone(
  of: string,
  libraries: readonly (readonly [string, string | null])[],
  { sweep, condition }: PictureProps,
) {
  const servers = [...new Set(libraries.map(([server]) => server))];
  const used = servers.map((server) => {
    const mine = libraries.filter(([name, library]) => name === server && library).map(([, library]) => library);
    return `${server}: ${[...new Set(mine)].join(", ") || "library unknown"}`;
  });
  return {
    title: `${of}, condition ${condition.name}`,
    about: [...used, `${sweep.origin}; 95 % intervals, simultaneous in a series`],
    file: `${sweep.id}_${condition.name}_${plain(of)}`,
  };
}

interface TwoProps extends PictureProps {
  readonly address: Address;
  readonly pair: Pair;
}

/** Two contenders: picture and table. */
function Two({ address, pair, ...of }: TwoProps) {
  const { condition, tones } = of;
  const { margin } = of.sweep;
  const rows = shown(pair.rows, address);
  if (rows.length === 0) return null;
  const dots = rows.map((row) => ({
    name: named(row),
    ratio: row.ratio,
    kind: row.kind,
    colour: toneOf(row, tones),
    shown: row.ratio_shown,
  }));
  const libraries = rows.flatMap((row) =>
    [row.baseline, row.other].map((side) => [side.contender, side.library] as const),
  );
  const words = `Each ratio of ${pair.over} as a dot on its 95 % interval; 1 is in the middle, and ${100 * margin} % to either side are shaded. The table has the figures.`;
  const columns: Column<Row>[] = [
    { head: "object type", cell: (row) => row.object_type, title: true },
    { head: "format", cell: (row) => row.format, title: true },
    { head: `${pair.baseline} ${condition.unit}`, cell: (row) => row.baseline.shown, figure: true },
    { head: `${pair.other} ${condition.unit}`, cell: (row) => row.other.shown, figure: true },
    { head: `ratio ${pair.over}`, cell: (row) => row.ratio_shown, figure: true },
    { head: "noise", cell: (row) => row.noise },
    {
      head: "verdict",
      cell: (row) => <Verdict kind={row.kind} words={row.verdict} colour={toneOf(row, tones)} />,
      whole: true,
    },
    { head: "libraries", cell: (row) => <Both row={row} of={(side) => side.library ?? "unknown"} />, whole: true },
  ];
  if (condition.unit === "objects/s") {
    columns.splice(-1, 0, {
      head: "scaling",
      cell: (row) => <Both row={row} of={(side) => side.scaling} />,
      figure: true,
    });
  }
  return (
    <>
      <Dots
        dots={dots}
        held={pair.rows.map((row) => row.ratio)}
        margin={margin}
        axis={pair.axis}
        words={words}
        alone={alone(pair.over, libraries, of)}
      />
      <Table
        caption={`${pair.baseline} and ${pair.other}, condition ${condition.name}: ${condition.says}`}
        columns={columns}
        rows={rows}
        name={named}
      />
    </>
  );
}

/** What both contenders have, a line each. */
function Both({ row, of }: { readonly row: Row; readonly of: (side: Side) => string | null }) {
  return (
    <>
      {of(row.baseline)}
      <br />
      {of(row.other)}
    </>
  );
}

/** The colour of the consumer that a verdict names. */
function toneOf(row: Row, tones: ReadonlyMap<string, number>): number | undefined {
  const side = [row.baseline, row.other].find((one) => one.contender === row.faster);
  return side && tones.get(side.consumer);
}

function named(row: { readonly object_type: string; readonly format: string }): string {
  return `${row.object_type} as ${row.format}`;
}

interface RankedProps extends PictureProps {
  readonly ranking: Ranking;
}

/** The engines of a cell, the fastest on top. */
function Ranked({ ranking, ...of }: RankedProps) {
  const dots = ranking.places.map((one) => ({
    name: `${one.place} ${one.name}`,
    ratio: one.ratio ?? { estimate: 1, rounds: 0 },
    kind: one.kind,
    colour: of.tones.get(one.consumer),
    shown: `${one.ratio_shown.split(" ")[0]}, ${one.shown} ns`,
  }));
  const libraries = ranking.places.map((one) => [one.consumer, one.library] as const);
  const words = `${ranking.places.length} engines by their time over that of ${ranking.first}, the fastest on top, each as a dot on its 95 % interval. The section Engines ranked has the figures.`;
  return (
    <section aria-label={`Engines: ${named(ranking)}`}>
      <h2>Engines ranked: {named(ranking)}</h2>
      <Dots
        dots={dots}
        held={dots.map((dot) => dot.ratio)}
        margin={of.sweep.margin}
        fromOne
        axis={`time over that of ${ranking.first}; engines share a rank where no verdict tells one from the next`}
        words={words}
        alone={alone(`Engines ranked: ${named(ranking)}`, libraries, of)}
      />
    </section>
  );
}
