"""Object types that were measured in several sizes: what each contender takes over bytes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from ..model.cell import Cell, Contender
from ..stats.interval import Interval
from ..stats.line import Fit, line
from ..stats.log_ratios import geometric_mean
from .facts import Facts


@dataclass(frozen=True)
class BySize:
    """A contender on an object type in a format: the mean bytes of each size with the time of an
    object, ns, and the line through them.
    """

    object_type: str
    format: str
    contender: Contender
    times: tuple[tuple[float, Interval], ...]
    line: Fit | None


def by_size(facts: Facts) -> list[BySize]:
    """Each contender of the answer's cells whose object types came in sizes; smallest
    size first.
    """
    families: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in facts.compared(facts.conditions[0]) if facts.cells else {}:
        if cell.size:
            families.setdefault((cell.object_type, cell.format, cell.checks), []).append(cell)
    return [
        one
        for (object_type, format_name, _), cells in families.items()
        for one in _family(facts, object_type, format_name, cells)
    ]


def _family(
    facts: Facts, object_type: str, format_name: str, cells: list[Cell]
) -> Iterator[BySize]:
    for who in facts.compared(facts.conditions[0])[cells[0]]:
        points = sorted(
            (_bytes(facts, cell), facts.alike[cell].times(who))
            for cell in cells
            if facts.groups.get(cell)
        )
        shared = (
            set[int].intersection(*(set(times) for _, times in points)) if points else set[int]()
        )
        rounds = [[(at, times[number]) for at, times in points] for number in sorted(shared)]
        times = tuple((at, geometric_mean(list(times.values()))) for at, times in points if times)
        yield BySize(object_type, format_name, who, times, line(rounds))


def _bytes(facts: Facts, cell: Cell) -> float:
    return fmean(one.run.body_bytes for one in facts.seen if one.slice.cell == cell)
