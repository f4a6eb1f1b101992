"""Consumers that were built or started in another way, each beside the usual one of its runtime.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.cell import Cell, Contender
from ..stats.pairs import together
from .facts import Facts
from .ratios import Row, row


def rows(facts: Facts) -> list[Row]:
    """Each setup beside its usual consumer, with the same engine, on each cell of the answer; where
    that was not swept, beside the first of its setups.

    All intervals of a series are simultaneous.
    """
    pairs = [
        pair
        for cell, those in facts.compared(facts.conditions[0] if facts.cells else "").items()
        for pair in _pairs(cell, those)
    ]
    many = together(cell for cell, *_ in pairs)
    return [
        row(*pair, facts.measured[pair[0]], rows=many[pair[0].checks])
        for pair in pairs
        if pair[0] in facts.measured
    ]


def _pairs(cell: Cell, those: Sequence[Contender]) -> Iterator[tuple[Cell, Contender, Contender]]:
    of_one: dict[tuple[str, str], list[Contender]] = {}
    for who in those:
        of_one.setdefault((who.consumer, who.engine), []).append(who)
    for same in of_one.values():
        baseline = next((who for who in same if not who.setup), same[0])
        yield from ((cell, baseline, who) for who in same if who != baseline)


def most(found: Sequence[Row]) -> Row | None:
    """The row whose setup moves its time furthest, slower or faster; None of no row
    with a ratio.
    """
    known = [one for one in found if one.decision]
    return max(known, key=factor, default=None)


def factor(one: Row) -> float:
    """By what factor two contenders differ, 1 or more."""
    assert one.decision, "a row without a decision differs by nothing known"
    estimate = one.decision.ratio.estimate
    return max(estimate, 1 / estimate)
