"""Takes sweeps out of a store, with all that hangs on them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, func, select

from ..model.records import SweepRecord
from .database import Store, explained
from .schema import attempt, dispatch, measurement, point, slice_of, sweep, turn

#: A sweep that says that it runs, and ended no run for so long, was killed: no run may take that
#: long.
SILENT = timedelta(days=1)


def runs(store: Store, wanted: SweepRecord, now: datetime) -> bool:
    """Whether a sweep still runs, as far as the store can say."""
    if wanted.state not in ("planned", "running"):
        return False
    with store.reading() as connection:
        last = connection.execute(
            select(func.max(attempt.c.ended_at))
            .select_from(turn.join(attempt))
            .where(turn.c.sweep_id == wanted.id)
        ).scalar()
    heard = datetime.fromisoformat(last or wanted.planned_at)
    return (
        abs(now - (heard if heard.tzinfo else heard.replace(tzinfo=UTC))) < SILENT
    )  # a clock that ran ahead is no sign of life


def remove(store: Store, sweeps: Sequence[SweepRecord]) -> None:
    """Removes them, all or none."""
    with store.writing() as connection:
        for wanted in sweeps:
            turns = select(turn.c.id).where(turn.c.sweep_id == wanted.id)
            attempts = select(attempt.c.id).where(attempt.c.turn_id.in_(turns))
            connection.execute(delete(measurement).where(measurement.c.attempt_id.in_(attempts)))
            connection.execute(delete(attempt).where(attempt.c.turn_id.in_(turns)))
            connection.execute(delete(point).where(point.c.turn_id.in_(turns)))
            connection.execute(delete(slice_of).where(slice_of.c.turn_id.in_(turns)))
            connection.execute(delete(turn).where(turn.c.sweep_id == wanted.id))
            connection.execute(delete(dispatch).where(dispatch.c.sweep_id == wanted.id))
            connection.execute(delete(sweep).where(sweep.c.id == wanted.id))


def compact(store: Store) -> int | None:
    """Gives back to the disk what is free in the file, and returns how many bytes that were; None
    for PostgreSQL, which uses them anew by itself.
    """
    file = store.engine.url.database
    if store.engine.dialect.name != "sqlite" or not file:
        return None
    before = _size(file)
    with (
        explained(store.name),
        closing(store.engine.raw_connection()) as connection,
    ):  # a raw one: VACUUM refuses to run within a transaction
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            connection.cursor().execute(statement)
    return before - _size(file)


def _size(file: str) -> int:
    return sum(path.stat().st_size for path in (Path(file), Path(f"{file}-wal")) if path.exists())
