import { Link } from "../components/Link";
import { type Column, Table } from "../components/Table";
import type { SweepLine, Sweeps } from "../contract/page";
import { read } from "../model/address";
import { minute } from "../model/words";

/** Every sweep, the newest first. */
export function List({ known }: { readonly known: Sweeps }) {
  const columns: Column<SweepLine>[] = [
    {
      head: "sweep",
      cell: (line) => (line.in_groups ? <Link to={{ ...read(""), sweep: line.id }}>{line.id}</Link> : line.id),
      title: true,
    },
    { head: "label", cell: (line) => line.label ?? "", title: true },
    { head: "planned, UTC", cell: (line) => minute(line.planned_at) },
    { head: "state", cell: (line) => line.state },
    { head: "rounds", cell: (line) => line.rounds ?? "as many as it takes", figure: true },
    {
      head: "measured",
      cell: (line) =>
        line.in_groups
          ? ["in groups", line.conditions.join(", ")].filter(Boolean).join(": ")
          : `by amounts: see bench-driver report ${line.id}`,
    },
    { head: "contenders", cell: (line) => line.consumers.join(", ") },
    { head: "machine", cell: (line) => line.machine },
    { head: "commit", cell: (line) => line.commit?.slice(0, 12) ?? "" },
  ];
  return (
    <>
      <header class="answer">
        <h1 class="sentence">
          {known.sweeps.length} {known.sweeps.length === 1 ? "sweep" : "sweeps"}
        </h1>
      </header>
      <Table caption="Sweeps, the newest first" columns={columns} rows={known.sweeps} name={(line) => line.id} />
    </>
  );
}
