"""The rows of a paired comparison: what is parsed, two contenders, their ratio and the verdict, by the statistics of a sweep in groups. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench_driver.analysis.grouped.headline import BY, Kind, kind, said
from bench_driver.analysis.grouped.ratios import Row, row
from bench_driver.model.cell import Cell, Contender
from bench_driver.report import words
from bench_driver.report.document import Table, Text
from bench_driver.stats.pairs import Measured, Rounds

CONDITION = "replay"
#: What is to be known beside the rows of an engine that is to be had by name alone.
NOTES = {
    "fastjson2": "fastjson2 is in no series: it misreads some doubles (docs/equal-work.md); none is timed here.",
}


@dataclass(frozen=True, order=True)
class Parsed:
    """What is parsed, and by whom: each has a row in every table."""

    consumer: str
    object_type: str
    format: str
    engine: str

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.consumer} {self.object_type} as {self.format} by {self.engine}"

    @property
    def cell(self) -> Cell:
        """What its two contenders are compared on."""
        return Cell(self.object_type, self.format, CONDITION)


def contender(name: str) -> Contender:
    """One of the two, by what tables call it."""
    return Contender("", setup=name)


def contenders(names: tuple[str, str]) -> tuple[Contender, Contender]:
    """The baseline and the other."""
    return contender(names[0]), contender(names[1])


_PARSED = ("consumer", "object type", "format", "engine")


def measured(rounds: Mapping[Parsed, Rounds]) -> dict[Parsed, Measured]:
    """The rounds of each thing parsed with what their scans say, which is found once for all that is told of them; in the order of tables."""
    return {parsed: Measured(rounds[parsed]) for parsed in sorted(rounds)}


def rows(measured: Mapping[Parsed, Measured], names: tuple[str, str]) -> dict[Parsed, Row]:
    """A row for each thing parsed; `names` are the baseline's and the other's. All intervals hold together."""
    return {parsed: row(parsed.cell, *contenders(names), each, rows=len(measured)) for parsed, each in measured.items()}


def neighbours(rows: Mapping[Parsed, Row]) -> str:
    """Which rows are of no quiet core, though there are walks beside them; empty where none is."""
    names = [str(parsed) for parsed, each in rows.items() if each.basis in ("with neighbours", "not alike")]
    return f" With neighbours on the core are {len(names)} rows: {', '.join(names)}." if names else ""


def notes(found: Iterable[Parsed]) -> list[Text]:
    """What is to be known beside these rows."""
    return [Text(NOTES[engine]) for engine in sorted({parsed.engine for parsed in found} & NOTES.keys())]


def table(found: Mapping[Parsed, Row], names: tuple[str, str], beside: Mapping[str, Mapping[Parsed, str]] | None = None) -> Table:
    """The rows; `beside` are further columns, by their headings."""
    further = beside or {}
    head = [*_PARSED, *(f"{name} ns" for name in names), f"ratio {names[1]} / {names[0]}", "verdict", *further]
    lines = [
        [
            parsed.consumer, parsed.object_type, parsed.format, parsed.engine, words.ns(row.baseline_ns), words.ns(row.other_ns),
            words.close(row.decision.ratio if row.decision else None), said(row), *(column[parsed] for column in further.values()),
        ]
        for parsed, row in found.items()
    ]  # fmt: skip
    return Table(head, lines, len(_PARSED))


def sentence(found: Mapping[Parsed, Row]) -> str:
    """Which rows exceed the margin, by what ratio, and how many do not."""
    beyond = {parsed: row for parsed, row in found.items() if kind(row) in ("faster", "slower")}
    kinds = Counter(kind(row) for row in found.values())
    left = [f"{kinds[name]} {text}" for name, text in _REST.items() if kinds[name]]
    named = [f"{parsed} ({row.decision.ratio.estimate:.2f})" for parsed, row in beyond.items() if row.decision]
    rest = f"{', '.join(left)}." if left else ""
    if not named:
        return f"No row of {len(found)} differs by {BY} or more" + (f": {rest}" if rest else ".")
    return f"{len(named)} of {len(found)} rows differ by {BY} or more: {words.listed(named)}." + (f" The others: {rest}" if rest else "")


#: How rows that do not are counted.
_REST: Mapping[Kind, str] = {"same": f"the same within {BY}", "unresolved": "unresolved", "too few rounds": "of too few rounds", "not measured": "not measured"}
