"""Trials in a store: planned before any is measured, ended one by one, and taken back by whole
rounds. No sweep is ever made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from ..errors import BenchError, StoreError
from ..model.label import id_checked, name_checked
from ..model.published import nameless, printable, printable_within
from ..model.trials import Trial, TrialRun
from .database import Store
from .schema import TRIAL_STATES, reading, sweep, trial

_NOT_VOID = trial.c.state != "void"
_COLUMNS = ("run", "study", "part", "preset")


def add_run(store: Store, planned: Sequence[Trial]) -> str:
    """Writes a plan down, and returns the id of its run, which no other run and no sweep has."""
    with store.adding() as connection:
        name = _free(connection, planned[0].run)
        connection.execute(insert(trial), [_row(replace(one, run=name)) for one in planned])
    return name


def end(store: Store, one: Trial) -> None:
    """Writes down what came of a planned trial, with its readings, all or nothing."""
    with store.writing() as connection:
        _set(connection, one)
        connection.execute(delete(reading).where(reading.c.trial_id == one.key))
        _add_readings(connection, [(one.key, one.readings)])


def void(store: Store, those: Iterable[Trial], why: str) -> None:
    """Takes trials back: their readings stay, and answer nothing."""
    with store.writing() as connection:
        for one in those:
            _set(connection, replace(one, state="void", problem={"what": why}))


def begin_round(store: Store, run: str, number: int) -> list[Trial]:
    """The trials of a round that is to be measured, all of them planned.

    What a cut round measured becomes void, and the round is planned again.
    """
    with store.writing() as connection:
        query = select(trial).where(trial.c.run == run, trial.c.round == number)
        rows = [*connection.execute(query.order_by(trial.c.position)).mappings()]
        last = max(row["attempt"] for row in rows)
        mine = [row for row in rows if row["attempt"] == last]
        if any(row["state"] != "planned" for row in mine):
            ended = [row["id"] for row in mine if row["state"] != "planned"]
            begun = trial.c.id.in_(row["id"] for row in mine)
            connection.execute(delete(trial).where(begun, trial.c.state == "planned"))
            connection.execute(update(trial).where(trial.c.id.in_(ended)).values(state="void"))
            again = [
                _row(replace(_trial(row, {}), attempt=last + 1, state="planned", about={},
                             problem=None, started_at=None, ended_at=None))
                for row in mine
            ]  # fmt: skip
            connection.execute(insert(trial), again)
    return [one for one in of_run(store, run) if one.round == number]


def of_run(store: Store, run: str, *, void: bool = False) -> list[Trial]:
    """The trials of a run that are not void, or those that are, in the order of their plan."""
    query = select(trial).where(trial.c.run == run, ~_NOT_VOID if void else _NOT_VOID)
    with store.reading() as connection:
        rows = [*connection.execute(query.order_by(trial.c.round, trial.c.position)).mappings()]
        readings = _readings(connection, [row["id"] for row in rows])
    return [_trial(row, readings.get(row["id"], {})) for row in rows if not _wrong(row)]


def runs(store: Store, study: str = "") -> list[TrialRun]:
    """The runs of all studies, or of one, the oldest first."""
    return [one for one in _every(store) if isinstance(one, TrialRun) and study in ("", one.study)]


def unreadable(store: Store) -> list[str]:
    """A line for each run that no driver wrote so."""
    return [one for one in _every(store) if isinstance(one, str)]


def find(store: Store, study: str, name: str = "") -> TrialRun:
    """The run of a study with that id, or the newest. StoreError where there is none."""
    known = runs(store, study)
    mine = [one for one in known if name in ("", one.id)]
    if not mine:
        why = f"it has {len(known)} runs of {study}" if known else "nothing of it was measured yet"
        do = f"run `bench-driver study run {study}`"
        raise StoreError(f"{store.name} has no run {name or study}", why=why, do=do)
    return mine[-1]


def remove(store: Store, those: Sequence[TrialRun]) -> None:
    """Removes runs, all or none."""
    with store.writing() as connection:
        for one in those:
            mine = select(trial.c.id).where(trial.c.run == one.id)
            connection.execute(delete(reading).where(reading.c.trial_id.in_(mine)))
            connection.execute(delete(trial).where(trial.c.run == one.id))


def copy(
    source: Store, target: Store, those: Sequence[TrialRun], *, publish: bool = False
) -> list[str]:
    """Copies the runs that the target lacks, void trials too, all or none; returns their ids there.
    What is to be published names no folder.

    A run is the same where the same study was planned at the same moment with the same seed.
    """
    made = []
    with source.reading() as there, target.adding() as here:
        same = (trial.c.study, trial.c.planned_at, trial.c.seed)
        present = {tuple(row) for row in here.execute(select(*same).distinct())}
        for one in those:
            if (one.study, one.planned_at, one.seed) in present:
                continue
            name, query = _free(here, one.id), select(trial).where(trial.c.run == one.id)
            rows = [*there.execute(query.order_by(trial.c.id)).mappings()]
            readings = _readings(there, [row["id"] for row in rows])
            for row in rows:
                values = {key: row[key] for key in row if key != "id"} | {"run": name}
                if publish:
                    values |= {key: nameless(row[key]) for key in ("about", "problem")}
                added = here.execute(insert(trial).values(values).returning(trial.c.id))
                _add_readings(here, [(added.scalar_one(), readings.get(row["id"], {}))])
            made.append(name)
    return made


def _free(connection: Connection, wanted: str) -> str:
    taken = {*connection.execute(select(trial.c.run).distinct()).scalars()}
    taken |= {*connection.execute(select(sweep.c.id)).scalars()}
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _row(one: Trial) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in ("readings", "key")}


def _set(connection: Connection, one: Trial) -> None:
    names = ("state", "started_at", "ended_at", "about", "problem")
    values = {name: getattr(one, name) for name in names}
    connection.execute(update(trial).where(trial.c.id == one.key).values(values))


def _add_readings(
    connection: Connection, those: Iterable[tuple[int, Mapping[str, tuple[float, str]]]]
) -> None:
    rows = [
        {"trial_id": key, "figure": figure, "value": value, "unit": unit}
        for key, readings in those
        for figure, (value, unit) in readings.items()
    ]
    if rows:
        connection.execute(insert(reading), rows)


def _readings(
    connection: Connection, keys: Sequence[int]
) -> dict[int, dict[str, tuple[float, str]]]:
    found: dict[int, dict[str, tuple[float, str]]] = {}
    for start in range(0, len(keys), 500):
        query = select(reading).where(reading.c.trial_id.in_(keys[start : start + 500]))
        for row in connection.execute(query):
            if isinstance(row.value, float):  # SQLite holds nobody to it
                name, unit = printable(str(row.figure)), printable(str(row.unit))
                found.setdefault(row.trial_id, {})[name] = row.value, unit
    return found


def _trial(row: Mapping[Any, Any], readings: Mapping[str, tuple[float, str]]) -> Trial:
    values = {name: printable_within(value) for name, value in row.items() if name != "id"}
    return Trial(**values, readings=readings, key=row["id"])


def _every(store: Store) -> list[TrialRun | str]:
    with store.reading() as connection:
        query = select(trial).order_by(trial.c.planned_at, trial.c.id)
        rows = [*connection.execute(query).mappings()]
    found: dict[Any, list[Mapping[Any, Any]]] = {}
    for row in rows:
        found.setdefault(row["run"], []).append(row)
    return [_run(name, mine) for name, mine in found.items()]


def _run(name: Any, rows: Sequence[Mapping[Any, Any]]) -> TrialRun | str:
    if why := next(filter(None, map(_wrong, rows)), ""):
        return f"{name!r:.70} cannot be read: {why}"
    first, states = rows[0], [row["state"] for row in rows]
    ended = [row["ended_at"] for row in rows if row["ended_at"]]
    rounds, each = (max(row[name] for row in rows) for name in ("round", "position"))
    return TrialRun(
        name, first["study"], first["preset"], printable(first["planned_at"]), first["seed"],
        rounds, each, states.count("complete"), states.count("failed"), max(ended, default=None),
    )  # fmt: skip


def _wrong(row: Mapping[Any, Any]) -> str:
    """What of a trial is none of what a driver writes; empty where nothing is."""
    try:
        id_checked(row["run"])
        for name in _COLUMNS:
            name_checked(row[name])
    except BenchError as error:
        return error.what
    if row["state"] not in TRIAL_STATES:
        return "its state is none"
    if not (isinstance(row["tags"], dict) and isinstance(row["about"], dict)):
        return "its tags or its facts are no table of names"
    if not isinstance(row["problem"], dict | None):
        return "its problem is no table of names"
    whole = all(isinstance(row[name], int) for name in ("round", "position", "attempt", "seed"))
    dated = all(isinstance(row[name], str | None) for name in ("started_at", "ended_at"))
    return "" if whole and dated and isinstance(row["planned_at"], str) else "a figure is no number"
