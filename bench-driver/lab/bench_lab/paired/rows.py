"""The rows of a paired comparison, by the statistics of a sweep, and their page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench_driver.analysis.headline import BY, Kind, kind, said
from bench_driver.analysis.ratios import Row, row
from bench_driver.model.cell import Cell, Contender
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.pairs import Measured, Rounds

CONDITION = "replay"
#: What a reader must know beside the rows of an engine that no series has.
NOTES = {
    "fastjson2": "fastjson2 is in no series: it misreads some doubles (docs/equal-work.md); none "
    "is timed here."
}
#: How times and ratios come about, a line each.
STATISTICS = (
    "time: of an object in a slice, on a quiet core; uncorrected where the core was hardly ever "
    "quiet (docs/methodology.md); the median over a round's slices, then over rounds",
    "ratio: of a group's slices; the median over a round's groups, then the mean over rounds with "
    "Student's t; the intervals of a table are simultaneous at 95 %; the margin is "
    f"{100 * MARGIN:.0f} %",
)
#: How rows that do not exceed the margin are counted.
_REST: Mapping[Kind, str] = {
    "same": f"the same within {BY}",
    "unresolved": "unresolved",
    "too few rounds": "of too few rounds",
    "not measured": "not measured",
}


@dataclass(frozen=True, order=True)
class Parsed:
    """What is parsed, and by whom: each has a row in every table."""

    consumer: str
    object_type: str
    format: str
    engine: str

    def __str__(self) -> str:
        return f"{self.consumer} {self.object_type} as {self.format} by {self.engine}"

    @property
    def cell(self) -> Cell:
        """What its two contenders are compared on."""
        return Cell(object_type=self.object_type, format=self.format, condition=CONDITION)

    @property
    def cells(self) -> list[str]:
        """Its cells in a table."""
        return [self.consumer, self.object_type, self.format, self.engine]


HEAD = ("consumer", "object type", "format", "engine")


@dataclass(frozen=True)
class Comparison:
    """Its name, its title, how tables call the two contenders, and their difference."""

    name: str
    title: str
    names: tuple[str, str]
    words: str


def contender(name: str) -> Contender:
    """One of the two, by what tables call it."""
    return Contender(name)


def contenders(names: tuple[str, str]) -> tuple[Contender, Contender]:
    """The baseline and the other."""
    return contender(names[0]), contender(names[1])


def measured(rounds: Mapping[Parsed, Rounds]) -> dict[Parsed, Measured]:
    """The rounds of each thing parsed, in the order of tables."""
    return {parsed: Measured(rounds[parsed]) for parsed in sorted(rounds)}


def rows(measured: Mapping[Parsed, Measured], names: tuple[str, str]) -> dict[Parsed, Row]:
    """A row for each thing parsed; all intervals are simultaneous."""
    return {
        parsed: row(parsed.cell, *contenders(names), each, rows=len(measured))
        for parsed, each in measured.items()
    }


def neighbours(rows: Mapping[Parsed, Row]) -> str:
    """Which rows are of no quiet core, though there are walks beside them."""
    busy = [str(parsed) for parsed, one in rows.items() if one.basis in _BUSY]
    many = f" Rows with noisy neighbours, {len(busy)}: {', '.join(busy)}."
    return many if busy else ""


_BUSY = ("with neighbours", "not alike")


def notes(rows: Iterable[Parsed]) -> list[Text]:
    """What a reader must know beside these rows."""
    return [Text(NOTES[one]) for one in sorted({parsed.engine for parsed in rows} & NOTES.keys())]


def table(
    rows: Mapping[Parsed, Row],
    names: tuple[str, str],
    beside: Mapping[str, Mapping[Parsed, str]] | None = None,
) -> Table:
    """The rows; `beside` are further columns, by their headings."""
    further = beside or {}
    times = [f"{name} ns" for name in names]
    head = [*HEAD, *times, f"ratio {names[1]} / {names[0]}", "verdict", *further]
    lines = []
    for parsed, one in rows.items():
        ratio = words.close(one.decision.ratio if one.decision else None)
        figures = [words.ns(one.baseline_ns), words.ns(one.other_ns), ratio, said(one)]
        lines.append([*parsed.cells, *figures, *(column[parsed] for column in further.values())])
    return Table(head, lines, len(HEAD))


def sentence(rows: Mapping[Parsed, Row]) -> str:
    """Which rows exceed the margin, by what ratio, and how many do not."""
    kinds = Counter(kind(row) for row in rows.values())
    rest = ", ".join(f"{kinds[name]} {text}" for name, text in _REST.items() if kinds[name])
    named = [
        f"{parsed} ({row.decision.ratio.estimate:.2f})"
        for parsed, row in rows.items()
        if row.decision and kind(row) in ("faster", "slower")
    ]
    if not named:
        whole = f"No row of {len(rows)} differs by {BY} or more"
        return whole + (f": {rest}." if rest else ".")
    whole = f"{len(named)} of {len(rows)} rows differ by {BY} or more: {words.listed(named)}."
    return whole + (f" The others: {rest}." if rest else "")


def section(
    of: Comparison,
    rounds: Mapping[Parsed, Rounds],
    beside: Mapping[str, Mapping[Parsed, str]] | None = None,
) -> Section:
    """A comparison's: the sentence, the table, how to read it."""
    lines = rows(measured(rounds), of.names)
    reading = Text(of.words + neighbours(lines))
    lead = Text(sentence(lines), lead=True)
    return Section(
        of.name, of.title, [lead, table(lines, of.names, beside), *notes(lines), reading]
    )
