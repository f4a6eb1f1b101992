"""The groups of a sweep as they were made, with their raw answers or as slices, and the nights of their figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import Any

from sqlalchemy import null, select

from ..model import answers
from ..model.cell import AGAIN, ITSELF, Cell, Contender, MadeGroup, Slice, SliceTurn
from ..model.condition import CORES
from ..model.reading import Line
from ..model.records import NEIGHBOURS_NS, QUIET_NS, UNCORRECTED_NS, UNWARMED, Answer, Night, SweepRecord
from ..model.scenario import Scenario
from ..stats import quiet
from .database import Store
from .schema import attempt, measurement, slice_of, turn


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
    """Each contender's figure on each cell through these sweeps, the oldest first, by round.

    The figure is one of a measurement's, or the time on a quiet core. Where the latest night of a line has that in too few rounds to claim anything, all
    nights of the line are by the median window, under a name that says so; where it has, those nights are left out that have not, or whose quiet walk
    was another: then one of the two was busy throughout. Of answers the blocks alone are read. Cells of `cores` are left out: their figure is a rate.
    """
    told, with_blocks = ("p50_ns", True) if figure == QUIET_NS else (figure, False)
    plain: dict[Line, list[Night]] = {}
    cores: dict[Line, dict[str, tuple[Night, quiet.Core]]] = {}
    for sweep in known:
        lines: dict[Line, list[_Figure]] = {}
        for line, one in _figures(store, sweep.id, told, with_blocks=with_blocks):
            lines.setdefault(line, []).append(one)
        for line, those in lines.items():
            if figure != QUIET_NS:
                plain.setdefault(line, []).append(_night(sweep, those, _medians(those), figure))
                continue
            core = quiet.core([(one.round, one.blocks) for one in those]) if all(one.blocks for one in those) else None
            plain.setdefault(line, []).append(_night(sweep, those, _medians(those), NEIGHBOURS_NS if core else UNCORRECTED_NS))
            if core and quiet.enough(len(core.times_ns), len(plain[line][-1].rounds)):
                cores.setdefault(line, {})[sweep.id] = _night(sweep, those, core.times_ns, QUIET_NS), core
    return {line: _alike(cores.get(line, {}), those) for line, those in plain.items()}


def _alike(cores: Mapping[str, tuple[Night, quiet.Core]], plain: list[Night]) -> list[Night]:
    """The nights of a quiet core that the latest can be held to; where it is none itself, all as they came.

    It is none either where its quiet walk is longer than that of every night before: then its core was busy throughout.
    """
    if not (tonight := cores.get(plain[-1].sweep_id)):
        return plain
    walk_ns = tonight[1].walk_ns
    found = [night for night, core in cores.values() if quiet.alike(core.walk_ns, walk_ns)]
    return plain if len(found) == 1 < len(cores) and any(core.walk_ns < walk_ns for _, core in cores.values()) else found


def _medians(those: Sequence[_Figure]) -> dict[int, float]:
    """The median of each round's slices."""
    rounds: dict[int, list[float]] = {}
    for one in those:
        rounds.setdefault(one.round, []).append(one.value)
    return {number: median(values) for number, values in rounds.items()}


@dataclass(frozen=True)
class _Figure:
    """A slice's, with its blocks where they were asked for."""

    round: int
    value: float
    noisy: bool
    amount: int
    blocks: Sequence[quiet.Block]


def _night(sweep: SweepRecord, those: Sequence[_Figure], rounds: Mapping[int, float], figure: str) -> Night:
    noisy: dict[int, list[bool]] = {}
    for one in those:
        noisy.setdefault(one.round, []).append(one.noisy)
    disturbed = sum(2 * sum(made) > len(made) for number, made in noisy.items() if number in rounds)
    return Night(sweep.id, sweep.planned_at, sweep.preset, sweep.state, those[0].amount, median(rounds.values()), dict(rounds), disturbed, figure)


def _figures(store: Store, sweep_id: str, figure: str, *, with_blocks: bool) -> Iterator[tuple[Line, _Figure]]:
    """A measurement's figure of each slice of a whole group; its blocks where they are asked for."""
    places = [slice_of.c[name] for name in ("condition", "operation", "checks", "setup", "group_number")]
    who = [turn.c[name] for name in ("object_type", "format", "consumer", "engine", "round", "amount")]
    blocks = (attempt.c.answer["blocks"] if with_blocks else null()).label("blocks")
    jit_ms = (attempt.c.answer["jit"]["compilation_ms"].as_float() if with_blocks else null()).label("jit_ms")
    unwarmed = (attempt.c.problem["code"].as_string() == UNWARMED).label("unwarmed")
    query = (
        select(*places, *who, measurement.c[figure].label("figure"), measurement.c.noisy, measurement.c.total_time_ms, blocks, jit_ms, unwarmed)
        .select_from(turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id).outerjoin(measurement, measurement.c.attempt_id == attempt.c.id))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome != "void", slice_of.c.condition != CORES, slice_of.c.setup.not_in((ITSELF, AGAIN)))
        .order_by(turn.c.round, turn.c.position)
    )
    with store.reading() as connection:
        rows = connection.execution_options(yield_per=500).execute(query)
        for _, group in groupby(rows, key=lambda row: (row.round, row.object_type, row.format, row.condition, row.operation, row.checks, row.group_number)):
            warmed = [row for row in group if not row.unwarmed]
            if all(row.figure is not None for row in warmed):
                for row in warmed:
                    line = line_of(row)
                    compiles = None if row.jit_ms is None else answers.part_of(row.jit_ms, row.total_time_ms)
                    yield line, _Figure(row.round, float(row.figure), bool(row.noisy), row.amount, line.cell.blocks(row.blocks or {}, compiles))


def line_of(row: Any) -> Line:
    """The contender and the cell of a slice's row."""
    return Line(Contender(row.consumer, row.engine or "", row.setup), Cell(row.object_type, row.format, row.condition, row.operation, row.checks))


def _made(row: Any) -> tuple[SliceTurn, Answer]:
    line = line_of(row)
    planned = SliceTurn(row.round, row.position, line.cell, line.contender, row.provider, row.group_number, row.place, row.amount)
    scenario = Scenario(row.consumer, row.provider, row.object_type, row.format, row.engine)
    said = (row.outcome, row.started_at, row.ended_at, row.request, row.answer, row.problem, row.notes)
    return planned, Answer("slice", None, scenario, row.round, row.position, row.number, *said)
