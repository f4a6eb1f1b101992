import { SaveRows } from "../components/Save";
import { Table } from "../components/Table";
import type { ComparedRow, Comparison } from "../contract/page";
import type { Address } from "../model/address";
import { shown } from "../model/choose";
import { ofCompared } from "../model/saved";

interface Props {
  readonly comparison: Comparison;
  readonly address: Address;
}

/** Two sweeps compared: contenders, then ratios of two. */
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
          <Side title="Contenders" rows={alone} />
          <Side title="Ratios of two contenders" rows={ratios} />
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

interface SideProps {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

function Side({ title, rows }: SideProps) {
  if (rows.length === 0) return null;
  const columns = [
    { head: "cell and contender", cell: (row: ComparedRow) => row.name, title: true },
    { head: "second over first", cell: (row: ComparedRow) => row.ratio_shown, figure: true },
    { head: "first", cell: (row: ComparedRow) => row.first_shown, figure: true },
    { head: "second", cell: (row: ComparedRow) => row.second_shown, figure: true },
    { head: "why not", cell: (row: ComparedRow) => row.why_not ?? "", whole: true },
  ];
  const open = rows.some((row) => row.why_not !== null);
  return (
    <section aria-label={title}>
      <Table caption={title} columns={open ? columns : columns.slice(0, 4)} rows={rows} name={(row) => row.name} />
    </section>
  );
}
