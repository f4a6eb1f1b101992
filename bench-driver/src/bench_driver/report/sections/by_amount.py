"""How time grows with the amount, what one more object costs, and what the first objects cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...analysis.curves import Curve
from ...analysis.facts import Facts
from ...model.cell import Contender
from .. import charts, palette, words
from ..document import Block, Chart, Charts, Section, Table, Text
from .libraries import of_cells

#: Points of a curve that are drawn; more are not told apart at a chart's width.
_MOST = 50
_MEANS = "mean over rounds with its 95 % interval"
_READING = (
    "Summed parse time of the first objects of a slice: the mean over rounds, with its 95 % "
    "interval. The cost of one more object is the slope of that curve (Theil and Sen's, of each "
    "round; then the mean over rounds), which a fixed cost at a run's start does not touch."
)
_COLD = (
    "Cold are the first objects of a process that was just started: the mean parse time of an "
    "object, mean over rounds, beside that of warm slices."
)


def curves(facts: Facts) -> Section | None:
    """A chart an object type and format, slopes, and what is cold; None where nothing was reported
    at amounts.
    """
    if not facts.curves:
        return None
    objects = dict.fromkeys((one.scenario.object_name, one.scenario.format) for one in facts.curves)
    drawn = [_chart(facts, *each) for each in objects]
    cold: list[Block] = [Text(_COLD), _cold(facts)] if facts.cold else []
    return Section(
        "curves", "By amount", [Text(_READING), Charts(drawn), _slopes(facts.curves), *cold]
    )


def _chart(facts: Facts, object_type: str, format_name: str) -> Chart:
    every = facts.curves
    scenarios = [one.scenario for one in every]
    shown = [
        one
        for one in every
        if (one.scenario.object_name, one.scenario.format) == (object_type, format_name)
    ]
    spec = charts.lines(
        [row for one in shown for row in _rows(one)],
        x=("amount", "objects parsed"),
        y=("ms", "summed parse time, ms"),
        colours=palette.of_contenders(
            Contender(one.consumer, one.engine or "", one.setup) for one in scenarios
        ),
        dashes=list(dict.fromkeys(scenario.provider for scenario in scenarios)),
    )
    title = f"{object_type} as {format_name}"
    said = f"Summed parse time of {title} by amount, a line for each consumer and provider."
    cells = [
        cell
        for cell in facts.cells
        if (cell.object_name, cell.format) == (object_type, format_name)
    ]
    title = f"{title}: summed parse time by amount, condition {facts.conditions[0]}"
    libraries = of_cells(facts, cells)
    return Chart(f"curve_{object_type}_{format_name}", title, said, spec, libraries, [_MEANS])


def _rows(curve: Curve) -> Iterator[dict[str, Any]]:
    for amount in thinned(curve.amounts):
        if total := curve.at(amount):
            ends = (total.low, total.high) if total.known else (total.estimate, total.estimate)
            low, high, ms = (value / 1e6 for value in (*ends, total.estimate))
            who = {"line": curve.scenario.contender, "kind": curve.scenario.provider}
            yield {**who, "amount": amount, "ms": ms, "low": low, "high": high}


def thinned(amounts: Sequence[int]) -> list[int]:
    """At most `_MOST` of them, the ends among them."""
    if len(amounts) <= _MOST:
        return list(amounts)
    return [amounts[round(place * (len(amounts) - 1) / (_MOST - 1))] for place in range(_MOST)]


def _slopes(every: Sequence[Curve]) -> Table:
    head = ["scenario", "slope, ns an object (95 %)", "mean, ns an object (95 %)"]
    rows = [[str(one.scenario), words.times(one.slope), words.times(one.mean)] for one in every]
    return Table(head, rows, 1, "What one more object adds, and the mean of all")


def _cold(facts: Facts) -> Table:
    warm = {one.scenario: one for one in facts.curves}
    amounts = sorted({amount for one in facts.cold for amount in one.amounts})
    rows = []
    for one in facts.cold:
        first, steady = one.each_ns(amounts[-1]), warm.get(one.scenario)
        warm_ns = steady.mean.estimate if steady else None
        over = words.number(first / warm_ns) if first and warm_ns else words.DASH
        rows.append(
            [
                str(one.scenario),
                *(words.ns(one.each_ns(amount)) for amount in amounts),
                words.ns(warm_ns),
                over,
            ]
        )
    firsts = [f"first {amount:,}, ns" if amount > 1 else "the first, ns" for amount in amounts]
    head = ["scenario", *firsts, "warm, ns", f"first {amounts[-1]:,} / warm"]
    return Table(head, rows, 1, "Cold and warm")
