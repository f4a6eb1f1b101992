"""All that is ever written to a store: a plan, then the runs as they end. Each function is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, func, insert, select, update

from ..errors import StoreError
from ..model import answers
from ..model.cell import SliceTurn
from ..model.records import Attempt, SweepRecord, Turn
from .database import Store
from .schema import PARSE_FIGURES, attempt, lock, measurement, point, slice_of, sweep, turn

_Item = TypeVar("_Item")
#: Turns of a plan that are in memory at once; each may have 256 points.
_BATCH = 20


def add_sweep(store: Store, wanted: SweepRecord, turns: Iterable[tuple[Turn, Mapping[str, Any]]]) -> SweepRecord:
    """Writes a plan down, whole: the sweep, its turns with their requests, and their points. Returns it with an id that no other sweep has."""
    with store.adding() as connection:
        last = connection.execute(select(func.coalesce(func.max(sweep.c.written), 0))).scalar_one()
        made = replace(wanted, id=unused(connection, wanted.id), written=last + 1)
        connection.execute(insert(sweep).values(asdict(made)))
        _add_turns(connection, made.id, turns)
    return made


def _add_turns(connection: Connection, sweep_id: str, turns: Iterable[tuple[Turn, Mapping[str, Any]]]) -> None:
    for batch in _batches(turns):
        rows = [_turn_row(sweep_id, item, request) for item, request in batch]
        keys = connection.execute(insert(turn).returning(turn.c.id, sort_by_parameter_order=True), rows).scalars()
        points = [{"turn_id": key, "amount": amount} for key, (item, _) in zip(keys, batch, strict=True) for amount in item.points]
        if points:
            connection.execute(insert(point), points)


def add_turns(store: Store, sweep_id: str, turns: Iterable[tuple[Turn, Mapping[str, Any]]]) -> None:
    """Adds runs to a plan, with their requests: the first round warms its contenders as long as each takes."""
    with store.writing() as connection:
        _add_turns(connection, sweep_id, turns)


def add_slices(store: Store, sweep_id: str, planned: Iterable[tuple[SliceTurn, Mapping[str, Any]]]) -> None:
    """Adds slices to a plan, with their requests: those of more rounds come when the stopping rule asks for them."""
    with store.writing() as connection:
        _add_slices(connection, sweep_id, planned)


def _add_slices(connection: Connection, sweep_id: str, planned: Iterable[tuple[SliceTurn, Mapping[str, Any]]]) -> None:
    for batch in _batches(planned):
        rows = [_turn_of(sweep_id, item, request) for item, request in batch]
        keys = list(connection.execute(insert(turn).returning(turn.c.id, sort_by_parameter_order=True), rows).scalars())
        connection.execute(insert(slice_of), [_place_of(key, item) for key, (item, _) in zip(keys, batch, strict=True)])
        connection.execute(insert(point), [{"turn_id": key, "amount": item.amount} for key, (item, _) in zip(keys, batch, strict=True)])


def add_rounds(
    store: Store,
    sweep_id: str,
    warmups: Iterable[tuple[Turn, Mapping[str, Any]]],
    slices: Iterable[tuple[SliceTurn, Mapping[str, Any]]],
    rounds: int,
    **facts: Any,
) -> None:
    """Adds rounds to a plan, all or none: their warm-up and their slices, how many rounds there are now, and what was decided to get there."""
    with store.writing() as connection:
        _add_turns(connection, sweep_id, warmups)
        _add_slices(connection, sweep_id, slices)
        held = connection.execute(select(sweep.c.conditions).where(sweep.c.id == sweep_id)).scalar_one()
        connection.execute(update(sweep).where(sweep.c.id == sweep_id).values(conditions={**held, "rounds": rounds}))
        _add_about(connection, sweep_id, facts)


def _turn_of(sweep_id: str, item: SliceTurn, request: Mapping[str, Any]) -> dict[str, Any]:
    who = {"consumer": item.contender.consumer, "engine": item.contender.engine or None, "provider": item.provider}
    what = {"object_type": item.cell.object_type, "format": item.cell.format, "amount": item.amount, "series": "slice", "request": request}
    return {"sweep_id": sweep_id, "round": item.round, "position": item.position, **who, **what}


def _place_of(key: int, item: SliceTurn) -> dict[str, Any]:
    cell = {"condition": item.cell.condition, "operation": item.cell.operation, "checks": item.cell.checks}
    return {"turn_id": key, **cell, "setup": item.contender.setup, "group_number": item.group, "place": item.place}


def free_id(store: Store, wanted: str) -> str:
    """An id for a sweep that is about to be planned: `wanted`, or with a number; what another driver is about to plan is not free either."""
    with store.reading() as connection:
        leases = connection.execute(select(lock.c.resource).where(lock.c.resource.startswith("sweep ")))
        return unused(connection, wanted, {name.removeprefix("sweep ") for name in leases.scalars()})


def unused(connection: Connection, wanted: str, beside: Collection[str] = ()) -> str:
    """`wanted`, or with the first number behind it that is free; another sweep's label is not."""
    taken = {*beside, *connection.execute(select(sweep.c.id).where(sweep.c.id.startswith(wanted, autoescape=True))).scalars()}
    taken |= set(connection.execute(select(sweep.c.label).where(sweep.c.label == wanted)).scalars())
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _turn_row(sweep_id: str, item: Turn, request: Mapping[str, Any]) -> dict[str, Any]:
    place = {"sweep_id": sweep_id, "round": item.round, "position": item.position, **asdict(item.scenario)}
    return {**place, "series": item.series, "arm": item.arm, "amount": item.amount, "request": request}


