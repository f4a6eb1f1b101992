"""How sure the answer is: contenders beside themselves, the order's effect, drift, where the variance comes from, and why the sweep stopped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from ...analysis.grouped.checks import in_words
from ...analysis.grouped.facts import GroupedFacts
from ...analysis.grouped.headline import BY, said
from ...model.cell import Cell
from ...model.series import USUAL
from ...stats.groups import in_per_cent
from .. import words
from ..document import Block, Items, Section, Table, Text
from .rows import of_each

_ITSELF = (
    "A/A: each round compares each consumer with itself, in two processes that were started and warmed alike, on one cell; the cells take turns. Its ratio is "
    f"1 but for noise. It fails where the interval over rounds excludes 1, passes where the interval lies within {BY}, and else is undecided."
)
_NO_ITSELF = "A/A: there is none, since these servers have no second process of a consumer."
_CHECKS = (
    "order: by what factor a slice takes longer where it comes later in its group. drift: by what factor the ratio grew from the first round to the last, by "
    "its slope. Both are 1 but for noise; the orders are balanced, so that an effect of the order falls out of the ratio. Standard deviations of the ratio: of "
    "a group in its round; of a round's figure by its groups alone; of what a start of the processes adds; of a round, by which the interval goes."
)


def sure(facts: GroupedFacts) -> Section:
    """Consumers beside themselves, the checks of each row, and the stopping rule."""
    blocks: list[Block] = [Text(in_words(facts.itself) or _NO_ITSELF, lead=True)]
    if facts.itself:
        blocks += [Text(_ITSELF), _itself(facts)]
    blocks += [Text(_CHECKS), *of_each(facts, lambda one: [_rows(one)])]
    blocks += stopped(facts.sweep.about.get("stopping") or {})
    blocks += of_each(facts, _others)
    return Section("sure", "How sure", blocks)


def _others(facts: GroupedFacts) -> list[Table]:
    others = [[f"{row.cell}", *_cells(facts, row)] for condition in facts.beside for row in facts.rows_of(condition)]
    head = ["cell", "ratio (95 %)", "verdict", "baseline, ns", "other, ns"]
    return [Table(head, others, 1, "The contenders under the other conditions", aside=True)] if others else []


def _cells(facts: GroupedFacts, row: Any) -> list[str]:
    ratio = row.decision.ratio if row.decision else None
    return [words.ratio(ratio), said(row, one_start=facts.one_start), words.ns(row.baseline_ns), words.ns(row.other_ns)]


def _itself(facts: GroupedFacts) -> Table:
    rows = [[one.consumer, words.close(one.ratio), str(one.ratio.rounds), one.says] for one in facts.itself]
    return Table(["consumer", "second / first (95 %)", "rounds", "A/A"], rows, 1, "Each consumer beside itself")


def _rows(facts: GroupedFacts) -> Table:
    rows = []
    for row in facts.rows:
        found = row.spreads
        parts = [found.between_groups, found.of_a_figure, found.between_starts] if found else [None] * 3
        spread = [words.DASH if part is None else f"{in_per_cent(part):.1f} %" for part in (*parts, row.deviation)]
        rows.append([f"{row.cell}: {row.other} / {row.baseline}", words.close(facts.order(row).ratio), words.close(facts.drift(row).ratio), *spread])
    return Table(["row", "order (95 %)", "drift (95 %)", "between groups", "of a figure", "between starts", "of a round"], rows, 1, "Checks of each row")


def stopped(stopping: Mapping[str, Any]) -> list[Block]:
    """The stopping rule as the sweep noted it: why, by what, and the pilot's rows where there was one; empty where nothing was noted."""
    if not stopping:
        return []
    seconds = list(stopping.get("seconds", {}).values())
    lines = [*told_of(stopping), *([f"a round took: {median(seconds):.0f} s, the median of {len(seconds)}"] if seconds else [])]
    rows = [
        [
            str(Cell(row["object_type"], row["format"], row["condition"], checks=row.get("checks", USUAL))),
            f"{in_per_cent(row['deviation']):.1f} %",
            f"{row['rounds_wanted']}",
        ]
        for row in stopping.get("rows", [])
    ]
    table = Table(["row", "deviation of the pilot's rounds", "rounds that the target takes"], rows, 1, "What the pilot asked for")
    return [Text("Why it stopped where it did. It never stops on a result."), Items(lines), *([table] if rows else [])]


def told_of(facts: Mapping[str, Any]) -> Iterator[str]:
    """Its plain facts, a line each: `target: 0.05`; what is not known is left out."""
    for name, value in facts.items():
        if value is not None and not isinstance(value, list | tuple | Mapping):
            yield f"{name.replace('_', ' ')}: {f'{value:.4g}' if isinstance(value, float) else value}"
