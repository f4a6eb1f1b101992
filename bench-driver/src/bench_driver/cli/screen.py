"""What the driver shows: results to stdout, everything else to stderr, so that a pipe gets the results alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, ConsoleRenderable, Group, RenderHook
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ..errors import BenchError
from ..model.published import printable
from ..model.series import ENCODE
from ..plan.plan import Plan
from ..report import markdown
from ..report.document import Section
from ..report.document import Table as DocumentTable
from ..report.document import Text as Prose
from ..servers.contract import Engine, Engines, RunResult
from ..system import files

if TYPE_CHECKING:
    from ..analysis.answer import AnyFacts
    from ..plan.estimate import Estimate

#: A log or a file has no width of its own; tables in it shall not be folded.
_LOG_WIDTH = 200


def out() -> Console:
    """Where results go."""
    return _console(stderr=False)


def err() -> Console:
    """Where progress, notes and errors go."""
    return _console(stderr=True)


class _Printable(RenderHook):
    """Takes what a terminal would obey out of all that is shown: names come from stores, answers, labels and files of others."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Cleaned(one) for one in renderables]


@dataclass(frozen=True)
class _Cleaned:
    of: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for one in console.render(self.of, options):
            yield one if one.control else Segment("\n".join(map(printable, one.text.split("\n"))), one.style)


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False)
    console.push_render_hook(_Printable())
    if not console.is_terminal:
        console.width = max(console.width, _LOG_WIDTH)
    return console


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal, nothing elsewhere, that is told what runs now, how much is done, and of how much."""
    from rich.progress import Progress

    console = err()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda now, done, total: bar.update(task, description=now, completed=done, total=total)


def show_error(error: BenchError) -> None:
    """An error as people read it: what, why, and what to do."""
    console = err()
    console.print(Text.assemble(("error: ", "bold red"), error.what), soft_wrap=True)
    for label, text in (("  why: ", error.why), ("  do:  ", error.do)):
        if text:
            console.print(Text.assemble((label, "bold"), text), soft_wrap=True)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = ()) -> Table:
    """A plain table; the columns in `right` hold figures. Without any names it has no heading."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=any(columns))
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", no_wrap=column in right)
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def show(head: Sequence[str], rows: Sequence[Sequence[str]], file: Path | None, *, right: Sequence[str] = (), text_columns: int | None = None) -> None:
    """A table, with figures in the columns `right`; also as Markdown in the file where one is given, with figures after the first `text_columns`, if any."""
    out().print(table(head, rows, right=right))
    if file:
        files.write(file, markdown.table(head, rows, text_columns=len(head) if text_columns is None else text_columns) + "\n")


def answer(found: AnyFacts) -> None:
    """A sweep's answer: its tables, what a reader must know, and the answer in a sentence, where the eye is last."""
    from ..report.documents import answers, notes

    every = answers(found)
    shown = [made for made in every if not made.aside]
    for place, made in enumerate(shown):
        out().print("\n" if place else "", end="")
        show_table(made)
    if aside := len(every) - len(shown):
        out().print(f"\n{aside} more tables, of other engines and setups, are in the report.", markup=False, soft_wrap=True)
    for note in [*notes(found), found.sentence]:
        out().print(f"\n{note}", markup=False, soft_wrap=True)


def show_table(made: DocumentTable) -> None:
    """A table of a document, below its caption."""
    out().print(made.caption, markup=False, soft_wrap=True)
    figures = [name for place, name in enumerate(made.head) if made.is_figure(place)]
    out().print(table([_short(name) for name in made.head], made.rows, right=[_short(name) for name in figures]))


def sections(made: Sequence[Section]) -> None:
    """Each section's tables, and below them the sentence, where the eye is last."""
    for section in made:
        out().print(f"\n{section.title}", markup=False)
        for block in section.blocks:
            if isinstance(block, DocumentTable):
                show_table(block)
        for block in section.blocks:
            if isinstance(block, Prose) and block.lead:
                out().print(f"\n{block.text}", markup=False, soft_wrap=True)


def _short(name: str) -> str:
    """A heading over two lines: `rust-server p50 ns` is wider than its figures."""
    first, _, rest = name.partition(" ")
    return f"{first}\n{rest}" if first.endswith(("server", "ratio")) else name


def plan(planned: Plan, estimated: Estimate, source: str) -> Table:
    """What a sweep would do, and how long it would take."""
    runs = ", ".join(f"{number:,} {series}" for series, number in estimated.runs.items())
    rows = [
        [
            "scenarios",
            f"{len(planned.scenarios)}, of which {len(planned.pairs(1))} twice a round, in turn, to see what is noise, and {len(planned.cold)} cold too",
        ],
        ["amounts", f"{len(planned.amounts)}, from {planned.amounts[0]:,} to {planned.amounts[-1]:,}"],
        ["rounds", f"{planned.rounds}, seed {planned.seed}"],
        ["runs", f"{estimated.runs.total():,}: {runs}"],
        ["points", f"{estimated.points:,}"],
        ["objects", f"{estimated.objects:,}, every warm-up included"],
        ["time", f"about {duration(estimated.seconds)}, by {source}"],
    ]
    rows += [["", str(scenario)] for scenario in planned.scenarios]
    return table(["", ""], rows)