def _batches(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    rest = iter(items)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def set_state(store: Store, sweep_id: str, state: str, finished_at: str | None = None) -> None:
    """How far the sweep got; `finished_at` where it ended."""
    with store.writing() as connection:
        connection.execute(update(sweep).where(sweep.c.id == sweep_id).values(state=state, finished_at=finished_at))


def add_attempt(store: Store, made: Attempt) -> None:
    """Appends a run, and, where it did well, the figures of each of its turn's points."""
    add_group(store, [made])


def add_group(store: Store, made: Sequence[Attempt]) -> None:
    """Appends the runs of a group, all of them or none."""
    with store.writing() as connection:
        for one in made:
            _append(connection, one)


def add_about(store: Store, sweep_id: str, **facts: Any) -> None:
    """Adds to what is known about a sweep, as it is decided: how large its slices are, why it stopped."""
    with store.writing() as connection:
        _add_about(connection, sweep_id, facts)


def _add_about(connection: Connection, sweep_id: str, facts: Mapping[str, Any]) -> None:
    about = connection.execute(select(sweep.c.about).where(sweep.c.id == sweep_id)).scalar_one()
    connection.execute(update(sweep).where(sweep.c.id == sweep_id).values(about={**about, **facts}))


def _append(connection: Connection, made: Attempt) -> None:
    number = connection.execute(select(func.count()).where(attempt.c.turn_id == made.turn_id)).scalar_one() + 1
    key = connection.execute(insert(attempt).values(**asdict(made), number=number).returning(attempt.c.id)).scalar_one()
    found = connection.execute(select(point.c.amount, point.c.id).where(point.c.turn_id == made.turn_id))
    points = {row[0]: row[1] for row in found}
    if made.answer is not None and points:
        connection.execute(insert(measurement), [{"point_id": points[row["amount"]], "attempt_id": key, **row} for row in _figures(made.answer, points)])


def _figures(answer: Mapping[str, Any], amounts: Iterable[int]) -> list[dict[str, Any]]:
    """The rows of a run's points, out of its answer. StoreError where the answer lacks one."""
    parts = answers.parts(answer)
    if missing := [amount for amount in amounts if amount not in parts]:
        raise StoreError(
            f"an answer lacks the amount {missing[0]}", why="it was planned, and the server left it out", do="run the contract tests: make test-live"
        )
    whole = {"noisy": bool(answer.get("noise")), "steadiness": answer.get("steadiness", {}).get("class")}
    return [
        {"amount": amount, "total_time_ms": parts[amount]["total_time_ms"], **{name: answers.windows(parts[amount])[name] for name in PARSE_FIGURES}, **whole}
        for amount in amounts
    ]


def void_round(store: Store, sweep_id: str, number: int) -> int:
    """Takes back what a round measured before it was cut: its attempts stay, as void. Returns how many they were."""
    turns = select(turn.c.id).where(turn.c.sweep_id == sweep_id, turn.c.round == number)
    with store.writing() as connection:
        return connection.execute(update(attempt).where(attempt.c.turn_id.in_(turns), attempt.c.outcome != "void").values(outcome="void")).rowcount
