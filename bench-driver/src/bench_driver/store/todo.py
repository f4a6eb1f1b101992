"""What of a sweep's plan is still to do. A round that was cut is to do as a whole: its processes are gone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import func, select

from ..model.records import Job, Turn
from ..model.scenario import Scenario
from .database import Store
from .schema import attempt, turn


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
    """A round's turns in their order."""
    names = [field.name for field in fields(Scenario)]
    query = select(turn).where(turn.c.sweep_id == sweep_id, turn.c.round == number).order_by(turn.c.position)
    with store.reading() as connection:
        rows = list(connection.execute(query).mappings())
    return [
        Planned(
            row["id"], Turn(number, row["position"], Scenario(*(row[name] for name in names)), row["series"], row["arm"], row["amount"], ()), row["request"]
        )
        for row in rows
    ]


def begun(store: Store, sweep_id: str, number: int) -> int:
    """How often a round has begun so far, as far as a run of it has ended."""
    query = select(func.max(attempt.c.round_attempt)).select_from(turn.join(attempt)).where(turn.c.sweep_id == sweep_id, turn.c.round == number)
    with store.reading() as connection:
        return connection.execute(query).scalar() or 0


def work(store: Store, sweep_id: str, numbers: list[int]) -> Counter[tuple[int, Job]]:
    """What some rounds ask for: how often each job, by round. A job's objects are those that are measured, and those of its own warm-up."""
    columns = (turn.c.round, turn.c.series, turn.c.consumer, turn.c.format, turn.c.amount, func.coalesce(turn.c.request["warmup"].as_integer(), 0))
    query = select(*columns).where(turn.c.sweep_id == sweep_id, turn.c.round.in_(numbers))
    with store.reading() as connection:
        return Counter((row[0], Job(*row[1:4], row[4] + row[5])) for row in connection.execute(query))
