"""The groups of a sweep as they were made, with their raw answers or as slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import groupby
from typing import Any

from sqlalchemy import null, select

from ..model import answers
from ..model.cell import AGAIN, ITSELF, Cell, Contender, MadeGroup, Slice, Turn
from ..model.condition import CORES
from ..model.reading import Line
from ..model.records import UNWARMED, Answer
from .database import Store
from .schema import attempt, measurement, slice_of, sweep, turn

#: The columns of who is on which cell.
LINE = tuple(
    (slice_of if name in slice_of.c else turn).c[name]
    for name in (field.name for of in (Cell, Contender) for field in fields(of))
)


def made_groups(store: Store, sweep_id: str) -> Iterator[MadeGroup]:
    """A sweep's groups in the order in which they were made, also those of which a slice failed;
    one at a time, since answers are long.
    """
    columns = [
        attempt.c[name]
        for name in (
            "number",
            "outcome",
            "started_at",
            "ended_at",
            "request",
            "answer",
            "problem",
            "notes",
        )
    ]
    places = [slice_of.c.group_number, slice_of.c.place]
    who = [*LINE, *(turn.c[name] for name in ("provider", "round", "position", "amount"))]
    query = (
        select(*places, *who, *columns)
        .select_from(turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome != "void")
        .order_by(turn.c.round, turn.c.position)
    )
    with store.reading() as connection:
        rows = connection.execution_options(yield_per=200).execute(query)
        for _, group in groupby(
            map(_made, rows), key=lambda made: (made[0].round, made[0].cell, made[0].group)
        ):
            yield list(group)


def whole_slices(store: Store, sweep_id: str) -> Iterator[Slice]:
    """A sweep's slices in the order in which they were made, a group together; a group of which one
    failed is left out, one that was cold takes no part.

    Where a run was made for each of several amounts, those of the largest.
    """
    largest = _largest(store, sweep_id)
    for group in made_groups(store, sweep_id):
        if group[0][0].amount >= largest:
            yield from Slice.together(group)


def _largest(store: Store, sweep_id: str) -> int:
    with store.reading() as connection:
        held = connection.execute(
            select(sweep.c.conditions).where(sweep.c.id == sweep_id)
        ).scalar_one()
    return largest_amount(held)


def largest_amount(conditions: Mapping[str, Any]) -> int:
    """The amount by which a sweep's contenders are compared; 0 where each cell has its own."""
    return max(conditions.get("amounts") or (0,))


def lean_slices(
    store: Store, sweep_id: str, figure: str = "p50_ns", *, with_blocks: bool = True
) -> Iterator[Slice]:
    """The same without what only whole answers say: CPUs, threads, rates.

    `p50_ns` is that figure of a measurement; of answers the blocks alone are read, where they are
    asked for. Cells of `cores` are left out, since their figure is a rate, and so is who is
    compared with itself.
    """
    blocks = (attempt.c.answer["blocks"] if with_blocks else null()).label("blocks")
    jit_ms = (
        attempt.c.answer["jit"]["compilation_ms"].as_float() if with_blocks else null()
    ).label("jit_ms")
    unwarmed = (attempt.c.problem["code"].as_string() == UNWARMED).label("unwarmed")
    made = turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id)
    whole = (measurement.c.attempt_id == attempt.c.id) & (measurement.c.amount == turn.c.amount)
    told = [measurement.c[name] for name in ("p99_ns", "mean_ns", "total_ns", "total_time_ms")]
    places = [slice_of.c.group_number, slice_of.c.place]
    query = (
        select(
            *(*LINE, *places, turn.c.provider, turn.c.round, turn.c.amount),
            *(measurement.c[figure].label("figure"), *told, blocks, jit_ms, unwarmed),
        )
        .select_from(made.outerjoin(measurement, whole))
        .where(turn.c.sweep_id == sweep_id, turn.c.amount >= _largest(store, sweep_id))
        .where(attempt.c.outcome != "void", slice_of.c.condition != CORES)
        .where(turn.c.role.not_in((ITSELF, AGAIN)))
        .order_by(turn.c.round, turn.c.position)
    )
    with store.reading() as connection:
        rows = connection.execution_options(yield_per=500).execute(query)
        for _, group in groupby(
            rows,
            key=lambda row: (row.round, line_of(row).cell, row.group_number),
        ):
            warmed = [row for row in group if not row.unwarmed]
            if all(row.figure is not None for row in warmed):
                yield from map(_lean, warmed)


def _lean(row: Any) -> Slice:
    line = line_of(row)
    compiles = None if row.jit_ms is None else answers.part_of(row.jit_ms, row.total_time_ms)
    return Slice(
        line.cell,
        line.contender,
        row.provider,
        row.round,
        row.group_number,
        row.place,
        row.amount,
        p50_ns=float(row.figure),
        p99_ns=float(row.p99_ns),
        mean_ns=row.mean_ns,
        total_ns=row.total_ns,
        idle_cpu=None,
        cpu={},
        blocks=line.cell.blocks(row.blocks or {}, compiles),
    )


def line_of(row: Any) -> Line:
    """The contender and the cell of a slice's row."""
    cell = {name: getattr(row, name) for name in (field.name for field in fields(Cell))}
    return Line(Contender(row.consumer, row.engine or "", row.setup, row.role), Cell(**cell))


def _made(row: Any) -> tuple[Turn, Answer]:
    line = line_of(row)
    planned = Turn(
        round=row.round,
        series="slice",
        cell=line.cell,
        contender=line.contender,
        provider=row.provider,
        amount=row.amount,
        points=(row.amount,),
        group=row.group_number,
        place=row.place,
    )
    said = (
        row.outcome,
        row.started_at,
        row.ended_at,
        row.request,
        row.answer,
        row.problem,
        row.notes,
    )
    place = (row.round, row.position, row.number)
    return planned, Answer("slice", None, planned.scenario, *place, *said)
