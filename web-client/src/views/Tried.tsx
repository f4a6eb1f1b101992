import { Intervals } from "../components/Intervals";
import { type Column, Table } from "../components/Table";
import { Told } from "../components/Told";
import { interval, ratio } from "../model/student";
import { alone, between, left, ns, sentence } from "../model/trying";
import { isBusy, remarks } from "../model/warnings";
import { grouped } from "../model/words";
import { SHORT } from "../trying/browser";
import { lead, type Side } from "../trying/course";
import { WINDOW } from "../trying/held";
import { onThePage } from "../trying/known";
import { progress, secondsLeft, type Tried as State } from "../trying/state";

interface Props {
  readonly tried: State;
  /** Whether nothing was tried yet. */
  readonly idle: boolean;
}

/** What a try has shown so far: a sentence, how far it is, the picture, the table, and how to read them. */
export function Tried({ tried, idle }: Props) {
  const rows = tried.sides.map((side) => ({ ...side, interval: interval(side.slices) }));
  const words = rows.map(
    ({ name, interval: found }) => `${name} ${found ? `${ns(found.estimate)} ns an object` : "not yet"}`,
  );
  return (
    <>
      <Said tried={tried} idle={idle} />
      <Going tried={tried} idle={idle} />
      <Intervals
        rows={rows}
        axis="ns an object: small dots are slices, large ones their geometric mean on its 95 % interval"
        words={`Time to parse an object: ${words.join(", ")}. The table has the figures.`}
      />
      <Figures sides={tried.sides} caption={captionOf(tried)} />
      <Against sides={tried.sides} />
      <How tried={tried} />
    </>
  );
}

const BUSY = "This machine is busy: these figures do not say who is faster.";

/** What was found, or what went wrong. */
function Said({ tried, idle }: Props) {
  const { failed, sides, asked } = tried;
  const [browser, ...servers] = sides;
  const beside = servers.flatMap((side) => {
    const found = ratio(side.slices, browser?.slices ?? []);
    return found ? [[side.name, found] as const] : [];
  });
  const busy = beside.length > 0 && servers.some((side) => isBusy(side.warnings)) ? BUSY : "";
  const found = busy || sentence(beside) || alone(asked, interval(browser?.slices ?? []), browser?.total);
  return (
    <header class="answer said">
      <p class="soft">Bytes in; a typed, checked, owned object out: {captionOf(tried)}</p>
      {failed ? (
        <div role="alert">
          <h1 class="sentence">{failed.message}</h1>
          <p>
            <Told text={failed.why} />{" "}
            <strong>
              <Told text={failed.todo} />
            </strong>
          </p>
        </div>
      ) : (
        <h1 class="sentence">{found || (idle ? `How long does one ${asked.type} take?` : "Measuring.")}</h1>
      )}
    </header>
  );
}

/** How far it is. */
function Going({ tried, idle }: Props) {
  const [done, all] = progress(tried);
  const fetching = !idle && tried.phase === "fetching";
  const seconds = secondsLeft(tried);
  const lasts = seconds === undefined ? "" : `, some ${left(seconds)} left`;
  const each = Math.min(...tried.sides.map((side) => side.slices.length));
  const [there, wanted] = tried.fetching;
  const does = wanted > 0 ? `fetches bodies, ${grouped(there)} of ${grouped(wanted)}` : "parses";
  const words = {
    fetching: idle ? "Nothing is running." : `Fetching bodies: ${grouped(there)} of ${grouped(wanted)}.`,
    measuring: `${tried.now} ${does}: ${done} of ${all} slices${lasts}.`,
    done: `Done: ${each === 1 ? "1 slice" : `${each} slices`} each.`,
    cancelled: `Cancelled after ${done} of ${all} slices.`,
    failed: `Ended after ${done} of ${all} slices.`,
  }[tried.phase];
  const phase = { fetching: idle ? "" : "Fetching bodies.", measuring: "Measuring." }[tried.phase as string] ?? words;
  return (
    <div class="going">
      <progress
        aria-label="Progress"
        value={fetching ? there : done}
        max={fetching ? Math.max(1, wanted) : all}
        aria-valuetext={words}
      />
      <p class="soft">{words}</p>
      <p class="unseen" role="status">
        {phase}
      </p>
    </div>
  );
}

