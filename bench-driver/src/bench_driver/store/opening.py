"""Opens a store by its address, at this driver's schema.

SQLite: WAL, so that readers never wait for a sweep; `synchronous=FULL`, so that what was committed survives a power cut too. Transactions are begun by us: a
writing one takes its lock at once, where Python's module would take it late and fail in the middle.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from ..errors import StoreError, UsageError
from ..model.published import secretless
from .database import Store, explained
from .migrate import upgrade

#: How long a writer waits for another one, in SQLite.
BUSY_MS = 20_000
_PRAGMAS = (f"busy_timeout={BUSY_MS}", "synchronous=FULL", "foreign_keys=ON")


def open_store(address: str, *, create: bool = True) -> Store:
    """The store at a URL of SQLAlchemy, or at a path, which means SQLite; brought to this driver's schema. StoreError, UsageError.

    Without `create` a SQLite file that does not exist is an error, as for every command that only reads.
    """
    url, file = _parse(address)
    if file and not create and not file.exists():
        raise StoreError(
            f"there is no store at {file}", why="the file does not exist: nothing was measured yet", do="run `bench-driver sweep`, or give --store"
        )
    store = Store(str(file) if file else secretless(url), _engine(url, file))
    try:
        with explained(store.name):
            upgrade(store)
    except BaseException:
        store.close()
        raise
    return store


def _parse(address: str) -> tuple[str, Path | None]:
    """An address as URL and, for SQLite, as file: a path is never read as a URL, in which `?` and `%` mean something."""
    if "://" not in address:
        return address, Path(address).absolute()
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:  # a port that is no number
        raise _bad(address, "it is no URL of SQLAlchemy") from error
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise _bad(address, "a store has to outlive its command, so it needs a file")
        return address, Path(url.database).absolute()
    if url.get_backend_name() != "postgresql":
        raise _bad(address, f"{url.get_backend_name()} is neither sqlite nor postgresql")
    return address, None


def _bad(address: str, why: str) -> UsageError:
    return UsageError(f"--store {secretless(address)} cannot be used", why=secretless(why), do="give a file's path, or postgresql+psycopg://user@host/database")


def _engine(url: str, file: Path | None) -> Engine:
    if file:
        with explained(str(file)):
            file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(URL.create("sqlite", database=str(file)), json_deserializer=_loads)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(make_url(url).set(drivername="postgresql+psycopg"), connect_args={"connect_timeout": 10})
    except (ArgumentError, NoSuchModuleError) as error:
        raise _bad(url, str(error)) from error


def _loads(text: str) -> Any:
    """What a column of JSON holds; where somebody wrote other text there, that text, so that one row takes no other with it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode=WAL")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")
