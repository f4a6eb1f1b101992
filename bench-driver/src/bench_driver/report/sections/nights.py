"""The nights before this one, where there are any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...analysis.facts import Facts
from ...analysis.history.alarms import History, alarms, unheard
from ...analysis.history.alike import told_apart, what_changed
from ...analysis.history.past import alike_in
from ...model.records import Night, SweepRecord
from .. import charts, words
from ..document import Block, Chart, Charts, Items, Section, Table, Text
from .libraries import of_pairs

#: What a figure is, in words.
TITLES = {
    "quiet_ns": "parse time on a quiet core",
    "neighbours_ns": "median parse time with neighbours",
    "uncorrected_ns": "uncorrected median parse time",
    "reference_ratio": "parse time over the reference's",
    "unsure_ratio": "parse time over the reference's, one of which met more noise",
    "p50_ns": "median parse time",
    "mean_ns": "mean parse time",
    "p90_ns": "90th percentile of the parse time",
    "p99_ns": "99th percentile of the parse time",
    "min_ns": "least parse time",
}
NOTHING = Text("Nothing is slower or new tonight.", lead=True)
#: Charts of histories that are drawn; those with changes come first.
_MOST = 12


def nights(facts: Facts) -> Section:
    """What is new tonight, every change of level so far, and the histories as charts."""
    histories, left_out = (
        facts.past.histories,
        [Text(facts.past.left_out)] if facts.past.left_out else [],
    )
    if facts.past.why_none or not histories:
        why_none = (
            facts.past.why_none or "There are no earlier sweeps of this preset to compare with."
        )
        return Section("history", "Nights", [Text(why_none), *left_out])
    news = alarms(histories)
    count = max(len(item.nights) for item in histories)
    said = (
        f"{count} sweeps of {alike_in(facts.sweep)}. Change points by Apache Otava, p at most "
        "0.001, 5 % or more."
    )
    blocks: list[Block] = [Text(said), *left_out]
    blocks += (
        [Text("Slower, or new tonight:", lead=True), Items([str(alarm) for alarm in news])]
        if news
        else [NOTHING]
    )
    others = told_apart(facts.past.sweeps.values(), histories)
    blocks += [Text(f"{one[:1].upper()}{one[1:]}.") for one in others]
    blocks += [Text(sentence) for sentence in unheard(histories)]
    table = every_change(facts.past.sweeps, histories)
    blocks += [table] if table.rows else []
    ordered = sorted(histories, key=lambda item: not item.changes)[:_MOST]
    blocks.append(Charts([chart(item, facts.sweep) for item in ordered if len(item.nights) > 1]))
    return Section("history", "Nights", blocks)


def every_change(sweeps: Mapping[str, SweepRecord], histories: Sequence[History]) -> Table:
    """The changes of level of all histories."""
    rows = [row for item in histories for row in changes(sweeps, item)]
    return Table(
        ["scenario", "since", "change", "from", "to", "p", "what else changed then"],
        rows,
        2,
        "Changes of level",
    )


def changes(sweeps: Mapping[str, SweepRecord], item: History) -> list[list[str]]:
    """A row for each change of level: scenario, night, size, means before and after, p, and what
    the two nights around it say differently of themselves.
    """
    rows = []
    for change in item.changes:
        before, since = item.nights[change.index - 1], item.nights[change.index]
        sides = sweeps.get(before.sweep_id), sweeps.get(since.sweep_id)
        other = what_changed(sides[0], sides[1]) if sides[0] and sides[1] else []
        rows.append(
            [
                str(item.scenario),
                since.sweep_id,
                f"{100 * (change.ratio - 1):+.1f} %",
                level(change.before, since),
                level(change.after, since),
                words.p(change.p),
                "; ".join(other) or words.DASH,
            ]
        )
    return rows


def level(value: float, night: Night) -> str:
    """A level of a line, as that night's figure is: ns, or a ratio to the reference."""
    return f"{value:.3f} of ref." if night.is_ratio else f"{words.ns(value)} ns"


def chart(item: History, last: SweepRecord) -> Chart:
    """A scenario's nights, of which the last is that sweep."""
    what = TITLES[item.nights[-1].figure]
    rows: list[dict[str, Any]] = [
        {
            "night": night.planned_at,
            "value": night.value,
            "low": min(night.rounds.values()),
            "high": max(night.rounds.values()),
        }
        for night in item.nights
    ]
    marks = [
        {
            "night": item.nights[change.index].planned_at,
            "words": f"{100 * (change.ratio - 1):+.0f} %",
        }
        for change in item.changes
    ]
    return Chart(
        f"nights_{item.scenario.slug}",
        f"{item.scenario}: {what} by night",
        f"{what} of {item.scenario} by night, least and greatest round around it, with its "
        f"{len(marks)} change points.",
        charts.nights(rows, marks, y_title=what if item.nights[-1].is_ratio else f"{what}, ns"),
        of_pairs(last, [(item.scenario.cell, item.scenario.contender)]),
        ["median over rounds, the least and the greatest round around it"],
    )