def duration(seconds: float) -> str:
    """A time as people say it."""
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if seconds < 120 else f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02} min"


def sweeps(rows: Sequence[Sequence[str]]) -> Table:
    """The sweeps of a store, a line each."""
    return table(["sweep", "label", "preset", "state", "planned", "rounds", "runs", "failed", "consumers", "commit"], rows, right=["rounds", "runs", "failed"])


def engines(server: str, said: Engines) -> Group:
    """Who a server is, and its engines."""
    rows = [
        [
            engine.name,
            engine.format,
            f"{engine.library} {engine.version}",
            ", ".join(engine.series),
            ", ".join(engine.object_types),
            "; ".join(engine.failing),
        ]
        for engine in said.engines
    ]
    flags = ", ".join(f"{key}={value}" for key, value in sorted(said.flags.items()))
    cpus = f", {said.cpus} CPUs" if said.cpus else ""
    who = Text.assemble((f"{server}: ", "bold"), f"{said.runtime} {said.server_version} on {said.runtime_version}{cpus}\n{flags}")
    settings = [Text(f"{engine.name}: {setting}") for engine in said.engines for setting in [*engine.settings, *_skipped(engine)]]
    return Group(who, table(["engine", "format", "library", "series", "object types", "failing"], rows), *settings)


def _skipped(engine: Engine) -> list[str]:
    """What it checks of what it does not read."""
    return [f"of the fields that it skips it checks: {engine.skipped}"] if engine.skipped else []


def _doubts(result: RunResult) -> list[list[str]]:
    """What the run says against itself."""
    noise = "; ".join(f"{rule.rule} {rule.value:.3g} over {rule.limit:g}" for rule in result.noise)
    return [["steady", result.steadiness.verdict if result.steadiness else "too short to tell"], ["noise", noise or "none"]]


def _beside(result: RunResult) -> Iterator[tuple[str, str]]:
    """Where the rest of the time and the memory went, as far as the runtime can say."""
    amount, fetch, reclaim, memory = result.amount, result.fetch, result.reclaim, result.memory
    yield "fetch", f"p50 {fetch.p50_ns:,} ns, p99 {fetch.p99_ns:,}, mean {fetch.mean_ns:,.0f} an object" if fetch else ""
    yield "guard", f"{result.guard_ns / amount:,.0f} ns an object" if result.guard_ns is not None else ""
    yield "drop", f"p50 {reclaim.drop_p50_ns:,} ns" if reclaim.drop_p50_ns is not None else ""
    yield (
        "collector",
        f"{reclaim.gc_count} pauses, {reclaim.gc_pause_ms} ms, {(reclaim.gc_pause_in_window_ns or 0) / 1e6:.1f} ms of it inside windows"
        if reclaim.gc_count is not None
        else "",
    )
    yield "allocated", f"{memory.allocated_bytes_per_object:,.0f} bytes an object" if memory.allocated_bytes_per_object is not None else ""


def advice(result: RunResult) -> Text:
    """What the server advises, a line each, so that nobody misses it; empty where all is well."""
    return Text("\n").join(Text.assemble(("advice: ", "bold"), (line, "bold yellow")) for line in result.advice)


def run(result: RunResult) -> Table:
    """A run's figures, a line each."""
    parse, amount = result.windows, result.amount
    doing = "writing" if result.engine.operation == ENCODE else "parsing"
    rows = [
        ["engine", f"{result.engine.name} ({result.engine.library} {result.engine.version})"],
        *([["operation", f"{result.engine.operation}, {result.engine.kind}"]] if result.engine.kind else []),
        ["verified", f"{result.verified:,} of {amount:,} objects"],
        [f"{doing}, summed", f"{result.sum_micro_s:,} us"],
        [f"{doing}, an object", f"p50 {parse.p50_ns:,} ns, p90 {parse.p90_ns:,}, p99 {parse.p99_ns:,}, max {parse.max_ns:,}, mean {parse.mean_ns:,.0f}"],
        ["empty window", f"{parse.timer_overhead_ns:,} ns (never subtracted)"],
        [
            "whole run",
            f"{result.total_time_ms:,} ms, {1000 * amount / max(result.total_time_ms, 1):,.0f} objects/s"
            + (f", {result.connections} connection(s)" if result.connections is not None else ""),
        ],
        ["payload", f"{result.payload.bytes:,} bytes, {result.payload.bytes / amount:,.0f} an object"],
    ]
    rows += _doubts(result)
    rows += [[name, text] for name, text in _beside(result) if text]
    if result.warmup:
        rows.append(["warm-up", f"{result.warmup.amount:,} objects, mean {result.warmup.windows.mean_ns:,.0f} ns, apart from the above"])
    rows += [[f"first {point.amount:,}", f"{point.windows.total_ns / 1000:,.0f} us, p50 {point.windows.p50_ns:,} ns"] for point in result.checkpoints]
    return table(["", ""], rows)
