import { Dots } from "../components/Dots";
import { Verdict } from "../components/Mark";
import { SaveRows } from "../components/Save";
import { Table } from "../components/Table";
import type { ComparedRow, Comparison } from "../contract/page";
import type { Address } from "../model/address";
import { shown } from "../model/choose";
import { ofCompared } from "../model/saved";
import { plain } from "../model/words";

interface Props {
  readonly comparison: Comparison;
  readonly address: Address;
}

/** Two sweeps beside each other: contenders, then ratios of two. */
export function Compared({ comparison, address }: Props) {
  const rows = shown(comparison.rows, address).filter(
    (row) => address.condition === "" || row.condition === address.condition,
  );
  const [alone, ratios] = [rows.filter((row) => row.baseline === null), rows.filter((row) => row.baseline !== null)];
  const { first, second } = comparison;
  return (
    <>
      <header class="answer">
        <h1 class="sentence">{comparison.sentence}</h1>
        {comparison.notes.map((note) => (
          <p key={note} class="soft">
            {note}
          </p>
        ))}
      </header>
      <div class="beside">
        <div>
          <Side title="Contenders" axis="right of 1 the second sweep is slower" rows={alone} comparison={comparison} />
          <Side
            title="Ratios of two contenders"
            axis="right of 1 the ratio is greater in the second sweep"
            rows={ratios}
            comparison={comparison}
          />
          {rows.length === 0 && <p class="lead">No row fits what was chosen above.</p>}
          {rows.length > 0 && (
            <p>
              <SaveRows name={`${first}_${second}`} what="these rows" make={() => ofCompared(first, second, rows)} />
            </p>
          )}
        </div>
        <aside aria-label="What else differs">
          <h2>What else differs</h2>
          <p>A ratio may come from it.</p>
          <ul>
            {comparison.differing.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  );
}

interface SideProps extends Omit<Props, "address"> {
  readonly title: string;
  readonly axis: string;
  readonly rows: readonly ComparedRow[];
}

function Side({ title, axis, rows, comparison }: SideProps) {
  if (rows.length === 0) return null;
  const { first, second } = comparison;
  const dots = rows.map((row) => ({ name: row.name, ratio: row.ratio, kind: row.kind, colour: undefined }));
  const of = rows.some((row) => row.first !== null);
  const columns = [
    { head: "cell and contender", cell: (row: ComparedRow) => row.name, title: true },
    { head: "second over first", cell: (row: ComparedRow) => row.ratio_shown, figure: true },
    { head: "verdict", cell: (row: ComparedRow) => <Verdict kind={row.kind} words={row.verdict} /> },
    {
      head: `first, ${comparison.units[0]?.split(", ")[1]}`,
      cell: (row: ComparedRow) => row.first_shown,
      figure: true,
    },
    {
      head: `second, ${comparison.units[1]?.split(", ")[1]}`,
      cell: (row: ComparedRow) => row.second_shown,
      figure: true,
    },
  ];
  return (
    <section aria-label={title}>
      <Dots
        dots={dots}
        held={comparison.rows.map((row) => row.ratio)}
        margin={comparison.margin}
        axis={axis}
        words={`${title}: second over first as a dot on its interval, the margin shaded. The table has the figures.`}
        alone={{ title: `${title}: ${second} over ${first}`, file: `${first}_${second}_${plain(title)}` }}
      />
      <Table caption={title} columns={of ? columns : columns.slice(0, 3)} rows={rows} name={(row) => row.name} />
    </section>
  );
}
