"""Which format for which object: who is on the Pareto front, and who wins at each bandwidth."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.facts import Facts
from ...analysis.fronts import BANDWIDTHS, Front, fronts
from ...analysis.headline import BY
from ...analysis.points import Point
from ...model.formats import GIVES_UP, GivesUp
from ...model.series import USUAL
from .. import palette, words
from ..document import Block, Chart, Charts, Items, Section, Table, Text
from ..front_chart import front
from .columns import of_each
from .libraries import of_cells

_TITLE = "Which format for which object"
_SAID = (
    "A format beats another that has no fewer bytes if it is faster by a verdict, or as fast by a "
    f"verdict ({BY}) and smaller; without a verdict it is unresolved. The others are the Pareto "
    "front. To have an object: decoding, guard and parse, by each consumer's quickest engine; at a "
    "bandwidth, also its bytes over it. What a request costs in every format is not included: the "
    "heads of request, answer and segments, and the servers' time, which `bench-driver run` prints "
    "as fetch for such bodies. How near the sum is to a link: docs/results/link.md. Where "
    "several are named, no verdict tells them apart. Intervals are "
    "simultaneous at 95 % at each bandwidth, for each two formats of a consumer."
)
_NOISY = "Times here are uncorrected: not every cell had a quiet core, and formats are compared."
_HEAD = ("object type", "consumer")


def choice(facts: Facts) -> Section | None:
    """A sentence each object type and consumer, a picture each object type, and what is given up;
    None of fewer than three formats.
    """
    facts = facts.whole
    series = [(one, found) for one in facts.series if (found := fronts(one))]
    if not series:
        return None
    known = {one.title: found for one, found in series}
    every = [one for _, found in series for one in found]
    noisy = any(
        facts.alike[point.cell].basis(point.contender) != "quiet"
        for one in every
        for point in one.points
    )
    several = len(series) > 1
    said = [
        (f"{facts_of.title}: " if several else "") + sentence(one)
        for facts_of, found in series
        for one in found
    ]
    blocks: list[Block] = [
        Items(said),
        Charts([chart for one, found in series for chart in _charts(one, found)]),
        Text(_SAID),
        *([Text(_NOISY)] if noisy else []),
        *of_each(facts, lambda one: _tables(one, known.get(one.title, []))),
        *_given_up(every),
    ]
    return Section("formats", _TITLE, blocks)


def sentence(of: Front) -> str:
    """Whom nobody beats, and what lies between these."""
    first, *others = of.unbeaten
    names = words.listed(
        f"{one.format} ({one.body_bytes:,.0f} bytes, {words.ns(one.delivered_ns())} ns)"
        for one in (first, *others)
    )
    apart = [
        f" {one.format} takes {_over(of, first, one)} times as long as {first.format}, with "
        f"{one.body_bytes / first.body_bytes:.2f} times its bytes."
        for one in others
    ]
    unresolved = words.listed(one.format for one in of.unresolved)
    apart += [f" Unresolved: {unresolved}."] if unresolved else []
    return f"{of.object_name}, {of.consumer}: nobody beats {names}.{''.join(apart)}"


def _over(of: Front, one: Point, other: Point) -> str:
    decision = of.row(one, other).decision
    return words.ratio(decision.ratio if decision else None)


def _tables(facts: Facts, found: Sequence[Front]) -> list[Table]:
    if not found:
        return []
    winners = [
        [of.object_name, of.consumer, *(_winners(of, bits_s) for bits_s in BANDWIDTHS.values())]
        for of in found
    ]
    head = [
        "format",
        "engine",
        "beaten by",
        "bytes",
        "decoding ns",
        "guard ns",
        "parse ns",
        "ns",
        "over the first",
    ]
    lines = [
        [
            of.object_name,
            of.consumer,
            one.format,
            facts.engine_name(one.cell, one.contender),
            _beaten(of, one),
            words.ns(one.body_bytes),
            words.ns(one.of_decoding_ns),
            words.ns(one.of_guard_ns),
            words.ns(one.of_parse_ns),
            words.ns(one.delivered_ns()),
            _over(of, of.points[0], one) if place else "1",
        ]
        for of in found
        for place, one in enumerate(of.points)
    ]
    return [
        Table([*_HEAD, *BANDWIDTHS], winners, 2 + len(BANDWIDTHS), "Who wins at a bandwidth"),
        Table([*_HEAD, *head], lines, 5, "Bytes against the time to have the object"),
    ]


def _beaten(of: Front, one: Point) -> str:
    if one.format in of.beaten:
        return of.beaten[one.format].format
    return "unresolved" if one in of.unresolved else "nobody"


def _winners(of: Front, bits_s: float | None) -> str:
    winners = of.winners(bits_s)
    names = " or ".join(one.format for one in winners)
    return f"{names}, {words.ns(winners[0].delivered_ns(bits_s))} ns"


def _charts(facts: Facts, found: Sequence[Front]) -> list[Chart]:
    return [
        _chart(facts, name, [of for of in found if of.object_name == name])
        for name in dict.fromkeys(of.object_name for of in found)
    ]


def _chart(facts: Facts, name: str, found: Sequence[Front]) -> Chart:
    rows = [
        {
            "bytes": one.body_bytes,
            "ns": one.delivered_ns(),
            "line": of.consumer,
            "name": one.format,
            "beaten": one.format in of.beaten,
            "front": one in of.unbeaten,
            "below": place % 2 > 0,
        }
        for of in found
        for place, one in enumerate(sorted(of.points, key=lambda one: one.body_bytes))
    ]
    checks = facts.cells[0].checks
    return Chart(
        f"formats_{name}" + (f"_{checks}" if checks != USUAL else ""),
        f"{facts.title}: {name}, bytes against the time to have the object",
        f"Each format of {name} by its bytes and its time, those that another beats pale.",
        front(rows, colours=palette.of_consumers(of.consumer for of in found)),
        of_cells(facts, [one.cell for one in found[0].points]),
        ["guard and parse, median over rounds"],
    )


def _given_up(found: Sequence[Front]) -> list[Table]:
    """A line for each format that no other beats everywhere."""
    unbeaten = dict.fromkeys(
        one.cell.format for of in found for one in of.points if one.format not in of.beaten
    )
    lines = [
        [name, *(what or words.DASH for what in GIVES_UP[name])]
        for name in unbeaten
        if name in GIVES_UP
    ]
    head = ["format", *GivesUp._fields]
    return [Table(head, lines, len(head), "What a format gives up")] if lines else []
