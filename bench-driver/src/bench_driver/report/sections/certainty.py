"""How sure the answer is: contenders beside themselves, the order's effect, drift, where the
variance comes from, and why the sweep stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from ...analysis.checks import in_words
from ...analysis.facts import Facts
from ...analysis.headline import BY, said
from ...model.cell import cell_of
from ...stats.log_ratios import in_per_cent
from .. import words
from ..document import Block, Items, Section, Table, Text
from .columns import of_each

_ITSELF = (
    "A/A: each round compares each consumer with itself on one cell, in two processes that "
    "were started and warmed up in the same way; the cells take turns. Without noise the "
    "ratio is 1. The check fails if the interval over rounds excludes 1, passes if the "
    f"interval lies within {BY}, and is undecided otherwise."
)
_NO_ITSELF = "A/A: there is none, since no consumer had a second process."
_CHECKS = (
    "rounds: how many the row has. order: by what factor a slice takes longer if it comes later"
    " in its group. drift: by what factor the ratio grew from the first round to the last, by "
    "its slope. Without noise both are 1. The orders are balanced, so an effect of the order "
    "cancels out of the ratio. Standard deviations of the ratio: within a round, of a group; of"
    " a round's figure, from its groups alone; what restarting the processes adds; between "
    "rounds, which decides the interval."
)


def sure(facts: Facts) -> Section:
    """Consumers beside themselves, the checks of each row, and the stopping rule."""
    blocks: list[Block] = [Text(in_words(facts.itself) or _NO_ITSELF, lead=True)]
    blocks += [Items(facts.notes)] if facts.notes else []
    if facts.itself:
        blocks += [Text(_ITSELF), _itself(facts)]
    blocks += [Text(_CHECKS), *of_each(facts, lambda one: [_rows(one)])]
    blocks += stopped(facts.sweep.about.get("stopping") or {})
    blocks += of_each(facts, _others)
    return Section("sure", "How sure", blocks)


def _others(facts: Facts) -> list[Table]:
    others = [
        [f"{row.cell}", *_cells(facts, row)]
        for condition in facts.beside
        for row in facts.rows_of(condition)
    ]
    head = ["cell", "ratio (95 %)", "verdict", "baseline, ns", "other, ns"]
    return (
        [Table(head, others, 1, "The contenders under the other conditions", aside=True)]
        if others
        else []
    )


def _cells(facts: Facts, row: Any) -> list[str]:
    ratio = row.decision.ratio if row.decision else None
    return [
        words.ratio(ratio),
        said(row, one_start=facts.one_start),
        words.ns(row.baseline_ns),
        words.ns(row.other_ns),
    ]


def _itself(facts: Facts) -> Table:
    rows = [
        [one.consumer, words.close(one.ratio), str(one.ratio.rounds), one.says]
        for one in facts.itself
    ]
    return Table(
        ["consumer", "second / first (95 %)", "rounds", "A/A"],
        rows,
        1,
        "Each consumer compared with itself",
    )


def _rows(facts: Facts) -> Table:
    rows = []
    for row in facts.rows:
        found = row.spreads
        parts = (
            [found.between_groups, found.of_a_figure, found.between_starts] if found else [None] * 3
        )
        spread = [
            words.DASH if part is None else f"{in_per_cent(part):.1f} %"
            for part in (*parts, row.deviation)
        ]
        rows.append(
            [
                f"{row.cell}: {row.other} / {row.baseline}",
                str(len(row.figures)),
                words.close(facts.order(row).ratio),
                words.close(facts.drift(row).ratio),
                *spread,
            ]
        )
    return Table(
        [
            "row",
            "rounds",
            "order (95 %)",
            "drift (95 %)",
            "between groups",
            "of a figure",
            "between starts",
            "of a round",
        ],
        rows,
        1,
        "Checks of each row",
    )


def stopped(stopping: Mapping[str, Any]) -> list[Block]:
    """The stopping rule as the sweep noted it: why, by what, and the pilot's rows where there was
    one; empty where nothing was noted.
    """
    if not stopping:
        return []
    seconds = list(stopping.get("seconds", {}).values())
    lines = [
        *told_of(stopping),
        *(
            [f"a round took: {median(seconds):.0f} s, the median of {len(seconds)}"]
            if seconds
            else []
        ),
    ]
    rows = [
        [
            str(cell_of(row)),
            *(
                [words.DASH, "left out by the time budget"]
                if row["deviation"] is None
                else [f"{in_per_cent(row['deviation']):.1f} %", f"{row['rounds_wanted']}"]
            ),
        ]
        for row in stopping.get("rows", [])
    ]
    table = Table(
        ["row", "deviation of the pilot's rounds", "rounds that the target takes"],
        rows,
        1,
        "What the pilot asked for",
    )
    return [
        Text("Why it stopped where it did. It never stops on a result."),
        Items(lines),
        *([table] if rows else []),
    ]


def told_of(facts: Mapping[str, Any]) -> Iterator[str]:
    """Its plain facts, a line each: `target: 0.05`; what is not known is left out."""
    for name, value in facts.items():
        if value is not None and not isinstance(value, list | tuple | Mapping):
            yield (
                f"{name.replace('_', ' ')}: {f'{value:.4g}' if isinstance(value, float) else value}"
            )
