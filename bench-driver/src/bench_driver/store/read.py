"""What is in a store, as frozen dataclasses. Void attempts are left out: their round was cut, and
is measured anew.

Series, scenario and arm narrow a question down where they are given. What can be long comes as an
iterator, so that memory stays flat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from .. import moment
from ..errors import Misnamed, StoreError, UsageError
from ..model.label import id_checked
from ..model.published import printable_within
from ..model.records import Answer, Job, Measurement, SweepRecord
from ..model.scenario import Scenario, server_name
from .database import Store
from .schema import ORDER, PARSE_FIGURES, Name, attempt, measurement, slice_of, sweep, turn

#: The figures of a measurement, by their columns; names carry the units.
FIGURES = (*PARSE_FIGURES, "total_time_ms")
#: The columns of a scenario.
SCENARIO = tuple(turn.c[field.name] for field in fields(Scenario))
_KEPT = attempt.c.outcome != "void"


def sweeps(store: Store) -> list[SweepRecord]:
    """Every sweep, the oldest first."""
    return [_cleaned(row) for row in _every(store) if not _wrong(row)]


def unreadable(store: Store) -> list[str]:
    """A line for each sweep that no driver wrote so."""
    whys = {row.id: _wrong(row) for row in _every(store)}
    if misnamed(store):
        whys = {name: why or misnamed(store, name) for name, why in whys.items()}
    return [_line(name, why) for name, why in whys.items() if why]


def misnamed(store: Store, sweep_id: str | None = None) -> str:
    """Which name in the rows of a sweep, or of all, is none; empty where all are names."""
    columns = (*turn.c, *slice_of.c)
    names = [column for column in columns if isinstance(column.type, Name)]
    query = select(*names).select_from(turn.outerjoin(slice_of))
    query = query if sweep_id is None else query.where(turn.c.sweep_id == sweep_id)
    try:
        for _ in _stream(store, query.distinct()):
            pass
    except Misnamed as error:
        return error.what
    return ""


def dated_ahead(among: Iterable[SweepRecord]) -> list[str]:
    """A line for each of these sweeps whose date lies in the future."""
    what = (
        "lies in the future: a clock was wrong. Sweeps are in the order in which they were written"
    )
    return [
        f"{item.id}: its date, {moment.minute(item.planned_at)}, {what}"
        for item in among
        if moment.ahead(item.planned_at)
    ]


def _every(store: Store) -> Iterator[Any]:
    return _stream(store, select(sweep).order_by(*ORDER))


def _line(name: Any, why: str) -> str:
    return f"{name!r:.70} cannot be read: {why}"


def _cleaned(row: Any) -> SweepRecord:
    """The sweep without what a terminal would obey: every name in it may be somebody else's."""
    return SweepRecord(*map(printable_within, row))


#: What the columns of a sweep hold, which SQLite does not hold anybody to.
_KINDS: dict[str, Any] = {
    "preset": str,
    "state": str,
    "planned_at": str,
    "finished_at": str | None,
    "label": str | None,
    "seed": int,
    "written": int,
}


def _wrong(row: Any) -> str:
    """What of a sweep is none of what a driver writes; empty where nothing is."""
    try:
        id_checked(row.id)
    except UsageError as error:
        return str(error.why)
    for name, kind in _KINDS.items():
        if not isinstance(getattr(row, name), kind):
            return f"its {name} is no {'text' if kind is not int else 'whole number'}"
    if not (isinstance(row.conditions, dict) and isinstance(row.about, dict)):
        return "its conditions or its facts are no table of names"
    for name in ("servers", "machine", "setup"):
        held = row.about.get(name, {})
        if not isinstance(held, dict) or (
            name == "servers" and not all(isinstance(one, dict) for one in held.values())
        ):
            return f"its {name} are no table of names"
    return ""


