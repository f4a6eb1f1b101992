"""Brings a store to the schema of this driver, and keeps a copy of an older one.

Alembic is loaded only where there is something to do.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from ..errors import Busy, OutdatedStore, StoreError
from .database import Store
from .schema import METADATA

#: Every schema that a driver ever wrote, oldest first: the names of the files in
#: `migrations/versions`.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010")
HEAD = REVISIONS[-1]


def make(store: Store) -> None:
    """Makes the tables in an empty store.

    Raises:
        OutdatedStore: where an older driver wrote it.
        StoreError: where a newer one did.
    """
    found = _schema(store)
    if found is None:
        with store.writing() as connection:
            _run(connection)
    elif found != HEAD:
        raise _outdated(store, found)


def upgrade(store: Store) -> None:
    """Makes the tables in an empty store, and changes those of an older one, without a copy."""
    if _schema(store) != HEAD:
        with store.writing() as connection:
            _run(connection)


def upgrade_with_copy(store: Store) -> str:
    """Changes the tables of an older store, and says where its copy is; "" where it is not older.

    Of a file the copy is one beside it; of PostgreSQL a schema of the same database.

    Raises:
        Busy: where a sweep runs in it.
        StoreError: where a newer driver wrote it.
    """
    found = _schema(store)
    if found in (None, HEAD):
        upgrade(store)
        return ""
    with store.writing() as connection:
        _refuse_running(connection, store)
        if store.engine.dialect.name == "sqlite":
            kept = _copied(Path(store.name), found)
        else:
            kept = _copied_tables(connection, found)
        _run(connection)
    return kept


def _refuse_running(connection: Connection, store: Store) -> None:
    held = text('SELECT resource FROM "lock" WHERE until > :now')
    if row := connection.execute(held, {"now": time.time()}).first():
        why = f"another driver holds {row.resource}"
        do = "wait until its sweep has ended, or end it"
        raise Busy(f"the store is in use: {store.name}", why=why, do=do)


def _copied(file: Path, schema: str) -> str:
    """A copy of a file of SQLite beside it, under a name that is free."""
    number, kept = 1, file.with_name(f"{file.stem}.schema-{schema}{file.suffix}")
    while kept.exists():
        number += 1
        kept = file.with_name(f"{file.stem}.schema-{schema}-{number}{file.suffix}")
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as there, closing(sqlite3.connect(kept)) as to:
        there.backup(to)
    return str(kept)


def _copied_tables(connection: Connection, schema: str) -> str:
    """A copy of a database's tables, in a schema of their own."""
    number, kept = 1, f"bench_schema_{schema}"
    while inspect(connection).has_schema(kept):
        number += 1
        kept = f"bench_schema_{schema}_{number}"
    connection.execute(text(f"CREATE SCHEMA {kept}"))
    there = set(inspect(connection).get_table_names())
    for name in (*METADATA.tables, "alembic_version"):
        if name in there:
            connection.execute(text(f'CREATE TABLE {kept}."{name}" AS TABLE "{name}"'))
    return f"schema {kept}"


def refuse_other_schema(store: Store) -> None:
    """Refuses a store that is not as this driver writes it.

    Raises:
        OutdatedStore: where an older driver wrote it.
        StoreError: where it is empty, or a newer driver's.
    """
    found = _schema(store)
    if found is None:
        raise StoreError(
            f"the store is empty: {store.name}",
            why="nothing was measured yet",
            do="run `bench-driver sweep`, or give --store",
        )
    if found != HEAD:
        raise _outdated(store, found)


def _outdated(store: Store, found: str) -> OutdatedStore:
    why = f"its schema is {found!r}, this driver's is {HEAD!r}"
    do = "run `bench-driver store upgrade`, which keeps a copy"
    what = f"the store was written by an older driver: {store.name}"
    return OutdatedStore(what, why=why, do=do)


def _schema(store: Store) -> str | None:
    """The schema of a store, None where it has none yet.

    Raises:
        StoreError: where it is one of a newer driver.
    """
    with store.reading() as connection:
        found = revision(connection)
    if found is not None and found not in REVISIONS:
        why = f"its schema is {found!r}, and this driver knows none after {HEAD!r}"
        raise StoreError(
            f"the store was written by a newer driver: {store.name}",
            why=why,
            do="use that driver, or give another store with --store",
        )
    return found


def revision(connection: Connection) -> str | None:
    """The schema of a store; None where it has none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _run(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    # SQLite's writing transactions exclude each other; here a second driver waits before it looks.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('bench_driver.migrate'))"))
    command.upgrade(config, "head")
