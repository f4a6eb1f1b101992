"""All that is ever written to a store: a plan, then runs as they end. Each function is one
transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from ..errors import StoreError
from ..model import answers
from ..model.cell import Turn
from ..model.records import Attempt, SweepRecord
from .database import Store
from .schema import PARSE_FIGURES, attempt, lock, measurement, point, slice_of, sweep, turn

#: A planned run, what it asks for, and what came of it.
Made = tuple[Turn, Mapping[str, Any], Attempt]


def add_sweep(store: Store, wanted: SweepRecord) -> SweepRecord:
    """Writes a plan down, and returns the sweep with an id that no other has."""
    with store.adding() as connection:
        last = connection.execute(select(func.coalesce(func.max(sweep.c.written), 0))).scalar_one()
        made = replace(wanted, id=unused(connection, wanted.id), written=last + 1)
        connection.execute(insert(sweep).values(asdict(made)))
    return made


def free_id(store: Store, wanted: str) -> str:
    """An id for a sweep that is about to be planned: `wanted`, or with a number; what another
    driver is about to plan is not free either.
    """
    with store.reading() as connection:
        leases = connection.execute(
            select(lock.c.resource).where(lock.c.resource.startswith("sweep "))
        )
        return unused(
            connection, wanted, {name.removeprefix("sweep ") for name in leases.scalars()}
        )


def unused(connection: Connection, wanted: str, beside: Collection[str] = ()) -> str:
    """`wanted`, or with the first number behind it that is free; another sweep's label is not."""
    taken = {
        *beside,
        *connection.execute(
            select(sweep.c.id).where(sweep.c.id.startswith(wanted, autoescape=True))
        ).scalars(),
    }
    taken |= set(connection.execute(select(sweep.c.label).where(sweep.c.label == wanted)).scalars())
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def set_state(store: Store, sweep_id: str, state: str, finished_at: str | None = None) -> None:
    """How far the sweep got; `finished_at` where it ended."""
    with store.writing() as connection:
        connection.execute(
            update(sweep).where(sweep.c.id == sweep_id).values(state=state, finished_at=finished_at)
        )


def begin_round(store: Store, sweep_id: str, number: int) -> int:
    """Takes back what a round measured before it was cut, and says how often it has begun, from 1.

    Its runs stay, as void.
    """
    turns = select(turn.c.id).where(turn.c.sweep_id == sweep_id, turn.c.round == number)
    begun = select(func.max(attempt.c.round_attempt)).where(attempt.c.turn_id.in_(turns))
    kept = (attempt.c.turn_id.in_(turns), attempt.c.outcome != "void")
    with store.writing() as connection:
        connection.execute(update(attempt).where(*kept).values(outcome="void"))
        about = connection.execute(select(sweep.c.about).where(sweep.c.id == sweep_id)).scalar_one()
        if stopping := about.get("stopping"):
            seconds = {name: s for name, s in stopping["seconds"].items() if name != str(number)}
            _add_about(connection, sweep_id, {"stopping": {**stopping, "seconds": seconds}})
        return (connection.execute(begun).scalar() or 0) + 1


def add_runs(
    store: Store, sweep_id: str, round_attempt: int, made: Sequence[Made], **facts: Any
) -> None:
    """Appends runs with their figures, all of them or none, and what became known with them."""
    with store.writing() as connection:
        add_runs_within(connection, sweep_id, round_attempt, made, **facts)


def add_runs_within(
    connection: Connection,
    sweep_id: str,
    round_attempt: int,
    made: Sequence[Made],
    **facts: Any,
) -> None:
    """The same in a transaction that writes more."""
    for planned, asked, came in made:
        _append(connection, sweep_id, round_attempt, planned, asked, came)
    if facts:
        _add_about(connection, sweep_id, facts)


def add_rounds(store: Store, sweep_id: str, rounds: int, **facts: Any) -> None:
    """Says how many rounds there are now, and what was decided to get there."""
    with store.writing() as connection:
        own = sweep.c.id == sweep_id
        held = connection.execute(select(sweep.c.conditions).where(own)).scalar_one()
        connection.execute(update(sweep).where(own).values(conditions={**held, "rounds": rounds}))
        _add_about(connection, sweep_id, facts)


def add_about(store: Store, sweep_id: str, **facts: Any) -> None:
    """Adds to what is known about a sweep, as it is decided: how large its slices are, why it
    stopped.
    """
    with store.writing() as connection:
        _add_about(connection, sweep_id, facts)


def _add_about(connection: Connection, sweep_id: str, facts: Mapping[str, Any]) -> None:
    about = connection.execute(select(sweep.c.about).where(sweep.c.id == sweep_id)).scalar_one()
    connection.execute(update(sweep).where(sweep.c.id == sweep_id).values(about={**about, **facts}))


def _append(
    connection: Connection,
    sweep_id: str,
    round_attempt: int,
    planned: Turn,
    asked: Mapping[str, Any],
    came: Attempt,
) -> None:
    own = (turn.c.sweep_id == sweep_id, turn.c.round == planned.round)
    last = connection.execute(
        select(func.coalesce(func.max(turn.c.position), 0)).where(*own)
    ).scalar_one()
    row = {
        "sweep_id": sweep_id,
        "round": planned.round,
        "position": last + 1,
        **asdict(planned.scenario),
        "series": planned.series,
        "amount": planned.amount,
        "request": asked,
    }
    key = connection.execute(insert(turn).values(row).returning(turn.c.id)).scalar_one()
    if planned.series == "slice":
        connection.execute(insert(slice_of).values(_place_of(key, planned)))
    points = [{"turn_id": key, "amount": amount} for amount in planned.points]
    if points:
        connection.execute(insert(point), points)
    made = {**asdict(came), "turn_id": key, "number": 1, "round_attempt": round_attempt}
    attempt_key = connection.execute(
        insert(attempt).values(made).returning(attempt.c.id)
    ).scalar_one()
    if came.answer is not None and points:
        found = connection.execute(select(point.c.amount, point.c.id).where(point.c.turn_id == key))
        keys = {row[0]: row[1] for row in found}
        rows = _figures(came.answer, keys)
        values = [
            {"point_id": keys[one["amount"]], "attempt_id": attempt_key, **one} for one in rows
        ]
        connection.execute(insert(measurement), values)


def _place_of(key: int, item: Turn) -> dict[str, Any]:
    cell = {name: getattr(item.cell, name) for name in ("condition", "operation", "checks")}
    place = {"group_number": item.group, "place": item.place}
    return {"turn_id": key, **cell, **place}


def _figures(answer: Mapping[str, Any], amounts: Iterable[int]) -> list[dict[str, Any]]:
    """The rows of a run's points, out of its answer. StoreError where the answer lacks one."""
    parts = answers.parts(answer)
    if missing := [amount for amount in amounts if amount not in parts]:
        raise StoreError(
            f"an answer lacks the amount {missing[0]}",
            why="it was planned, and the server left it out",
            do="run the contract tests: make test-live",
        )
    whole = {
        "noisy": bool(answer.get("noise")),
        "steadiness": answer.get("steadiness", {}).get("class"),
    }
    return [
        {
            "amount": amount,
            "total_time_ms": parts[amount]["total_time_ms"],
            **{name: answers.windows(parts[amount])[name] for name in PARSE_FIGURES},
            **whole,
        }
        for amount in amounts
    ]
