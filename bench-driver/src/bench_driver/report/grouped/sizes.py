"""How large the slices were, and which bound gave way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from ...analysis.grouped.facts import GroupedFacts
from ...model.cell import Cell
from .. import words
from ..document import Section, Table, Text

_SAID = (
    "A slice has as many objects for every contender of its cell: 4,096, and enough for its windows to last 30 ms with the quickest, unless a whole slice of "
    "the slowest would take longer than half a second; then it stays short, and where its windows are shorter than 30 ms they gave way. Of several threads "
    "each has that much. A pilot in the first round found the sizes."
)


def sizes(facts: GroupedFacts) -> Section:
    """A row a cell."""
    rows = []
    for cell in facts.cells:
        mine = [one for one in facts.seen if one.slice.cell == cell]
        if mine:
            windows, whole = median(one.slice.total_ns / one.slice.threads for one in mine), median(one.run.wall_ns for one in mine)
            amounts = ", ".join(f"{amount:,}" for amount in sorted({one.slice.amount for one in mine}))
            gave_way = gave_way_of(facts.sweep.about.get("cells"), cell) or words.DASH
            groups = sum(map(len, facts.groups[cell].values()))
            counts = [f"{groups:,}", f"{facts.failed_groups.get(cell, 0):,}"]
            rows.append([str(cell), amounts, words.number(windows / 1e6), words.number(whole / 1e6), *counts, gave_way])
    head = ["cell", "objects a slice", "its windows, ms", "the whole slice, ms", "groups", "failed groups", "gave way"]
    return Section("sizes", "Slices", [Text(_SAID), Table(head, rows, 1, "Slices by cell")])


def gave_way_of(cells: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None, cell: Cell) -> str:
    """Which bound gave way for a cell, as the sweep noted it: by the cell's slug or name, or in a list of cells; empty where none did."""
    if isinstance(cells, Mapping):
        found = cells.get(cell.slug) or cells.get(str(cell)) or {}
        return str(found.get("gave_way") or "")
    names = ("object_type", "format", "condition", "checks")
    named = [getattr(cell, name) for name in names]
    return next((str(item.get("gave_way") or "") for item in cells or () if [item.get(name) for name in names] == named), "")
