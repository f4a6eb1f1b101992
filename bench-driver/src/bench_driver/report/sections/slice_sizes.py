"""How large the slices were, and which bound gave way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from ...analysis.facts import Facts
from ...model.cell import Cell, cell_of
from .. import words
from ..document import Section, Table, Text

_SAID = (
    "All contenders of a cell parse the same number of objects in a slice: at least 4,096, "
    "and enough for the windows of the quickest to last 30 ms. If a slice of the slowest "
    "would then take longer than half a second, the slice is shorter, and its windows may "
    "last less than 30 ms. With several threads, each parses that many. A pilot in the first "
    "round found the sizes."
)


def sizes(facts: Facts) -> Section:
    """A row a cell."""
    rows = []
    for cell in facts.cells:
        mine = [one for one in facts.seen if one.slice.cell == cell]
        if mine:
            windows, whole = (
                median(one.slice.total_ns / one.slice.threads for one in mine),
                median(one.run.wall_ns for one in mine),
            )
            amounts = ", ".join(
                f"{amount:,}" for amount in sorted({one.slice.amount for one in mine})
            )
            gave_way = gave_way_of(facts.sweep.about.get("cells", ()), cell) or words.DASH
            groups = sum(map(len, facts.groups[cell].values()))
            counts = [f"{groups:,}", f"{facts.failed_groups.get(cell, 0):,}"]
            rows.append(
                [
                    str(cell),
                    amounts,
                    words.number(windows / 1e6),
                    words.number(whole / 1e6),
                    *counts,
                    gave_way,
                ]
            )
    head = [
        "cell",
        "objects a slice",
        "its windows, ms",
        "the whole slice, ms",
        "groups",
        "failed groups",
        "gave way",
    ]
    return Section("sizes", "Slices", [Text(_SAID), Table(head, rows, 1, "Slices by cell")])


def gave_way_of(cells: Sequence[Mapping[str, Any]], cell: Cell) -> str:
    """Which bound gave way for a cell, as the sweep noted it; empty where none did."""
    return next((str(item["gave_way"]) for item in cells if cell_of(item) == cell), "")
