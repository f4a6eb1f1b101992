"""What a sweep of two builds says of both: rows, and what one of them has alone. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.ratios import Row, row
from bench_driver.model.cell import Cell, Contender
from bench_driver.stats.pairs import Measured, together


def between(facts: Facts, before: str, after: str) -> list[Row]:
    """One consumer beside another of its runtime, with the same engine, on each cell of the answer.

    All intervals of a series are simultaneous.
    """
    pairs = [
        (cell, one, other)
        for cell, those in _compared(facts).items()
        for one in those
        if one.server == before and (other := _same(one, after, those))
    ]
    many = together(cell for cell, *_ in pairs)
    return [
        row(*pair, facts.measured.get(pair[0], Measured({})), rows=many[pair[0].checks])
        for pair in pairs
    ]


def lone(facts: Facts, before: str, after: str) -> list[tuple[Cell, Contender, str]]:
    """What one of two such consumers has alone: the cell, the contender, and who lacks it."""
    return [
        (cell, one, there)
        for cell, those in _compared(facts).items()
        for here, there in ((before, after), (after, before))
        for one in those
        if one.server == here and not _same(one, there, those)
    ]


def _compared(facts: Facts) -> dict[Cell, list[Contender]]:
    return facts.compared(facts.conditions[0] if facts.cells else "")


def _same(one: Contender, server: str, those: Iterable[Contender]) -> Contender | None:
    """The contender of that server that has the same engine; None of none."""
    return next((who for who in those if (who.server, who.engine) == (server, one.engine)), None)
