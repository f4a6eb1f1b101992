"""What the tables of a sweep in groups have in common: the columns that say what was parsed, and rows by who is compared."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.grouped.ratios import Row
from ...model.cell import Cell, Contender

#: The columns that say what was parsed.
CELL = ("object type", "format")


def cell_of(cell: Cell) -> list[str]:
    """What was parsed."""
    return [cell.object_type, cell.format]


def pairs(rows: Sequence[Row]) -> dict[tuple[Contender, Contender], list[Row]]:
    """The rows of each two contenders, the baseline first."""
    found: dict[tuple[Contender, Contender], list[Row]] = {}
    for row in rows:
        found.setdefault((row.baseline, row.other), []).append(row)
    return found
