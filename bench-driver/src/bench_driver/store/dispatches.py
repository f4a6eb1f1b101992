"""Rounds that are sent to machines: sent as often as it takes, recorded once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select, update

from .. import moment
from .database import Store
from .schema import dispatch
from .write import Made, add_runs_within

#: What came of a round that was sent: `sent` is not known yet, `late` came after another attempt's.
SENT, RECORDED, LOST, LATE = "sent", "recorded", "lost", "late"


@dataclass(frozen=True)
class Dispatch:
    """A round as it was sent to its machine, and what came of that. Columns as in the schema."""

    sweep_id: str
    round: int
    attempt: int
    state: str
    sent_at: str
    ended_at: str | None = None
    seconds: float | None = None
    why: str | None = None


def of(store: Store, sweep_id: str) -> list[Dispatch]:
    """Those of a machine's part of a sweep, by round and attempt."""
    rows = select(dispatch).where(dispatch.c.sweep_id == sweep_id)
    with store.reading() as connection:
        found = connection.execute(rows.order_by(dispatch.c.round, dispatch.c.attempt))
        return [Dispatch(*row) for row in found]


def send(store: Store, sweep_id: str, number: int) -> int:
    """Writes down that a round is about to be sent, and returns which attempt that is: one that is
    open still, else a new one.
    """
    own = (dispatch.c.sweep_id == sweep_id, dispatch.c.round == number)
    with store.writing() as connection:
        open_one = select(dispatch.c.attempt).where(*own, dispatch.c.state == SENT)
        if known := connection.execute(open_one).scalar():
            return int(known)
        last = connection.execute(select(func.max(dispatch.c.attempt)).where(*own)).scalar() or 0
        made = Dispatch(sweep_id, number, last + 1, SENT, moment.now())
        connection.execute(insert(dispatch).values(asdict(made)))
        return last + 1


def lose(store: Store, sweep_id: str, number: int, attempt: int, why: str) -> None:
    """Writes down that nothing will come of an attempt; it cost the time since it was sent."""
    own, now = (*_key(sweep_id, number, attempt), dispatch.c.state == SENT), moment.now()
    with store.writing() as connection:
        sent = connection.execute(select(dispatch.c.sent_at).where(*own)).scalar()
        cost = (datetime.fromisoformat(now) - datetime.fromisoformat(sent or now)).total_seconds()
        values = {"state": LOST, "ended_at": now, "seconds": cost, "why": why}
        connection.execute(update(dispatch).where(*own).values(values))


def record(
    store: Store,
    sweep_id: str,
    number: int,
    attempt: int,
    made: Sequence[Made],
    seconds: float,
    **facts: Any,
) -> bool:
    """Appends a round's runs, all of them or none, with what became known by them; says whether it
    was the first result of that round. A later one is written down as late, without its runs.
    """
    key = _key(sweep_id, number, attempt)
    with store.writing() as connection:
        known = select(dispatch.c.attempt).where(*key[:2], dispatch.c.state == RECORDED)
        first = connection.execute(known).scalar()
        if first == attempt:
            return False
        values = {
            "state": RECORDED if first is None else LATE,
            "ended_at": moment.now(),
            "seconds": round(seconds, 3),
        }
        if not connection.execute(update(dispatch).where(*key).values(values)).rowcount:
            row = {"sweep_id": sweep_id, "round": number, "attempt": attempt, **values}
            connection.execute(insert(dispatch).values({**row, "sent_at": moment.now()}))
        if first is None:
            add_runs_within(connection, sweep_id, attempt, made, **facts)
    return first is None


def _key(sweep_id: str, number: int, attempt: int) -> tuple[Any, ...]:
    return (
        dispatch.c.sweep_id == sweep_id,
        dispatch.c.round == number,
        dispatch.c.attempt == attempt,
    )
