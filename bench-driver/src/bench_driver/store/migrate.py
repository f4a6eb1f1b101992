"""Brings a store to the schema of this driver; Alembic is loaded only where there is something to do."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from ..errors import StoreError
from .database import Store

#: Every schema that a driver ever wrote, oldest first: the names of the files in `migrations/versions`.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
HEAD = REVISIONS[-1]


def upgrade(store: Store) -> None:
    """Makes the tables in an empty store, changes those of an older one, and leaves one that is as it should be alone. StoreError for a newer one."""
    if _known(store) == HEAD:
        return
    with store.writing() as connection:
        _run(connection)


def refuse_other_schema(store: Store) -> None:
    """StoreError where a store is not as this driver writes it: empty, an older driver's, or a newer one's."""
    found = _known(store)
    if found is None:
        raise StoreError(f"the store is empty: {store.name}", why="nothing was measured yet", do="run `bench-driver sweep`, or give --store")
    if found != HEAD:
        why = f"its schema is {found!r}, this driver's is {HEAD!r}, and who only reads changes nothing"
        do = "run `bench-driver store upgrade`; or take its sweeps into another store: `bench-driver store merge FILE`"
        raise StoreError(f"the store was written by an older driver: {store.name}", why=why, do=do)


def _known(store: Store) -> str | None:
    """The schema of a store, None where it has none yet. StoreError where it is one of a newer driver."""
    with store.reading() as connection:
        found = revision(connection)
    if found is not None and found not in REVISIONS:
        why = f"its schema is {found!r}, and this driver knows none after {HEAD!r}"
        raise StoreError(f"the store was written by a newer driver: {store.name}", why=why, do="use that driver, or give another store with --store")
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
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":  # SQLite's writing transactions exclude each other; here a second driver must wait before it looks
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('bench_driver.migrate'))"))
    command.upgrade(config, "head")
