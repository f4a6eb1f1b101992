"""Copies sweeps from one store into another, with all that hangs on them.

Keys are given anew, since each store counts its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from ..errors import StoreError
from ..model.published import told
from ..model.records import SweepRecord
from . import write
from .database import Store
from .migrate import upgrade
from .opening import PROGRAMS, open_store, refuse_programs, refuse_special
from .schema import attempt, measurement, point, slice_of, sweep, turn

#: Turns whose runs are in memory at once: an answer may be megabytes.
_BATCH = 10


def copy(source: Store, target: Store, sweeps: Sequence[SweepRecord]) -> list[SweepRecord]:
    """Copies the sweeps that the target lacks, all or none, and returns them by the ids that they
    have there.

    A sweep is the same where it was planned at the same moment with the same seed, on the same
    machine of those that it was planned for. It stands behind
    those here that are not dated later, so that an old one never becomes the last. One that runs is
    cut in the copy. Nobody goes on with a copy, nor writes into the folder of what it is a copy of:
    it says no more which checkout planned it.
    """
    made = []
    with source.reading() as there, target.adding() as here:
        present = {tuple(row) for row in here.execute(select(sweep.c.planned_at, sweep.c.seed))}
        for wanted in sweeps:
            if (wanted.planned_at, wanted.seed) in present and _is_there(here, wanted):
                continue
            made.append(_sweep(there, here, wanted))
    return made


def _is_there(here: Connection, wanted: SweepRecord) -> bool:
    """Whether one of the sweeps planned at that moment with that seed is of the same machine."""
    same = (sweep.c.planned_at == wanted.planned_at, sweep.c.seed == wanted.seed)
    held = here.execute(select(sweep.c.about).where(*same)).scalars()
    known = (replace(wanted, about=about) for about in held if isinstance(about, dict))
    return any(one.machine == wanted.machine for one in known)


def _sweep(there: Connection, here: Connection, wanted: SweepRecord) -> SweepRecord:
    state = "interrupted" if wanted.state in ("planned", "running") else wanted.state
    earlier = select(func.coalesce(func.max(sweep.c.written), 0)).where(
        sweep.c.planned_at <= wanted.planned_at
    )
    written = here.execute(earlier).scalar_one()
    about = {**wanted.about, "setup": told(wanted.about.get("setup", {}))}
    name = write.unused(here, wanted.id)
    made = replace(wanted, id=name, state=state, written=written, about=about)
    here.execute(insert(sweep).values(asdict(made)))
    turns = list(
        there.execute(
            select(turn.c.id).where(turn.c.sweep_id == wanted.id).order_by(turn.c.id)
        ).scalars()
    )
    for start in range(0, len(turns), _BATCH):
        _turns(there, here, turns[start : start + _BATCH], made.id)
    return made


def _turns(there: Connection, here: Connection, keys: Sequence[int], sweep_id: str) -> None:
    turns = _rows(there, here, turn, "id", keys, {}, sweep_id=sweep_id)
    _rows(there, here, slice_of, "turn_id", keys, {"turn_id": turns})
    points = _rows(there, here, point, "turn_id", keys, {"turn_id": turns})
    attempts = _rows(there, here, attempt, "turn_id", keys, {"turn_id": turns})
    _rows(
        there,
        here,
        measurement,
        "attempt_id",
        list(attempts),
        {"attempt_id": attempts, "point_id": points},
    )


def _rows(
    there: Connection,
    here: Connection,
    table: Table,
    column: str,
    among: Sequence[int],
    renamed: dict[str, dict[int, int]],
    **given: str,
) -> dict[int, int]:
    """Copies the rows of a table whose `column` is one of some keys; foreign keys as `renamed` has
    them. Returns the new keys by the old.
    """
    order = list(table.primary_key.columns)
    found = [
        dict(row)
        for row in there.execute(
            select(table).where(table.c[column].in_(among)).order_by(*order)
        ).mappings()
    ]
    rows: list[dict[str, Any]] = [
        {**row, **{name: keys[row[name]] for name, keys in renamed.items()}, **given}
        for row in found
    ]
    if "id" not in table.c:
        if rows:
            here.execute(insert(table), rows)
        return {}
    for row in rows:
        del row["id"]
    new = (
        here.execute(
            insert(table).returning(table.c.id, sort_by_parameter_order=True), rows
        ).scalars()
        if rows
        else ()
    )
    return {row["id"]: key for row, key in zip(found, new, strict=True)}


@contextmanager
def snapshot(file: Path) -> Iterator[Store]:
    """A copy of a store's file, at this driver's schema; the file is left as it is.

    StoreError where it is none, or a newer driver's.
    """
    if ":/" in str(file):  # a path has lost one of a URL's slashes
        raise StoreError(
            "a URL is no store's file",
            why="sweeps are taken out of files of SQLite",
            do="name a store's file, or one that `store export` wrote",
        )
    refuse_special(file)
    if not file.is_file():
        raise StoreError(
            f"there is no store at {file}", why="the file does not exist", do="name a store's file"
        )
    with TemporaryDirectory(prefix="bench-store-") as folder:
        draft = Path(folder) / file.name
        try:
            with (
                closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as there,
                closing(sqlite3.connect(draft)) as here,
            ):
                there.backup(here)
                (known,) = here.execute(
                    "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
                ).fetchone()
                programs = here.execute(PROGRAMS).fetchall()
        except sqlite3.Error as error:
            raise StoreError(
                f"{file} cannot be read",
                why=str(error),
                do="name a store's file, one that you may read",
            ) from error
        refuse_programs(str(file), programs)
        if not known:
            raise StoreError(
                f"{file} is no store",
                why="it holds none of a store's tables",
                do="name a file that the driver wrote",
            )
        with open_store(str(draft), prepare=upgrade) as opened:
            yield opened
