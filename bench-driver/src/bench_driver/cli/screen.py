"""What the driver shows: results to stdout, everything else to stderr, so that a pipe gets the
results alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment
from rich.text import Text

from ..errors import BenchError
from ..model.published import printable
from ..report.document import Section
from ..report.document import Table as DocumentTable
from ..report.document import Text as Prose
from .fitting import Fitted

if TYPE_CHECKING:
    from ..analysis.facts import Facts

#: A log or a file has no width of its own; tables in it shall not be folded.
_LOG_WIDTH = 200
#: The columns of every terminal, and those beyond which a sentence is hard to read.
_BRIEF, _WIDEST = 80, 100


def out() -> Console:
    """Where results go."""
    return _console(stderr=False)


def err() -> Console:
    """Where progress, notes and errors go."""
    return _console(stderr=True)


class _Printable(RenderHook):
    """Takes what a terminal would obey out of all that is shown: names come from stores, answers,
    labels and files of others.
    """

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Cleaned(one) for one in renderables]


@dataclass(frozen=True)
class _Cleaned:
    of: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for one in console.render(self.of, options):
            yield (
                one
                if one.control
                else Segment("\n".join(map(printable, one.text.split("\n"))), one.style)
            )


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False)
    console.push_render_hook(_Printable())
    if not console.is_terminal:
        console.width = max(console.width, _LOG_WIDTH)
    return console


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal, nothing elsewhere, that is told what runs now, how much is done, and of
    how much.
    """
    from rich.progress import Progress

    console = err()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda now, done, total: bar.update(
            task, description=now, completed=done, total=total
        )


def show_error(error: BenchError) -> None:
    """An error as people read it: what, why, and what to do."""
    console = err()
    parts = (("error: ", "bold red", error.what), ("  why: ", "bold", error.why),
             ("  do:  ", "bold", error.do))  # fmt: skip
    for label, style, text in parts:
        if text or style == "bold red":
            first, *rest = _wrapped(label + text, console, " " * len(label))
            console.print(Text.assemble((label, style), first[len(label) :]), soft_wrap=True)
            for line in rest:
                console.print(line, markup=False, soft_wrap=True)


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    right: Sequence[str] = (),
    spare: Sequence[str] = (),
) -> Fitted:
    """A plain table; the columns in `right` hold figures, and those in `spare` may be left out
    where there is no room. Without any names it has no heading.
    """
    return Fitted(columns, rows, right, spare)


def answer(facts: Facts) -> None:
    """A sweep's answer: a sentence, what it is good for, its tables, and what to do next."""
    from ..report.documents import answers
    from ..report.sections.answer import trusted
    from ..report.sections.best_libraries import lines

    say(f"{facts.answer}\n\n{trusted(facts)}")
    for one in answers(facts):
        out().print()
        show_table(one.table)
        say("\n".join(one.below))
    pairs = {row.sides for row in facts.rows} - {row.sides for row in facts.first_rows}
    if pairs:
        say(f"\nThe report compares {len(pairs)} more pairs, of other engines and setups.")
    for line in lines(facts):
        say(f"\n{line}")
    for step in facts.next_steps:  # a line each, which nothing breaks, to be copied
        out().print(f"\nNext: {step}", markup=False, soft_wrap=True)


def say(text: str, console: Console | None = None, *, indent: str = "") -> None:
    """A text; on a terminal its lines are wrapped at words, and no longer than is easy to read."""
    console = console or out()
    for line in text.split("\n") if text else []:
        for part in _wrapped(line, console, indent):
            console.print(part, markup=False, soft_wrap=True)


def _wrapped(line: str, console: Console, indent: str) -> list[str]:
    """A line in parts; on a terminal wrapped at words, and no longer than is easy to read."""
    if not console.is_terminal:
        return [line]
    wrapped = wrap(
        line,
        min(console.width, _WIDEST),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped or [""]


def brief(found: Facts) -> None:
    """A sweep's answer in five lines, wrapped at 80 columns."""
    from ..report.brief import brief

    for name, line in brief(found):
        wrapped = fill(
            line,
            _BRIEF,
            initial_indent=f"{name:10}",
            subsequent_indent=" " * 10,
            break_on_hyphens=False,
        )
        out().print(wrapped, markup=False, soft_wrap=True)


def show_table(made: DocumentTable) -> None:
    """A table of a document, below its caption."""
    if made.caption:
        say(made.caption)
    figures = [name for place, name in enumerate(made.head) if made.is_figure(place)]
    out().print(table(made.head, made.rows, right=figures))


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


def duration(seconds: float) -> str:
    """A time as people say it."""
    minutes = round(seconds / 60)
    return (
        f"{seconds:.0f} s"
        if seconds < 120
        else f"{minutes} min"
        if minutes < 120
        else f"{minutes // 60} h {minutes % 60:02} min"
    )


def sweeps(rows: Sequence[Sequence[str]]) -> Fitted:
    """The sweeps of a store, a line each."""
    columns = ["sweep", "state", "rounds", "runs", "failed", "preset", "label"]
    spare = ["planned", "consumers", "commit"]
    return table(columns + spare, rows, right=["rounds", "runs", "failed"], spare=spare)


def study_runs(rows: Sequence[Sequence[str]]) -> Fitted:
    """The runs of studies on real stores, a line each."""
    columns = ["run of a study", "state", "rounds", "trials", "failed", "preset", "planned"]
    return table(columns, rows, right=["rounds", "trials", "failed"], spare=["planned"])
