"""The order in which people read cells and contenders, and how they name a contender on a cell.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..errors import UsageError
from .cell import Cell, Contender, cell_of
from .condition import CONDITIONS, WRITE
from .records import SweepRecord
from .series import SERIES

_Name = TypeVar("_Name")


def cells_in_order(sweep: SweepRecord, cells: Iterable[Cell]) -> list[Cell]:
    """As the plan has them; what it has not by series and condition, then by object type and format
    as the servers' engines have them.
    """
    engines = [
        engine
        for server in sweep.about.get("servers", {}).values()
        for engine in server.get("engines", [])
    ]
    types = [name for engine in engines for name in engine["object_types"]]
    formats = [engine["format"] for engine in engines]
    planned = list(planned_contenders(sweep))

    def place(cell: Cell) -> tuple[int, ...]:
        kind = (_place(SERIES, cell.checks), _place((*CONDITIONS, WRITE), cell.condition))
        return (
            _place(planned, cell),
            *kind,
            _place(types, cell.object_type),
            _place(formats, cell.format),
            cell.coding != "",
        )

    return sorted(sorted(cells), key=place)


def contenders_in_order(sweep: SweepRecord, contenders: Iterable[Contender]) -> list[Contender]:
    """As the plan has them, else as the sweep has its servers, defaults first: the first is the
    others' baseline.
    """
    servers, planned = (
        list(sweep.about.get("servers", {})),
        [who for those in planned_contenders(sweep).values() for who in those],
    )
    return sorted(
        sorted(contenders),
        key=lambda one: (
            _place(planned, one),
            _place(servers, one.server),
            one.role != "",
            one.engine != "",
        ),
    )


def planned_contenders(sweep: SweepRecord) -> dict[Cell, list[Contender]]:
    """The contenders of each cell of the plan, the baseline first; empty where the plan does not
    say.
    """
    return {
        cell_of(item): [Contender(**who) for who in item["contenders"]]
        for item in sweep.conditions.get("cells", [])
    }


def _place(order: Iterable[_Name], name: _Name) -> int:
    every = list(order)
    return every.index(name) if name in every else len(every)


@dataclass(frozen=True, order=True)
class Line:
    """A contender on a cell: what a history of nights is about."""

    contender: Contender
    cell: Cell

    @property
    def slug(self) -> str:
        """Its name in file names."""
        return f"{str(self.contender).replace(' ', '_')}_{self.cell.slug}"

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.contender}, {self.cell}"


def lines_in_order(sweep: SweepRecord, lines: Iterable[Line]) -> list[Line]:
    """By cell, then by contender."""
    every = list(lines)
    cells, contenders = (
        cells_in_order(sweep, {line.cell for line in every}),
        contenders_in_order(sweep, {line.contender for line in every}),
    )
    return sorted(
        every, key=lambda line: (cells.index(line.cell), contenders.index(line.contender))
    )


def find_line(text: str, known: Sequence[Line]) -> Line:
    """The contender on a cell that a user names: `java/DummyObject/JSON`, or as file names have it.

    `JSON+gzip` is of compressed bodies. `/http` behind it is another condition than the answer's,
    and `/block/equal` another series than the first. UsageError where it is none, or not one.
    """
    parts = text.split("/")
    fits = [
        line
        for line in known
        if text == line.slug or (len(parts) in (3, 4, 5) and _fits(parts, line))
    ]
    if len(parts) > 1:  # of several conditions and series the first
        fits = [
            line
            for line in fits
            if (line.cell.condition, line.cell.checks)
            == (fits[0].cell.condition, fits[0].cell.checks)
        ]
    if len(fits) == 1:
        return fits[0]
    if fits:
        why = f"it fits {', '.join(line.slug for line in fits)}"
    else:
        some = ", ".join("/".join(_names(line)[:3]) for line in known[:3])
        why = f"there are {len(known)}, among them {some}" if known else "there is none"
    raise UsageError(
        f"{text} names {'more than one line' if fits else 'no line'}",
        why=why,
        do="write consumer/type/format, as `bench-driver history` lists them",
    )


def name_of(line: Line, known: Sequence[Line]) -> str:
    """The shortest by which `find_line` finds it among those known."""
    parts = _names(line)
    names = ("/".join(parts[:count]) for count in (3, 4))
    return next((name for name in names if _first(name, known) == line), "/".join(parts))


def _first(name: str, known: Sequence[Line]) -> Line | None:
    try:
        return find_line(name, known)
    except UsageError:  # it fits more than one
        return None


def _fits(parts: Sequence[str], line: Line) -> bool:
    names = _names(line)
    alone = names[0] == line.contender.consumer
    first = parts[0] in (names[0], line.contender.consumer.partition("-")[0] if alone else names[0])
    return first and all(part == name for part, name in zip(parts[1:], names[1:], strict=False))


def _names(line: Line) -> tuple[str, ...]:
    cell = line.cell
    form = f"{cell.format}+{cell.coding}" if cell.coding else cell.format
    return str(line.contender), cell.object_name, form, cell.condition, cell.checks
