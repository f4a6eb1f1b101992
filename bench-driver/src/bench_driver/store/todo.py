"""What of a sweep's plan is still to do. A round that was cut is to do as a whole: its processes are gone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any

from sqlalchemy import func, select

from ..model.cell import Cell, Contender, SliceTurn
from ..model.records import Job, Turn
from ..model.scenario import Scenario
from .database import Store
from .schema import attempt, slice_of, turn


@dataclass(frozen=True)
class Planned:
    """A turn of the plan, without its points: its key in the store, and what it asks its consumer for, but for where the provider is."""

    key: int
    turn: Turn
    request: dict[str, Any]


def rounds(store: Store, sweep_id: str) -> list[int]:
    """The rounds in which some turn has no run that counts, in order."""
    kept = turn.outerjoin(attempt, (attempt.c.turn_id == turn.c.id) & (attempt.c.outcome != "void"))
    query = select(turn.c.round).select_from(kept).where(turn.c.sweep_id == sweep_id, attempt.c.id.is_(None)).distinct().order_by(turn.c.round)
    with store.reading() as connection:
        return list(connection.execute(query).scalars())


def turns(store: Store, sweep_id: str, number: int) -> list[Planned]:
    """A round's turns in their order, but for its slices."""
    names = [field.name for field in fields(Scenario)]
    query = select(turn).where(turn.c.sweep_id == sweep_id, turn.c.round == number, turn.c.series != "slice").order_by(turn.c.position)
    with store.reading() as connection:
        rows = list(connection.execute(query).mappings())
    return [
        Planned(
            row["id"], Turn(number, row["position"], Scenario(*(row[name] for name in names)), row["series"], row["arm"], row["amount"], ()), row["request"]
        )
        for row in rows
    ]


@dataclass(frozen=True)
class PlannedSlice:
    """A slice of the plan: its key in the store, and what it asks its consumer for, but for where the provider is."""

    key: int
    turn: SliceTurn
    request: dict[str, Any]


def groups(store: Store, sweep_id: str, number: int) -> list[list[PlannedSlice]]:
    """A round's groups in their order, each with its slices in theirs."""
    query = select(turn, slice_of).select_from(turn.join(slice_of)).where(turn.c.sweep_id == sweep_id, turn.c.round == number).order_by(turn.c.position)
    with store.reading() as connection:
        rows = list(connection.execute(query).mappings())
    planned = [PlannedSlice(row["id"], _slice_turn(row), row["request"]) for row in rows]
    return [list(group) for _, group in groupby(planned, key=lambda item: (item.turn.cell, item.turn.group))]


def _slice_turn(row: Any) -> SliceTurn:
    cell = Cell(row["object_type"], row["format"], row["condition"], row["operation"], row["checks"])
    contender = Contender(row["consumer"], row["engine"] or "", row["setup"])
    return SliceTurn(row["round"], row["position"], cell, contender, row["provider"], row["group_number"], row["place"], row["amount"])


def begun(store: Store, sweep_id: str, number: int) -> int:
    """How often a round has begun so far, as far as a run of it has ended."""
    query = select(func.max(attempt.c.round_attempt)).select_from(turn.join(attempt)).where(turn.c.sweep_id == sweep_id, turn.c.round == number)
    with store.reading() as connection:
        return connection.execute(query).scalar() or 0


def work(store: Store, sweep_id: str, numbers: list[int]) -> Counter[tuple[int, Job]]:
    """What some rounds ask for: how often each job, by round. A job's objects are those that are measured, and those of its own warm-up."""
    columns = (turn.c.round, turn.c.series, turn.c.consumer, turn.c.format, turn.c.request)
    query = select(*columns).where(turn.c.sweep_id == sweep_id, turn.c.round.in_(numbers))
    with store.reading() as connection:
        return Counter((row[0], Job.of(*row[1:])) for row in connection.execute(query))