def find(store: Store, name: str = "last") -> SweepRecord:
    """The sweep with that id, the newest with that label, or the only one whose id begins so;
    `last` is the latest. StoreError where it is none or not one.
    """
    exact = newest(store) if name == "last" else newest(store, sweep.c.id == name)
    for one in chain(exact, newest(store, sweep.c.label == name)):
        return one
    begins = sweep.c.id.startswith(name, autoescape=True)  # in SQLite in either case
    found = [one for one in newest(store, begins) if one.id.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found and {one.cluster for one in found} == {name}:
        raise StoreError(
            f"{name} is a sweep of several machines",
            why=f"it has a sweep for each: {', '.join(one.id for one in found[:5])}",
            do=f"name one of these, or see `bench-driver machines {name}`",
        )
    latest = next(newest(store), None)
    why = (
        f"it has {len(found)} that begin so"
        if found
        else f"it has {len(_ids(store))}, the latest {latest.id}"
        if latest
        else "it is empty"
    )
    raise StoreError(
        f"{store.name} has no sweep {name}",
        why=why,
        do="see `bench-driver list`" if latest else "make one: `bench-driver sweep`",
    )


def newest(store: Store, *which: ColumnElement[bool]) -> Iterator[SweepRecord]:
    """The sweeps, or some, the newest first. What a sweep says of itself is long, so each is read
    as it is asked for.
    """
    for name in _ids(store, *which):
        with store.reading() as connection:
            row = connection.execute(select(sweep).where(sweep.c.id == name)).first()
        if row and not _wrong(row):
            yield _cleaned(row)


def _ids(store: Store, *which: ColumnElement[bool]) -> list[Any]:
    query = select(sweep.c.id).where(*which).order_by(*(column.desc() for column in ORDER))
    with store.reading() as connection:
        return list(connection.execute(query).scalars())


def labelled(store: Store, label: str) -> list[SweepRecord]:
    """The sweeps with that label whose rounds were all made, the oldest first."""
    found = newest(store, sweep.c.label == label, sweep.c.state == "complete")
    return [item for item in found if not item.by_amounts][::-1]


def refuse_as_label(store: Store, label: str) -> None:
    """UsageError where a sweep's id is the label, or begins so."""
    begins = sweep.c.id.startswith(label, autoescape=True)
    if taken := next((name for name in _ids(store, begins) if name.startswith(label)), None):
        raise UsageError(
            f"--label {label!r} cannot be used",
            why=f"it could be mistaken for the sweep {taken}",
            do="give another one",
        )


def find_unfinished(store: Store) -> SweepRecord:
    """The latest sweep that is not complete; StoreError where there is none."""
    for one in newest(store, sweep.c.state != "complete"):
        return one
    raise StoreError(
        f"{store.name} has no sweep to go on with",
        why="each is complete, or there is none",
        do="see `bench-driver list`, or sweep anew",
    )


def scenarios(store: Store, sweep_id: str, series: str | None = None) -> list[Scenario]:
    """The scenarios of a sweep's plan, sorted by name."""
    query = (
        select(*SCENARIO).where(turn.c.sweep_id == sweep_id, *_given(series, None, None)).distinct()
    )
    with store.reading() as connection:
        return sorted(Scenario(*row) for row in connection.execute(query))


def measurements(
    store: Store,
    sweep_id: str,
    series: str | None = None,
    scenario: Scenario | None = None,
    arm: str | None = None,
    amount: int | None = None,
) -> Iterator[Measurement]:
    """A sweep's figures by round, position and amount. Of an A/A pair both come, unless `arm` names
    one; where there is none, `arm` is null.
    """
    figures = [measurement.c[name] for name in FIGURES]
    query = (
        select(
            turn.c.sweep_id,
            turn.c.series,
            turn.c.arm,
            *SCENARIO,
            turn.c.round,
            turn.c.position,
            turn.c.amount,
            measurement.c.amount,
            *figures,
        )
        .add_columns(measurement.c.noisy, measurement.c.steadiness)
        .select_from(measurement.join(attempt).join(turn, turn.c.id == attempt.c.turn_id))
        .where(turn.c.sweep_id == sweep_id, _KEPT, *_given(series, scenario, arm))
        .order_by(turn.c.round, turn.c.position, measurement.c.amount)
    )
    for row in _stream(
        store, query if amount is None else query.where(measurement.c.amount == amount)
    ):
        yield Measurement(*_named(row, 3))


def answers(
    store: Store,
    sweep_id: str,
    series: str | None = None,
    scenario: Scenario | None = None,
    outcome: str | None = None,
) -> Iterator[Answer]:
    """A sweep's runs with their raw answers, in the order in which they were made; `outcome` ok or
    failed where it is given.
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
    query = (
        select(turn.c.series, turn.c.arm, *SCENARIO, turn.c.round, turn.c.position, *columns)
        .select_from(turn.join(attempt))
        .where(turn.c.sweep_id == sweep_id, _KEPT, *_given(series, scenario, None))
        .order_by(turn.c.round, turn.c.position)
    )
    for row in _stream(
        store, query if outcome is None else query.where(attempt.c.outcome == outcome)
    ):
        yield Answer(*_named(row, 2))


def spent(store: Store, sweep_id: str) -> Iterator[tuple[Job, float]]:
    """What each run that did well was asked for, and the seconds that it took.

    Only these columns are read: answers are long.
    """
    query = (
        select(
            turn.c.series,
            turn.c.consumer,
            turn.c.setup,
            turn.c.format,
            attempt.c.request,
            attempt.c.notes["seconds"].as_float(),
        )
        .select_from(turn.join(attempt))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome == "ok")
    )
    for series, consumer, setup, *of, seconds in _stream(store, query):
        yield Job.of(series, server_name(consumer, setup), *of), float(seconds)


def counts(store: Store, sweep_id: str) -> dict[str, int]:
    """How many of a sweep's runs were ok, failed or void."""
    return _counts(store, turn.c.sweep_id == sweep_id)[sweep_id]


def every_count(store: Store) -> Mapping[str, dict[str, int]]:
    """The same of every sweep, by its id."""
    return _counts(store)


def _counts(store: Store, *which: ColumnElement[bool]) -> Mapping[str, dict[str, int]]:
    query = (
        select(turn.c.sweep_id, attempt.c.outcome, func.count())
        .select_from(turn.join(attempt))
        .where(*which)
        .group_by(turn.c.sweep_id, attempt.c.outcome)
    )
    found = defaultdict[str, dict[str, int]](lambda: {"ok": 0, "failed": 0, "void": 0})
    with store.reading() as connection:
        for sweep_id, outcome, count in connection.execute(query):
            found[sweep_id][outcome] = count
    return found


def _given(
    series: str | None, scenario: Scenario | None, arm: str | None
) -> list[ColumnElement[bool]]:
    """The conditions for what was given."""
    wanted: list[ColumnElement[bool]] = [turn.c.series == series] if series else []
    wanted += [turn.c.arm == arm] if arm else []
    for column in SCENARIO if scenario else ():
        value = getattr(scenario, column.name)
        wanted.append(column.is_(None) if value is None else column == value)
    return wanted


def _named(row: Any, start: int) -> list[Any]:
    """A row with the scenario's columns, from `start` on, as one."""
    end = start + len(SCENARIO)
    return [*row[:start], Scenario(*row[start:end]), *row[end:]]


def _stream(store: Store, query: Select[*tuple[Any, ...]]) -> Iterator[Any]:
    with store.reading() as connection:
        yield from connection.execution_options(yield_per=200).execute(query)
