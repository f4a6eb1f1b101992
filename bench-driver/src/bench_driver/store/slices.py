"""The groups of a sweep as they were made, with their raw answers or as slices, and the nights of their figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from statistics import median
from typing import Any

from sqlalchemy import select

from ..model.cell import CORES, Cell, Contender, Slice, SliceTurn
from ..model.reading import Line
from ..model.records import Answer, Night, SweepRecord
from ..model.scenario import Scenario
from .database import Store
from .schema import attempt, measurement, slice_of, turn

#: A group's slices in the order in which they were made, each with what came of it.
MadeGroup = list[tuple[SliceTurn, Answer]]


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


def whole_slices(store: Store, sweep_id: str) -> Iterator[Slice]:
    """A sweep's slices in the order in which they were made, a group together; a group of which one failed is left out."""
    for group in made_groups(store, sweep_id):
        if all(made.outcome == "ok" for _, made in group):
            yield from (Slice.of(turn, made) for turn, made in group)


def nights(store: Store, known: Iterable[SweepRecord], figure: str = "p50_ns") -> dict[Line, list[Night]]:
    """Each contender's figure, one of a measurement's, on each cell through these sweeps: by round the median of its slices. No raw answer is opened.

    Cells of `cores` are left out: a measurement has times, and their figure is a rate.
    """
    found: dict[Line, list[Night]] = {}
    for sweep in known:
        rounds: dict[Line, dict[int, list[tuple[float, bool, int]]]] = {}
        for line, number, value, noisy, amount in _figures(store, sweep.id, figure):
            rounds.setdefault(line, {}).setdefault(number, []).append((value, noisy, amount))
        for line, by_round in rounds.items():
            values = {number: median(value for value, *_ in those) for number, those in by_round.items()}
            disturbed = sum(2 * sum(noisy for _, noisy, _ in those) > len(those) for those in by_round.values())
            amount = next(iter(by_round.values()))[0][2]
            night = Night(sweep.id, sweep.planned_at, sweep.preset, sweep.state, amount, median(values.values()), values, disturbed)
            found.setdefault(line, []).append(night)
    return found


def _figures(store: Store, sweep_id: str, figure: str) -> Iterator[tuple[Line, int, float, bool, int]]:
    """Line, round, figure, whether disturbed, and amount of each slice of a whole group."""
    places = [slice_of.c[name] for name in ("condition", "operation", "setup", "group_number")]
    who = [turn.c[name] for name in ("object_type", "format", "consumer", "engine", "round", "amount")]
    query = (
        select(*places, *who, measurement.c[figure].label("figure"), measurement.c.noisy)
        .select_from(turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id).outerjoin(measurement, measurement.c.attempt_id == attempt.c.id))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome != "void", slice_of.c.condition != CORES)
        .order_by(turn.c.round, turn.c.position)
    )
    with store.reading() as connection:
        rows = connection.execution_options(yield_per=500).execute(query)
        for _, group in groupby(rows, key=lambda row: (row.round, row.object_type, row.format, row.condition, row.operation, row.group_number)):
            whole = list(group)
            if all(row.figure is not None for row in whole):
                for row in whole:
                    line = Line(Contender(row.consumer, row.engine or "", row.setup), Cell(row.object_type, row.format, row.condition, row.operation))
                    yield line, row.round, float(row.figure), bool(row.noisy), row.amount


def _made(row: Any) -> tuple[SliceTurn, Answer]:
    cell, contender = Cell(row.object_type, row.format, row.condition, row.operation), Contender(row.consumer, row.engine or "", row.setup)
    planned = SliceTurn(row.round, row.position, cell, contender, row.provider, row.group_number, row.place, row.amount)
    scenario = Scenario(row.consumer, row.provider, row.object_type, row.format, row.engine)
    said = (row.outcome, row.started_at, row.ended_at, row.request, row.answer, row.problem, row.notes)
    return planned, Answer("slice", None, scenario, row.round, row.position, row.number, *said)
