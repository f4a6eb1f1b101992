"""How far a store goes: one that is filled with nights of a sweep, its size, and how long answers
to what people ask take.

A night is a real sweep's rows again, with all of their answers, under another id and date, and so
often as object types are given: what is read is as long as what a sweep writes.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, insert, literal, select, text

from bench_driver.cli import main
from bench_driver.model.records import SweepRecord
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.schema import attempt, measurement, point, slice_of, sweep, turn
from bench_driver.web.data import Data

#: When the first night was.
FIRST = datetime(2024, 1, 1, 2, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Taken:
    """What somebody asks of a store, and the seconds that it takes, by the clock and of a CPU."""

    asked: str
    seconds: float
    cpu: float


def fill(store: Store, like: SweepRecord, points: int, types: Sequence[str]) -> None:
    """Adds nights until the store has so many points; goes on where it was cut between two."""
    with store.reading() as connection:
        if connection.dialect.name == "sqlite":  # who cuts it makes it anew
            raw: Any = connection.connection.driver_connection
            raw.rollback()
            raw.execute("PRAGMA synchronous=OFF")
            raw.execute("PRAGMA journal_mode=OFF")
    with store.reading() as connection:
        last = _last(connection, like.id)
        made = connection.execute(select(func.count()).select_from(sweep)).scalar_one() - 1
    for night in range(made, max(1, round(points / last.pop("points") / len(types)))):
        record = _night(like, FIRST + timedelta(days=night), types)
        with store.writing() as connection:
            connection.execute(insert(sweep).values(asdict(record)))
            for place, name in enumerate(types):
                number = 1 + night * len(types) + place
                by = {key: number * count for key, count in last.items()}
                _rows(connection, like.id, record.id, by, place * last["position"], name)


def _night(like: SweepRecord, planned: datetime, types: Sequence[str]) -> SweepRecord:
    cells = [
        {**cell, "object_type": name} for name in types for cell in like.conditions.get("cells", [])
    ]
    moment = planned.isoformat(timespec="milliseconds")
    return replace(
        like,
        id=f"{planned:%Y-%m-%dT%H-%M-%SZ}",
        planned_at=moment,
        finished_at=moment,
        written=like.written,
        label=None,
        conditions={**like.conditions, "cells": cells},
    )


def _last(connection: Connection, like: str) -> dict[str, int]:
    """A sweep's last keys, by which each copy's are greater than those before it, and how many
    points it has.
    """
    keys = {"turn": turn.c.id, "position": turn.c.position, "point": point.c.id,
            "attempt": attempt.c.id}  # fmt: skip
    made = turn.outerjoin(point).outerjoin(attempt, attempt.c.turn_id == turn.c.id)
    query = select(*map(func.max, keys.values())).select_from(made).where(turn.c.sweep_id == like)
    measured = measurement.join(attempt).join(turn, turn.c.id == attempt.c.turn_id)
    points = select(func.count()).select_from(measured).where(turn.c.sweep_id == like)
    found = dict(zip(keys, connection.execute(query).one(), strict=True))
    return {**found, "points": connection.execute(points).scalar_one()}


def _rows(
    connection: Connection, like: str, night: str, by: dict[str, int], position: int, name: str
) -> None:
    """The first sweep's rows again, their keys greater by this much, of another object type."""
    turns = select(turn.c.id).where(turn.c.sweep_id == like)
    attempts = select(attempt.c.id).where(attempt.c.turn_id.in_(turns))
    of_turn = {"turn_id": by["turn"]}
    more: Sequence[tuple[Table, ColumnElement[bool], dict[str, Any]]] = (
        (turn, turn.c.sweep_id == like, {"id": by["turn"], "position": position}),
        (slice_of, slice_of.c.turn_id.in_(turns), of_turn),
        (point, point.c.turn_id.in_(turns), {"id": by["point"], **of_turn}),
        (attempt, attempt.c.turn_id.in_(turns), {"id": by["attempt"], **of_turn}),
        (measurement, measurement.c.attempt_id.in_(attempts),
         {"point_id": by["point"], "attempt_id": by["attempt"]}),
    )  # fmt: skip
    fixed = {"sweep_id": literal(night), "object_type": literal(name)}
    for table, which, greater in more:
        columns = [
            (column + greater[column.name])
            if column.name in greater
            else fixed.get(column.name, column)
            for column in table.c
        ]
        chosen = select(*columns).where(which)
        connection.execute(insert(table).from_select([one.name for one in table.c], chosen))


def object_types(like: SweepRecord) -> list[str]:
    """The object types that the servers of a sweep announced, each once."""
    engines = [
        engine
        for server in like.about.get("servers", {}).values()
        for engine in server.get("engines", [])
    ]
    return list(dict.fromkeys(name for engine in engines for name in engine["object_types"]))


def asked(store: Store, address: str, out: Path) -> Iterator[Taken]:
    """What people ask, one after the other, each as its command does it."""
    last = read.find(store).id
    where = ("--store", address)

    def page() -> Data:
        from bench_driver.store.opening import read_store

        return Data(lambda: read_store(address), Path())

    questions: dict[str, Callable[[], Any]] = {
        "list": lambda: main(["list", *where]),
        "show": lambda: main(["show", *where]),
        "report": lambda: main(["report", "--no-png", "--out", str(out / "report"), *where]),
        "history": lambda: main(["history", *where]),
        "the page's list": lambda: page().sweeps(),
        "the page's sweep": lambda: page().sweep(last),
        "the page's nights": lambda: page().nights(last),
    }
    for name, question in questions.items():
        begun, cpu = time.perf_counter(), time.process_time()
        with redirect_stdout(io.StringIO()):
            question()
        yield Taken(name, time.perf_counter() - begun, time.process_time() - cpu)


def said(store: Store) -> str:
    """How many sweeps and points there are, and how many bytes a point takes."""
    many = len(read.sweeps(store))
    with store.reading() as connection:
        points = connection.execute(select(func.count()).select_from(measurement)).scalar_one()
        size = (
            Path(store.name).stat().st_size
            if connection.dialect.name == "sqlite"
            else connection.execute(
                text("SELECT pg_database_size(current_database())")
            ).scalar_one()
        )
    return (
        f"{points:,} points of {many:,} sweeps in {size / 1e9:.2f} GB: {size / points:,.0f} bytes "
        f"a point, {points / many:,.0f} points a sweep\n"
    )
