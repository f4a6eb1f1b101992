"""The table of ratios, and the tests beside it."""

from __future__ import annotations

from collections.abc import Sequence

from ... import compare
from ...compare import Comparison
from .. import charts, words
from ..document import Block, Chart, Charts, Section, Table, Text
from ..facts import Facts

#: Axes, and what a table of each answers.
TITLES = {"consumer": "Consumers on the same objects", "format": "Formats in the same consumer", "engine": "Engines of the same format"}


def ratios(facts: Facts) -> Section:
    """Each pair of scenarios that differ in one thing."""
    blocks: list[Block] = []
    for axis, title in TITLES.items():
        rows = compare.along(axis, facts.headline, facts.band, facts.scenarios)
        if rows:
            blocks += [table(rows, axis, title), Charts([chart(facts, rows, axis, title)])] if axis != "engine" else [table(rows, axis, title)]
            blocks.append(tests(rows, axis, title))
    reading = (
        "Ratios are taken round by round: above 1 the first takes longer. A difference is claimed only where the interval excludes 1 and lies outside the "
        "A/A band, which the chart shades; anything else is not distinguishable here."
    )
    return Section("ratios", "Ratios", [Text(reading), *blocks] if blocks else [Text("Fewer than two scenarios were measured that differ in one thing.")])


def name(row: Comparison, axis: str) -> str:
    """What the two have in common, and what they differ in."""
    common = [getattr(row.baseline, part) for part in ("object_type", "format", "provider", "consumer") if part != axis]
    if axis == "consumer":
        return ", ".join(common)
    return f"{', '.join(common)}: {differing(row, axis)}"


def differing(row: Comparison, axis: str) -> str:
    """The second over the first."""
    return " / ".join(str(getattr(side, axis) or "default") for side in (row.other, row.baseline))


def table(rows: Sequence[Comparison], axis: str, title: str) -> Table:
    """The ratios with intervals and verdicts."""
    common = [part for part in ("object_type", "format", "provider", "consumer") if part != axis]
    head = [part.replace("_", " ") for part in common]
    head += [f"{axis}s", "verdict on the first", "first, ns (95 %)", "second, ns (95 %)", "ratio (95 %)"]
    lines = [
        [
            *(getattr(row.baseline, part) for part in common),
            differing(row, axis),
            row.verdict,
            words.times(row.other_ns),
            words.times(row.baseline_ns),
            words.ratio(row.ratio),
        ]
        for row in rows
    ]
    return Table(head, lines, len(common) + 2, title)


def chart(facts: Facts, rows: Sequence[Comparison], axis: str, title: str) -> Chart:
    """The same as a picture."""
    shown = [
        {"name": name(row, axis), "ratio": row.ratio.estimate, "low": row.ratio.low, "high": row.ratio.high, "line": differing(row, axis)}
        for row in rows
        if row.ratio and row.ratio.known
    ]
    band = facts.band
    spec = charts.ranges(
        shown, title="ratio, 95 % interval", band=(band.low, band.factor) if band else None, colours=list(dict.fromkeys(str(row["line"]) for row in shown))
    )
    return Chart(f"ratios_{axis}", title, "Each ratio as a point on its interval, around 1; the A/A band is shaded.", spec)


def tests(rows: Sequence[Comparison], axis: str, title: str) -> Table:
    """What those who expect tests expect: on runs taken as independent, corrected for the table's length."""
    head = ["pair", "Welch p (Holm)", "Mann-Whitney p (Holm)", "Vargha-Delaney A", "Cliff's delta"]
    lines = [
        [
            name(row, axis) + ("" if axis != "consumer" else f": {differing(row, axis)}"),
            words.p(row.welch_p),
            words.p(row.mann_whitney_p),
            words.number(row.superiority, 2),
            words.number(2 * row.superiority - 1, 2),
        ]
        for row in rows
    ]
    return Table(head, lines, 1, f"{title}: tests and effect size", aside=True)
