"""The groups of a sweep as they were made, with their raw answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from sqlalchemy import select

from ..model.cell import Cell, Contender, SliceTurn
from ..model.records import Answer, SweepRecord
from ..model.scenario import Scenario
from .database import Store
from .schema import attempt, slice_of, turn

#: A group's slices in the order in which they were made, each with what came of it.
MadeGroup = list[tuple[SliceTurn, Answer]]


def grouped(store: Store, sweep: SweepRecord) -> bool:
    """Whether the sweep measures in groups of slices, also where it was cut before any was planned; else it measures by amounts."""
    if not sweep.conditions.get("amounts"):
        return True
    with store.reading() as connection:
        return connection.execute(select(turn.c.id).where(turn.c.sweep_id == sweep.id, turn.c.series == "slice").limit(1)).first() is not None


def made_groups(store: Store, sweep_id: str) -> Iterator[MadeGroup]:
    """A sweep's groups in the order in which they were made, also those of which a slice failed; one at a time, since answers are long."""
    columns = [attempt.c[name] for name in ("number", "outcome", "started_at", "ended_at", "request", "answer", "problem", "notes")]
    places = [slice_of.c[name] for name in ("condition", "operation", "setup", "group_number", "place")]
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


def _made(row: Any) -> tuple[SliceTurn, Answer]:
    cell, contender = Cell(row.object_type, row.format, row.condition, row.operation), Contender(row.consumer, row.engine or "", row.setup)
    planned = SliceTurn(row.round, row.position, cell, contender, row.provider, row.group_number, row.place, row.amount)
    scenario = Scenario(row.consumer, row.provider, row.object_type, row.format, row.engine)
    said = (row.outcome, row.started_at, row.ended_at, row.request, row.answer, row.problem, row.notes)
    return planned, Answer("slice", None, scenario, row.round, row.position, row.number, *said)
