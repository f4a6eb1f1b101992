"""What comes with the answer's times: the tail, and what it costs to release the objects."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.facts import Facts
from ...analysis.headline import said
from ...analysis.ratios import Row
from .. import words
from ..document import Section, Table, Text
from .columns import of_each

_TAIL = (
    "The 99th percentile of each round's windows, their histograms merged; the ratio over rounds "
    "as in the answer. It holds preemption, collection and whatever a noisy neighbour did, so it "
    "says more about the machine than the answer does."
)
_RECLAIM = (
    "No parse time holds what it costs to release the objects. parse: the answer's time. "
    "reclaim: in Rust the drop, timed on its own; in Java the pauses of the round's collector, "
    "shared among its objects by what each parse allocates. Fetching allocates too, in amounts "
    "that no counter shows, so Java's share is an upper bound. The ratio is of parse and reclaim "
    "together, over rounds as in the answer."
)

ON_ALL_CORES = (
    "The answer's rates hold what releasing the objects costs, but for what a concurrent "
    "collector (ZGC, Shenandoah) does beside the program."
)


def tail(facts: Facts) -> Section:
    """A row each of the answer's, by the 99th percentile."""
    if not any(row.decision for row in facts.by_tail):
        return Section(
            "tail", "99th percentile", [Text("The servers of this sweep sent no histograms.")]
        )
    return Section(
        "tail",
        "99th percentile",
        [
            Text(_TAIL),
            *of_each(
                facts,
                lambda one: [_table(one, one.by_tail, "p99 ns", "99th percentile of a round")],
            ),
        ],
    )


def reclaim(facts: Facts) -> Section:
    """A row each of the answer's, with the reclaiming of the objects."""
    if facts.on_all_cores:
        return Section("reclaim", "Parse and reclaim", [Text(ON_ALL_CORES)])
    if not any(row.decision for row in facts.by_cost):
        said = (
            "The servers of this sweep did not say what reclaiming the objects cost or what a "
            "parse allocates, or a collector was concurrent, and nobody counts what it does."
        )
        return Section("reclaim", "Parse and reclaim", [Text(said)])
    return Section(
        "reclaim",
        "Parse and reclaim",
        [
            Text(_RECLAIM),
            *of_each(
                facts,
                lambda one: [_table(one, one.by_cost, "parse + reclaim ns", "Parse and reclaim")],
            ),
        ],
    )


def _table(facts: Facts, rows: Sequence[Row], unit: str, caption: str) -> Table:
    lines = [
        [
            str(row.cell),
            f"{row.other} / {row.baseline}",
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.ratio(row.decision.ratio if row.decision else None),
            said(row, one_start=facts.one_start),
        ]
        for row in rows
    ]
    return Table(
        ["cell", "contenders", f"baseline {unit}", f"other {unit}", "ratio (95 %)", "verdict"],
        lines,
        2,
        caption,
    )
