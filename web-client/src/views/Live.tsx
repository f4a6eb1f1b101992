import { Dots } from "../components/Dots";
import { Link } from "../components/Link";
import { Loading } from "../components/Loading";
import { Scatter } from "../components/Scatter";
import { type Column, Table } from "../components/Table";
import { Failure, Trouble } from "../components/Trouble";
import type { Live as State, LiveFigure, LiveRow, LiveSweep } from "../contract/page";
import { absent, fetched } from "../data";
import { read } from "../model/address";
import { colours } from "../model/choose";
import { byConsumer, going, second } from "../model/live";
import { minute, nameOf } from "../model/words";
import "../styles/live.css";
import { useEvents } from "../useEvents";
import { Health } from "./Health";

/** As many slices as are told of. */
const SLICES = 240;

/** A sweep while it runs, as the store knows it. */
export function Live() {
  const { value, lost, failed, again } = useEvents<State>("api/live", state);
  if (failed) {
    return (
      <div aria-busy={false}>
        <Failure of={failed} again={again} />
      </div>
    );
  }
  if (!value) return <Loading />;
  if (!value.sweep) {
    return (
      <div aria-busy={false}>
        <Trouble
          what="The store is empty."
          why="No sweep has been measured yet, and none runs."
          todo="Run `bench-driver sweep`: it is shown here as soon as it has begun."
        />
      </div>
    );
  }
  return (
    <div aria-busy={false} class="live">
      <p class="lost" role="status">
        {lost &&
          `The connection was lost at ${second(lost.toISOString())}; it is tried again. What is shown is from before that.`}
      </p>
      <Sweep sweep={value.sweep} />
    </div>
  );
}

/** The state, where the stream is refused. Failed, and Absent where the page is a site of files. */
function state(): Promise<State> {
  return fetched
    .live()
    .catch(
      absent(
        "Nothing is live here.",
        "look at a sweep while it runs",
        "Run `bench-driver serve` while the sweep runs, and open its page.",
      ),
    );
}

function Sweep({ sweep }: { readonly sweep: LiveSweep }) {
  const running = sweep.state === "running";
  return (
    <>
      <header class="answer said">
        <p class="soft">
          {nameOf(sweep)}, {sweep.preset}, planned {minute(sweep.planned_at)} UTC
        </p>
        <h1 class="sentence">{running ? sweep.sentence : sweep.round}</h1>
        <p class="soft">{sweep.worth}</p>
        {!running && (
          <p>
            <Link to={{ ...read(""), sweep: sweep.id }}>{sweep.in_groups ? "Its answer" : "All sweeps"}</Link>
          </p>
        )}
      </header>
      <Going sweep={sweep} />
      <div class="beside">
        <div>
          {running && <Ratios sweep={sweep} />}
          <Noise sweep={sweep} />
          <Figures figures={sweep.figures} running={running} />
        </div>
        <Health health={sweep.health} noise={sweep.noise} />
      </div>
    </>
  );
}

/** What runs, and how far it is. */
function Going({ sweep }: { readonly sweep: LiveSweep }) {
  const running = sweep.state === "running";
  const words = going(sweep);
  return (
    <div class="going">
      {running && <progress aria-label="Progress" value={sweep.part ?? undefined} max={1} aria-valuetext={words} />}
      <p class="runs">{running ? sweep.round : ""}</p>
      <p class="soft runs">{sweep.now}</p>
      <p class="soft runs">{words}</p>
      <p class="unseen" role="status">
        {sweep.round}
      </p>
    </div>
  );
}

/** The answer so far: picture and table. */
function Ratios({ sweep }: { readonly sweep: LiveSweep }) {
  const { rows, margin, axis } = sweep;
  if (rows.length === 0) return null;
  const dots = rows.map((row) => ({ name: named(row), ratio: row.ratio, kind: NO_VERDICT, colour: undefined }));
  const columns: Column<LiveRow>[] = [
    { head: "object type", cell: (row) => row.object_type, title: true },
    { head: "format", cell: (row) => row.format, title: true },
    { head: "condition", cell: (row) => row.condition },
    { head: `${rows[0]?.baseline} p50 ns`, cell: (row) => row.baseline_shown, figure: true },
    { head: `${rows[0]?.other} p50 ns`, cell: (row) => row.other_shown, figure: true },
    { head: "ratio so far", cell: (row) => row.ratio_shown, figure: true, whole: true },
  ];
  return (
    <section aria-label="The answer so far">
      <Dots
        dots={dots}
        held={rows.map((row) => row.ratio)}
        margin={margin}
        axis={axis}
        words="The ratios so far, without a verdict; from the third round on each on its provisional interval. The table has the figures."
      />
      <Table caption="So far, uncorrected: no verdict before the end" columns={columns} rows={rows} name={named} />
    </section>
  );
}

const NO_VERDICT = "too few rounds" as const;

function named(row: LiveRow): string {
  return `${row.object_type} as ${row.format}${row.condition === "block" ? "" : `, ${row.condition}`}`;
}

/** How slices scatter. */
function Noise({ sweep: { consumers, noise, margin } }: { readonly sweep: LiveSweep }) {
  const tones = colours(consumers);
  const strips = byConsumer(consumers, noise).map((one) => ({ ...one, colour: tones.get(one.name) }));
  if (strips.length === 0) return null;
  return (
    <section aria-labelledby="noise">
      <h2 id="noise">Noise</h2>
      <p class="prose soft">{noise.sentence}</p>
      <Scatter
        strips={strips}
        margin={margin}
        room={SLICES / strips.length}
        caption="each slice's median window over the median of the same contender and cell, the newest at the right; the margin is shaded"
      />
    </section>
  );
}

/** Every contender on every cell. */
function Figures({ figures, running }: { readonly figures: readonly LiveFigure[]; readonly running: boolean }) {
  if (figures.length === 0) return null;
  const columns: Column<LiveFigure>[] = [
    { head: "object type", cell: (one) => one.object_type, title: true },
    { head: "format", cell: (one) => one.format, title: true },
    { head: "condition", cell: (one) => one.condition },
    { head: "contender", cell: (one) => one.contender },
    { head: "slices", cell: (one) => one.slices, figure: true },
    { head: "p50 ns", cell: (one) => one.shown, figure: true },
  ];
  const name = (one: LiveFigure) => `${one.contender}, ${one.object_type} as ${one.format}, ${one.condition}`;
  return (
    <details>
      <summary>Every contender{running && " so far"}</summary>
      <Table
        caption="The median of its slices' median windows, uncorrected"
        columns={columns}
        rows={figures}
        name={name}
      />
    </details>
  );
}
