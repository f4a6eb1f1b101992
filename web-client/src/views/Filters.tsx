import { Choice } from "../components/Choice";
import type { SweepLine, Sweeps } from "../contract/page";
import type { Address } from "../model/address";
import { type OfCell, values } from "../model/choose";
import { nameOf } from "../model/words";
import { go } from "../router";

interface Props {
  readonly known: Sweeps;
  readonly line: SweepLine;
  readonly address: Address;
  /** What is there to be chosen from. */
  readonly rows: readonly OfCell[];
  readonly baseline: string;
}

/** What is shown, as a row of choices; each changes the address. */
export function Filters({ known, line, address, rows, baseline }: Props) {
  const set = (change: Partial<Address>) => go({ ...address, ...change });
  const sweeps = known.sweeps.filter((one) => one.in_groups);
  const any = (field: (row: OfCell) => string, every: string) => [
    ["", every] as const,
    ...values(rows, field).map((name) => [name, name] as const),
  ];
  const conditions = values(rows, (row) => row.condition).map((name) => [name, name] as const);
  const named = (id: string) => [id, nameOf(known.sweeps.find((one) => one.id === id) ?? { id, label: null })] as const;
  return (
    <form class="filters" aria-label="What is shown" onSubmit={(event) => event.preventDefault()}>
      <Choice
        wide
        label="Sweep"
        value={line.id}
        options={sweeps.map((one) => named(one.id))}
        choose={(sweep) => set({ sweep, baseline: "" })}
      />
      {address.view === "compared" && (
        <Choice
          wide
          label="Compared with"
          value={baseline}
          options={line.baselines.map(named)}
          choose={(one) => set({ baseline: one })}
        />
      )}
      <Choice
        label="Object type"
        value={address.type}
        options={any((row) => row.object_type, "all")}
        choose={(type) => set({ type })}
      />
      <Choice
        label="Format"
        value={address.format}
        options={any((row) => row.format, "all")}
        choose={(format) => set({ format })}
      />
      <Choice
        label="Condition"
        value={address.condition || (address.view === "compared" ? "" : (conditions[0]?.[0] ?? ""))}
        options={address.view === "compared" ? any((row) => row.condition, "all") : conditions}
        choose={(condition) =>
          set({ condition: condition === conditions[0]?.[0] && address.view !== "compared" ? "" : condition })
        }
      />
    </form>
  );
}
