import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Link } from "../components/Link";
import { Loading } from "../components/Loading";
import { Failure, Trouble } from "../components/Trouble";
import type { Comparison, Nights, Sweep, SweepLine, Sweeps } from "../contract/page";
import { fetched } from "../data";
import { type Address, inView, read, type ViewName, viewsOf } from "../model/address";
import { chosen, type OfCell, unknownChoices } from "../model/choose";
import { nameOf, unfinished } from "../model/words";
import { useAddress } from "../router";
import { type Fetched, useFetched } from "../useFetched";
import { Answer } from "./Answer";
import { Compared } from "./Compared";
import { Filters } from "./Filters";
import { List } from "./List";
import { NightsView } from "./NightsView";

const NAMES: Record<ViewName, string> = {
  answer: "Answer",
  compared: "Two sweeps",
  nights: "Nights",
  sweeps: "All sweeps",
  live: "Live",
  try: "Try it",
  own: "Your object",
};

/** Sweeps: the answer of one, two compared, the nights up to one, and the list of all. */
export function Results() {
  const address = useAddress();
  const known = useFetched("sweeps", fetched.sweeps);
  const line = known.value && chosen(known.value, address.sweep);
  // What is chosen from here on is of this sweep, so that its link shows the same when there is a newer one.
  const pinned = line ? { ...address, sweep: line.id } : address;
  useEffect(() => {
    const sweep = line && address.view !== "sweeps" ? nameOf(line) : "Sweeps";
    document.title = `${later(address.view) ? "" : `${sweep} · `}${NAMES[address.view]} · deserialization testbed`;
  }, [line, address.view]);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    // Whoever follows a link to another view goes on reading there, from its first paint.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [address.view]);
  return (
    <>
      <a class="skip" href="#main">
        To the results
      </a>
      <header class="top">
        <p>Deserialization testbed</p>
        <nav aria-label="Views">
          {viewsOf(known.value?.served !== false).map((view) => (
            <Link key={view} to={inView(pinned, view)} current={view === address.view}>
              {NAMES[view]}
            </Link>
          ))}
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {later(address.view) ? (
          <Later key={address.view} address={address} />
        ) : (
          <Listed known={known} line={line} address={pinned} />
        )}
      </main>
    </>
  );
}

/** Whether a view's code is fetched when somebody wants it. */
function later(view: ViewName): view is "live" | "try" | "own" {
  return view === "live" || view === "try" || view === "own";
}

/** One of them, as it is loaded. */
interface LaterView {
  readonly Live?: typeof import("./Live").Live;
  readonly Try?: typeof import("./Try").Try;
  readonly Own?: typeof import("./Own").Own;
}

/** Live, Try it or Your object. */
function Later({ address }: { readonly address: Address }) {
  const loaded = useFetched<LaterView>(address.view, async () => {
    if (address.view === "own") return { Own: (await import("./Own")).Own };
    return address.view === "live" ? { Live: (await import("./Live")).Live } : { Try: (await import("./Try")).Try };
  });
  if (loaded.failed) {
    return (
      <Shown busy={loaded.busy}>
        <Trouble
          what="This part of the page cannot be fetched."
          why={loaded.failed.why}
          todo="See that `bench-driver serve` still runs, then load the page again."
        />
      </Shown>
    );
  }
  if (loaded.value?.Live) return <loaded.value.Live />;
  if (loaded.value?.Own) return <loaded.value.Own />;
  return loaded.value?.Try ? <loaded.value.Try address={address} /> : <Loading />;
}

interface ListedProps {
  readonly known: Fetched<Sweeps>;
  readonly line: SweepLine | undefined;
  readonly address: Address;
}

