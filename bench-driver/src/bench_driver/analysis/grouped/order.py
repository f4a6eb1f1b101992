"""The order in which people read cells and contenders. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ...model.cell import Cell, Contender
from ...model.records import SweepRecord

#: The first of these that a sweep measured is what its answer is about; the others stand beside it.
CONDITIONS = ("block", "http", "replay", "cores")
_Name = TypeVar("_Name")


def cells_in_order(sweep: SweepRecord, cells: Iterable[Cell]) -> list[Cell]:
    """By condition, then by object type and format as the servers' engines have them."""
    engines = [engine for server in sweep.about.get("servers", {}).values() for engine in server.get("engines", [])]
    types = [name for engine in engines for name in engine["object_types"]]
    formats = [engine["format"] for engine in engines]
    return sorted(sorted(cells), key=lambda cell: (_place(CONDITIONS, cell.condition), _place(types, cell.object_type), _place(formats, cell.format)))


def contenders_in_order(sweep: SweepRecord, contenders: Iterable[Contender]) -> list[Contender]:
    """As the sweep has its servers, defaults first: the first is the others' baseline."""
    servers = list(sweep.about.get("servers", {}))
    return sorted(sorted(contenders), key=lambda one: (_place(servers, one.consumer), one.setup != "", one.engine != ""))


def _place(order: Iterable[_Name], name: _Name) -> int:
    every = list(order)
    return every.index(name) if name in every else len(every)