function Figures({ sides, caption }: { readonly sides: readonly Side[]; readonly caption: string }) {
  const figures = new Map(sides.map((side) => [side, interval(side.slices)]));
  const columns: Column<Side>[] = [
    { head: "runtime", cell: (side) => side.name, title: true },
    { head: "engine", cell: (side) => side.engine },
    { head: "slices", cell: (side) => side.slices.length, figure: true },
    { head: "ns an object", cell: (side) => shown(figures.get(side)?.estimate), figure: true },
    { head: "95 % interval", cell: (side) => between(figures.get(side) ?? null) || "–", figure: true },
    { head: "warm-up's mean, ns", cell: (side) => shown(side.lead), figure: true },
    { head: "checked in each slice", cell: (side) => side.checked || "–" },
  ];
  return <Table caption={caption} columns={columns} rows={sides} name={(side) => side.name} />;
}

/** What servers say against their slices: of how many each sentence was said. */
function Against({ sides }: { readonly sides: readonly Side[] }) {
  const lines = sides.flatMap((side) =>
    remarks(side.warnings).map(
      ({ text, slices }) => `${side.name}, ${slices} of ${side.warnings.length} slices: ${text}`,
    ),
  );
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="against">
      <h2 id="against">What the servers say against these figures</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function shown(value: number | undefined): string {
  return value === undefined ? "–" : ns(value);
}

function captionOf({ asked, length }: State): string {
  const size = ` of ${length > 0 ? grouped(Math.round(length)) : "–"} bytes on average`;
  return `${asked.type} as ${asked.format}, ${grouped(asked.objects)} objects a slice, ${asked.variants} bodies${size}, from ${asked.provider.name}.`;
}

/** How the figures are made. */
function How({ tried: { asked } }: { readonly tried: State }) {
  const own = onThePage(asked.engine);
  const step = crossOriginIsolated
    ? "The browser's clock steps by 5 µs"
    : "The browser's clock steps by 100 µs here, since a page is isolated on loopback or over HTTPS alone";
  const nobody = asked.consumers.length === 0;
  const bodies =
    asked.condition === "replay"
      ? `The same ${asked.variants} bodies are parsed from memory, over and over (source: replay).`
      : `Each object is requested anew for each slice, over ${asked.variants} different ones. The browser requests a whole slice before it parses${nobody ? "" : "; a server requests 500 at a time"}.`;
  const warm =
    asked.warmup > 0
      ? `Before the first slice ${grouped(lead(asked, 0))} objects are parsed as a warm-up; before each later slice every body is parsed once. Neither is counted.`
      : asked.condition === "replay"
        ? "Before the first slice each body is parsed once, uncounted."
        : "Nothing is parsed before the first slice.";
  const where = own
    ? `${asked.engine} exists only on a page, so it parses here, not in a worker; the page pauses every 8 ms.`
    : "It parses in a worker.";
  const figure = `the browser's figure of a slice is the median over windows, each the mean of ${own ? SHORT : WINDOW} consecutive parses.`;
  return (
    <div class="prose soft how">
      <p>
        {bodies} {!nobody && "Runtimes parse one after the other, never two at once. "}
        {warm} Intervals are Student's t over the slices' logarithms
        {nobody ? "." : "; ratios are taken slice by slice."}
      </p>
      <p>
        {step}: {figure} {where}
        {!nobody &&
          " A server's figure is the median parse of its slice (p50_ns). It reads its clock twice for each object, and guards and compares the object outside of that time."}
      </p>
    </div>
  );
}