function Listed({ known, line, address }: ListedProps) {
  if (known.failed) {
    return (
      <Shown busy={known.busy}>
        <Failure of={known.failed} again={known.again} />
      </Shown>
    );
  }
  if (!known.value) return <Loading />;
  if (known.value.sweeps.length === 0) {
    return (
      <Shown busy={false}>
        <Trouble
          what="The store is empty."
          why="No sweep has been measured yet."
          todo="Run `bench-driver sweep`, then try again."
          again={known.again}
        />
      </Shown>
    );
  }
  if (address.view === "sweeps") {
    return (
      <Shown busy={false}>
        <List known={known.value} />
      </Shown>
    );
  }
  if (!line) {
    return (
      <Shown busy={false}>
        <Trouble
          what={`There is no sweep ${address.sweep} here.`}
          why="The address names it, and the list of sweeps does not have it."
          todo="Choose one of the list."
        >
          <Link to={{ ...read(""), view: "sweeps" }}>All sweeps</Link>
        </Trouble>
      </Shown>
    );
  }
  return <One known={known.value} line={line} address={address} />;
}

interface OneProps {
  readonly known: Sweeps;
  readonly line: SweepLine;
  readonly address: Address;
}

/** The view of a sweep. The answer is fetched for each, since its rows are what can be chosen. */
function One({ known, line, address }: OneProps) {
  const baseline = address.baseline || (line.baselines.at(-1) ?? "");
  const { view } = address;
  const sweep = useFetched<Sweep>(view === "answer" ? line.id : "", () => fetched.sweep(line.id));
  const compared = useFetched<Comparison>(view === "compared" && baseline ? `${baseline} ${line.id}` : "", () =>
    fetched.compared(baseline, line.id),
  );
  const nights = useFetched<Nights>(view === "nights" ? line.id : "", () => fetched.nights(line.id));
  const shown = { answer: sweep, compared, nights, sweeps: sweep, live: sweep, try: sweep, own: sweep }[view];
  const rows: readonly OfCell[] = {
    answer: sweep.value?.conditions.flatMap((one) => one.pairs.flatMap((pair) => pair.rows)) ?? [],
    compared: compared.value?.rows ?? [],
    nights: nights.value?.lines ?? [],
    sweeps: [],
    live: [],
    try: [],
    own: [],
  }[view];
  const nothing = view === "compared" && !baseline;
  const unknown = shown.value ? unknownChoices(rows, address) : [];
  if (!nothing && !shown.value && !shown.failed) return <Loading />;
  return (
    <>
      <Filters known={known} line={line} address={address} rows={rows} baseline={baseline} />
      <Shown busy={!nothing && shown.busy}>
        {line.state !== "complete" && <p class="lead">{unfinished(line.state)}</p>}
        {nothing && <Alone line={line} />}
        {shown.failed && <Failure of={shown.failed} again={shown.again} />}
        {unknown.length > 0 && <Unknown choices={unknown} address={address} />}
        {unknown.length === 0 && (
          <>
            {view === "answer" && sweep.value && <Answer sweep={sweep.value} address={address} />}
            {view === "compared" && compared.value && <Compared comparison={compared.value} address={address} />}
            {view === "nights" && nights.value && <NightsView nights={nights.value} address={address} />}
          </>
        )}
      </Shown>
    </>
  );
}

function Unknown({ choices, address }: { readonly choices: readonly string[]; readonly address: Address }) {
  return (
    <Trouble
      what={`Nothing here has ${choices.join(" and ")}.`}
      why="The address names it, and this sweep did not measure it."
      todo="Choose another one above."
    >
      <Link to={{ ...address, type: "", format: "", condition: "" }}>Show all of this sweep</Link>
    </Trouble>
  );
}

function Alone({ line }: { readonly line: SweepLine }) {
  return (
    <Trouble
      what={`${nameOf(line)} has no sweep to be compared with.`}
      why="A comparison takes an earlier sweep that measured a contender on the same cell."
      todo="Choose a later sweep, or measure again: `bench-driver sweep`."
    />
  );
}

/** What is shown; while the next is on its way the last stays. */
function Shown({ busy, children }: { readonly busy: boolean; readonly children: ComponentChildren }) {
  return <div aria-busy={busy}>{children}</div>;
}
