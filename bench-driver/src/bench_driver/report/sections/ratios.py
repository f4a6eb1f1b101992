"""The ratios as charts, and the tests beside them; of formats and engines the tables too."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis import compare
from ...analysis.compare import Comparison
from ...analysis.facts import Facts
from ...stats.verdict import CLAIM_ROUNDS, in_words
from .. import charts, words
from ..document import Block, Chart, Charts, Section, Table, Text

#: Axes, and what a table of each answers.
TITLES = {"contender": "Contenders on the same objects", "format": "Formats in the same consumer", "engine": "Engines of the same format"}


def ratios(facts: Facts) -> Section:
    """Each pair of scenarios that differ in one thing."""
    blocks: list[Block] = []
    engines = compare.along("engine", facts.figures, facts.bands, facts.scenarios)
    compared = {"contender": facts.rows, "format": facts.formats, "engine": engines}
    for axis, title in TITLES.items():
        rows = compared[axis]
        if rows:
            known = [row for row in rows if row.ratio and row.ratio.known]
            blocks += [] if axis == "contender" else [table(rows, axis, title)]  # theirs is the answer's
            blocks.append(Charts([chart(known, axis, title)] if known else []))
            blocks.append(tests(rows, axis, title))
    reading = (
        f"Ratios are taken round by round: above 1 the first takes longer. A difference is claimed only from {CLAIM_ROUNDS} rounds on, and where the interval "
        "excludes 1 and lies outside the A/A band of the consumers compared, which the chart shades; anything else is unresolved."
    )
    return Section("ratios", "Ratios", [Text(reading), *blocks] if blocks else [Text("Fewer than two scenarios were measured that differ in one thing.")])


def name(row: Comparison, axis: str) -> str:
    """What the two have in common, and what they differ in."""
    side = row.baseline
    objects = side.object_type if axis == "format" else f"{side.object_type} as {side.format}"
    return f"{objects} from {side.provider}" + ("" if axis == "contender" else f" in {side.consumer}")


def differing(row: Comparison, axis: str) -> str:
    """The second over the first."""
    return " / ".join(compare.part(axis, side) for side in (row.other, row.baseline))


def table(rows: Sequence[Comparison], axis: str, title: str) -> Table:
    """The ratios with intervals and verdicts; where all rows stand for the same two, the head names them."""
    same = len({differing(row, axis) for row in rows}) == 1
    first, second = differing(rows[0], axis).split(" / ") if same else ("first", "second")
    head = ["objects", *([] if same else [f"{axis}s"]), "verdict", f"ratio (95 %): {first} / {second}", f"{first}, ns", f"{second}, ns"]
    lines = [
        [
            name(row, axis),
            *([] if same else [differing(row, axis)]),
            said(row, axis),
            words.ratio(row.ratio),
            words.ns(row.other_ns.estimate if row.other_ns else None),
            words.ns(row.baseline_ns.estimate if row.baseline_ns else None),
        ]
        for row in rows
    ]
    return Table(head, lines, len(head) - 3, title)


def said(row: Comparison, axis: str) -> str:
    """The verdict with the faster one's name."""
    first, second = differing(row, axis).split(" / ")
    return {"slower": f"{second} faster", "faster": f"{first} faster"}.get(row.verdict, in_words(row.verdict, row.ratio))


def chart(rows: Sequence[Comparison], axis: str, title: str) -> Chart:
    """The same as a picture, of those that have an interval."""
    shown = [
        {"name": name(row, axis), "ratio": row.ratio.estimate, "low": row.ratio.low, "high": row.ratio.high, **shade(row), "line": differing(row, axis)}
        for row in rows
        if row.ratio
    ]
    spec = charts.ranges(shown, title="ratio, 95 % interval", colours=list(dict.fromkeys(str(row["line"]) for row in shown)))
    return Chart(f"ratios_{axis}", title, "Each ratio as a point on its interval, around 1; its A/A band is shaded.", spec)


def shade(row: Comparison) -> dict[str, float]:
    """The band's ends."""
    return {"band_low": row.band.low, "band_high": row.band.factor} if row.band else {"band_low": 1.0, "band_high": 1.0}


def tests(rows: Sequence[Comparison], axis: str, title: str) -> Table:
    """What those who expect tests expect: on runs taken as independent, corrected for the table's length."""
    head = ["pair", "Welch p (Holm)", "Mann-Whitney p (Holm)", "Vargha-Delaney A", "Cliff's delta"]
    lines = [
        [
            f"{name(row, axis)}: {differing(row, axis)}",
            words.p(row.welch_p),
            words.p(row.mann_whitney_p),
            words.number(row.superiority, 2),
            words.number(2 * row.superiority - 1, 2),
        ]
        for row in rows
    ]
    return Table(head, lines, 1, f"{title}: tests and effect size", aside=True)
