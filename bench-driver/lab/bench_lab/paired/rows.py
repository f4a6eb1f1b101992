"""The rows of a paired comparison: what is parsed, two contenders, their ratio and the verdict, by the statistics of a sweep in groups. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import median

from bench_driver.analysis.grouped.headline import BY, Kind, kind, said
from bench_driver.analysis.grouped.ratios import Row, decided
from bench_driver.model.cell import Cell, Contender
from bench_driver.report import words
from bench_driver.report.document import Table
from bench_driver.stats.groups import figure


@dataclass(frozen=True, order=True)
class Parsed:
    """What is parsed, and by whom: each has a row in every table."""

    consumer: str
    object_type: str
    format: str
    engine: str

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.consumer} {self.object_type} as {self.format}"


#: The p50 of a group's two slices, ns an object: the baseline's and the other contender's.
Pair = tuple[float, float]
#: A round's groups, by round.
Rounds = Mapping[int, Sequence[Pair]]
_PARSED = ("consumer", "object type", "format", "engine")


def rows(measured: Mapping[Parsed, Rounds], names: tuple[str, str]) -> dict[Parsed, Row]:
    """A row for each thing parsed; `names` are the baseline's and the other's. All intervals hold together."""
    return {parsed: _row(parsed, measured[parsed], names, len(measured)) for parsed in sorted(measured)}


def _row(parsed: Parsed, rounds: Rounds, names: tuple[str, str], count: int) -> Row:
    ratios = {number: [log(other / baseline) for baseline, other in pairs] for number, pairs in rounds.items() if pairs}
    times = [median(median(pair[place] for pair in rounds[number]) for number in ratios) if ratios else None for place in (0, 1)]
    baseline, other = (Contender("", setup=name) for name in names)
    cell = Cell(parsed.object_type, parsed.format, "replay")
    return Row(cell, baseline, other, ratios, times[0], times[1], decided([figure(values) for values in ratios.values()], count))


def table(found: Mapping[Parsed, Row], names: tuple[str, str], beside: Mapping[str, Mapping[Parsed, str]] | None = None) -> Table:
    """The rows; `beside` are further columns, by their headings."""
    further = beside or {}
    head = [*_PARSED, *(f"{name} p50 ns" for name in names), f"ratio {names[1]} / {names[0]}", "verdict", *further]
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
