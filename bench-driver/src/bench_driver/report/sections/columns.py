"""What the tables of a sweep have in common: the columns that say what was parsed, and rows by who
is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from ...analysis.facts import Facts
from ...analysis.ratios import Row
from ...model.cell import Cell, Contender
from .. import words
from ..document import Table

#: The columns that say what was parsed.
CELL = ("object type", "format")


def cell_of(cell: Cell) -> list[str]:
    """What was parsed."""
    return [cell.object_name, cell.format]


def of_each(facts: Facts, made: Callable[[Facts], Sequence[Table]]) -> list[Table]:
    """The tables that are made of each series by itself, with its title before their captions."""
    found = [(one, table) for one in facts.series for table in made(one)]
    return [
        replace(table, caption=f"{one.title}: {words.going_on(table.caption)}")
        for one, table in found
    ]


def guards(facts: Facts, cells: Collection[Cell], consumers: Sequence[Contender]) -> str:
    """What the guard takes each of these an object of a series; empty where no server says it."""
    known = {who: facts.guard_ns(cells, who) for who in consumers}
    told = [f"{words.ns(ns)} ns in {who}" for who, ns in known.items() if ns is not None]
    return f"not included: the guard of an object, {', '.join(told)}" if told else ""


def pairs(rows: Sequence[Row]) -> dict[tuple[Contender, Contender], list[Row]]:
    """The rows of each two contenders, the baseline first; of the best, of each two runtimes."""
    found: dict[tuple[Contender, Contender], list[Row]] = {}
    for row in rows:
        found.setdefault(row.sides, []).append(row)
    return found
