"""The groups of a sweep as they were made, with their raw answers or as slices, and the nights of
their figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from statistics import median
from typing import Any

from sqlalchemy import null, select

from ..model import answers
from ..model.cell import AGAIN, ITSELF, Cell, Contender, MadeGroup, Slice, Turn
from ..model.condition import CORES
from ..model.reading import Line
from ..model.records import (
    NEIGHBOURS_NS,
    QUIET_NS,
    UNCORRECTED_NS,
    UNWARMED,
    Answer,
    Night,
    SweepRecord,
)
from ..stats import quiet
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
    with store.reading() as connection:
        held = connection.execute(
            select(sweep.c.conditions).where(sweep.c.id == sweep_id)
        ).scalar_one()
    largest = largest_amount(held)
    for group in made_groups(store, sweep_id):
        if group[0][0].amount >= largest:
            yield from Slice.together(group)


def largest_amount(conditions: Mapping[str, Any]) -> int:
    """The amount by which a sweep's contenders are compared; 0 where each cell has its own."""
    return max(conditions.get("amounts") or (0,))


def nights(
    store: Store, known: Iterable[SweepRecord], figure: str = QUIET_NS
) -> dict[Line, list[Night]]:
    """Each contender's figure on each cell through these sweeps, the oldest first, by round.

    The figure is one of a measurement's, or the time on a quiet core. Where the latest night of a
    line has that in too few rounds to claim anything, all nights of the line are by the median
    window, under a name that says so; where it has, those nights are left out that have not, or
    whose quiet walk was another: then one of the two was busy throughout. Of answers the blocks
    alone are read. Cells of `cores` are left out: their figure is a rate.
    """
    told, with_blocks = ("p50_ns", True) if figure == QUIET_NS else (figure, False)
    plain: dict[Line, list[Night]] = {}
    cores: dict[Line, dict[str, tuple[Night, quiet.Core]]] = {}
    for night in known:
        lines: dict[Line, list[_Sample]] = {}
        for line, one in _figures(store, night, told, with_blocks=with_blocks):
            lines.setdefault(line, []).append(one)
        for line, those in lines.items():
            if figure != QUIET_NS:
                plain.setdefault(line, []).append(_night(night, those, _medians(those), figure))
                continue
            core = (
                quiet.core([(one.round, one.blocks) for one in those])
                if all(one.blocks for one in those)
                else None
            )
            plain.setdefault(line, []).append(
                _night(night, those, _medians(those), NEIGHBOURS_NS if core else UNCORRECTED_NS)
            )
            if core and quiet.enough(len(core.times_ns), len(plain[line][-1].rounds)):
                cores.setdefault(line, {})[night.id] = (
                    _night(night, those, core.times_ns, QUIET_NS),
                    core,
                )
    return {line: _alike(cores.get(line, {}), those) for line, those in plain.items()}


def _alike(cores: Mapping[str, tuple[Night, quiet.Core]], plain: list[Night]) -> list[Night]:
    """The nights of a quiet core that the latest is compared with; where it is none itself, all,
    uncorrected.

    It is none either where its quiet walk is longer than that of every night before: then its core
    was busy throughout.
    """
    if not (tonight := cores.get(plain[-1].sweep_id)):
        return plain
    walk_ns = tonight[1].walk_ns
    found = [night for night, core in cores.values() if quiet.alike(core.walk_ns, walk_ns)]
    return (
        plain
        if len(found) == 1 < len(cores)
        and any(core.walk_ns < walk_ns for _, core in cores.values())
        else found
    )


def _medians(those: Sequence[_Sample]) -> dict[int, float]:
    """The median of each round's slices."""
    rounds: dict[int, list[float]] = {}
    for one in those:
        rounds.setdefault(one.round, []).append(one.value)
    return {number: median(values) for number, values in rounds.items()}


@dataclass(frozen=True)
class _Sample:
    """A slice's, with its blocks where they were asked for."""

    round: int
    value: float
    noisy: bool
    amount: int
    blocks: Sequence[quiet.Block]


def _night(
    sweep: SweepRecord, those: Sequence[_Sample], rounds: Mapping[int, float], figure: str
) -> Night:
    noisy: dict[int, list[bool]] = {}
    for one in those:
        noisy.setdefault(one.round, []).append(one.noisy)
    disturbed = sum(2 * sum(made) > len(made) for number, made in noisy.items() if number in rounds)
    return Night(
        sweep.id,
        sweep.planned_at,
        sweep.preset,
        sweep.state,
        those[0].amount,
        median(rounds.values()),
        dict(rounds),
        disturbed,
        figure,
    )


def _figures(
    store: Store, night: SweepRecord, figure: str, *, with_blocks: bool
) -> Iterator[tuple[Line, _Sample]]:
    """A measurement's figure of each slice of a whole group; its blocks where they
    are asked for.
    """
    who = [*LINE, slice_of.c.group_number, turn.c.round, turn.c.amount]
    blocks = (attempt.c.answer["blocks"] if with_blocks else null()).label("blocks")
    jit_ms = (
        attempt.c.answer["jit"]["compilation_ms"].as_float() if with_blocks else null()
    ).label("jit_ms")
    unwarmed = (attempt.c.problem["code"].as_string() == UNWARMED).label("unwarmed")
    made = turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id)
    whole = (measurement.c.attempt_id == attempt.c.id) & (measurement.c.amount == turn.c.amount)
    query = (
        select(
            *who,
            measurement.c[figure].label("figure"),
            measurement.c.noisy,
            measurement.c.total_time_ms,
            blocks,
            jit_ms,
            unwarmed,
        )
        .select_from(made.outerjoin(measurement, whole))
        .where(turn.c.sweep_id == night.id, turn.c.amount >= largest_amount(night.conditions))
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
                for row in warmed:
                    line = line_of(row)
                    compiles = (
                        None
                        if row.jit_ms is None
                        else answers.part_of(row.jit_ms, row.total_time_ms)
                    )
                    yield (
                        line,
                        _Sample(
                            row.round,
                            float(row.figure),
                            bool(row.noisy),
                            row.amount,
                            line.cell.blocks(row.blocks or {}, compiles),
                        ),
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
