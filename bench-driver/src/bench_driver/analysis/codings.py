"""Compressed bodies next to plain ones: what decoding them costs, and at which bandwidth it pays.

Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .facts import Facts
from .points import Point, points
from .ratios import Row, row_of_figures


@dataclass(frozen=True)
class Pair:
    """A contender's bodies in a coding, and the same bodies plain; the intervals of a series'
    ratios are simultaneous.
    """

    plain: Point
    coded: Point
    rows: int

    @property
    def row(self) -> Row:
        """The time to have the object of compressed bodies over that of plain ones, the transfer
        apart.
        """
        who, sides = self.coded.contender, (self.plain.delivered(), self.coded.delivered())
        return row_of_figures(self.coded.cell, who, who, *sides, rows=self.rows)

    @property
    def below_bits_s(self) -> float | None:
        """The bandwidth below which the compressed body gives the object sooner: infinity where
        it always does, None where it never does.
        """
        saved = 8 * (self.plain.body_bytes - self.coded.body_bytes)
        more_ns = self.coded.delivered_ns() - self.plain.delivered_ns()
        if saved <= 0:
            return None
        return 1e9 * saved / more_ns if more_ns > 0 else float("inf")


def pairs(facts: Facts) -> list[Pair]:
    """Each contender on each cell of compressed bodies, in the order of a series' cells."""
    known = points(facts.whole)
    found = [
        (plain, coded)
        for (cell, who), coded in known.items()
        if cell.coding and (plain := known.get((replace(cell, coding=""), who)))
    ]
    return [Pair(plain, coded, len(found)) for plain, coded in found]
