"""The groups of a sweep as they were made, with their raw answers or as slices, and the nights of their figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import Any

from sqlalchemy import null, select

from ..model.cell import Cell, Contender, MadeGroup, Slice, SliceTurn
from ..model.condition import CORES
from ..model.reading import Line
from ..model.records import UNWARMED, Answer, Night, SweepRecord
from ..model.scenario import Scenario
from ..stats.neighbour import QUIET, Block, response
from .database import Store
from .schema import attempt, measurement, slice_of, turn

#: The figure of nights in groups that is no measurement's: what an object takes on a quiet core.
QUIET_NS = "quiet_ns"


def made_groups(store: Store, sweep_id: str) -> Iterator[MadeGroup]:
    """A sweep's groups in the order in which they were made, also those of which a slice failed; one at a time, since answers are long."""
    columns = [attempt.c[name] for name in ("number", "outcome", "started_at", "ended_at", "request", "answer", "problem", "notes")]
    places = [slice_of.c[name] for name in ("condition", "operation", "checks", "setup", "group_number", "place")]
    who = [turn.c[name] for name in ("object_type", "format", "consumer", "engine", "provider", "round", "position", "amount")]
    query = (
        select(*places, *who, *columns)
        .select_from(turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome != "void")
        .order_by(turn.c.round, turn.c.position)
    )
    with store.reading() as connection:
        rows = connection.execution_options(yield_per=200).execute(query)
        for _, group in groupby(map(_made, rows), key=lambda made: (made[0].round, made[0].cell, made[0].group)):
            yield list(group)


def whole_slices(store: Store, sweep_id: str) -> Iterator[Slice]:
    """A sweep's slices in the order in which they were made, a group together; a group of which one failed is left out, one that was cold takes no part."""
    for group in made_groups(store, sweep_id):
        yield from Slice.together(group)


def nights(store: Store, known: Iterable[SweepRecord], figure: str = QUIET_NS) -> dict[Line, list[Night]]:
    """Each contender's figure on each cell through these sweeps, the oldest first: by round the median of its slices.

    The figure is one of a measurement's, or the time on a quiet core. Where the latest night of a line cannot tell that, since it has no scans or hardly
    met such a core, all its nights are by `p50_ns`; where it can, the nights that cannot are left out. Of answers the blocks alone are read. Cells of `cores`
    are left out: their figure is a rate.
    """
    told, with_blocks = ("p50_ns", True) if figure == QUIET_NS else (figure, False)
    plain: dict[Line, list[Night]] = {}
    quiet: dict[Line, list[Night]] = {}
    for sweep in known:
        lines: dict[Line, list[_Figure]] = {}
        for line, one in _figures(store, sweep.id, told, with_blocks=with_blocks):
            lines.setdefault(line, []).append(one)
        for line, those in lines.items():
            plain.setdefault(line, []).append(_night(sweep, those, [one.value for one in those], told))
            if all(one.blocks for one in those):
                found = response([(one.round, one.blocks) for one in those])
                if found.met:
                    values = [found.adjusted_ns(one.blocks, QUIET) for one in those]
                    quiet.setdefault(line, []).append(_night(sweep, those, values, QUIET_NS))
    return {line: quiet[line] if line in quiet and quiet[line][-1].sweep_id == those[-1].sweep_id else those for line, those in plain.items()}


@dataclass(frozen=True)
class _Figure:
    """A slice's, with its blocks where they were asked for."""

    round: int
    value: float
    noisy: bool
    amount: int
    blocks: Sequence[Block]


def _night(sweep: SweepRecord, those: Sequence[_Figure], values: Sequence[float], figure: str) -> Night:
    rounds: dict[int, list[tuple[float, bool]]] = {}
    for one, value in zip(those, values, strict=True):
        rounds.setdefault(one.round, []).append((value, one.noisy))
    medians = {number: median(value for value, _ in made) for number, made in rounds.items()}
    disturbed = sum(2 * sum(noisy for _, noisy in made) > len(made) for made in rounds.values())
    return Night(sweep.id, sweep.planned_at, sweep.preset, sweep.state, those[0].amount, median(medians.values()), medians, disturbed, figure)


def _figures(store: Store, sweep_id: str, figure: str, *, with_blocks: bool) -> Iterator[tuple[Line, _Figure]]:
    """A measurement's figure of each slice of a whole group; its blocks where they are asked for."""
    places = [slice_of.c[name] for name in ("condition", "operation", "checks", "setup", "group_number")]
    who = [turn.c[name] for name in ("object_type", "format", "consumer", "engine", "round", "amount")]
    blocks = (attempt.c.answer["blocks"] if with_blocks else null()).label("blocks")
    unwarmed = (attempt.c.problem["code"].as_string() == UNWARMED).label("unwarmed")
    query = (
        select(*places, *who, measurement.c[figure].label("figure"), measurement.c.noisy, blocks, unwarmed)
        .select_from(turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id).outerjoin(measurement, measurement.c.attempt_id == attempt.c.id))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome != "void", slice_of.c.condition != CORES)
        .order_by(turn.c.round, turn.c.position)
    )
    with store.reading() as connection:
        rows = connection.execution_options(yield_per=500).execute(query)
        for _, group in groupby(rows, key=lambda row: (row.round, row.object_type, row.format, row.condition, row.operation, row.checks, row.group_number)):
            warmed = [row for row in group if not row.unwarmed]
            if all(row.figure is not None for row in warmed):
                for row in warmed:
                    line = line_of(row)
                    yield line, _Figure(row.round, float(row.figure), bool(row.noisy), row.amount, line.cell.blocks(row.blocks or {}))


def line_of(row: Any) -> Line:
    """The contender and the cell of a slice's row."""
    return Line(Contender(row.consumer, row.engine or "", row.setup), Cell(row.object_type, row.format, row.condition, row.operation, row.checks))


def _made(row: Any) -> tuple[SliceTurn, Answer]:
    line = line_of(row)
    planned = SliceTurn(row.round, row.position, line.cell, line.contender, row.provider, row.group_number, row.place, row.amount)
    scenario = Scenario(row.consumer, row.provider, row.object_type, row.format, row.engine)
    said = (row.outcome, row.started_at, row.ended_at, row.request, row.answer, row.problem, row.notes)
    return planned, Answer("slice", None, scenario, row.round, row.position, row.number, *said)
