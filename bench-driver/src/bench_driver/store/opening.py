"""Opens a store by its address, at this driver's schema.

Who only reads opens it read-only, and neither makes nor changes anything, so that a store on
somebody's read-only disk can be read.

SQLite: WAL, so that readers never wait for a sweep; `synchronous=FULL`, so that what was committed
survives a power cut too. Transactions are begun by us: a writing one takes its lock at once, where
Python's module would take it late and fail in the middle.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from ..errors import StoreError, UsageError
from ..model.published import secretless
from .database import Store, explained
from .migrate import make, refuse_other_schema

#: How long a writer waits for another one, in SQLite.
BUSY_MS = 20_000
_PRAGMAS = (f"busy_timeout={BUSY_MS}", "synchronous=FULL", "foreign_keys=ON")


def open_store(
    address: str, *, create: bool = True, prepare: Callable[[Store], object] = make
) -> Store:
    """The store at a URL of SQLAlchemy, or at a path, which means SQLite, with its tables.

    Without `create` a SQLite file that does not exist is an error.

    Raises:
        OutdatedStore: where an older driver wrote it, unless `prepare` upgrades it.
        StoreError, UsageError
    """
    url, file = _parse(address)
    if file:
        refuse_special(file)
    if file and not create:
        _refuse_missing(file)
    return _prepared(Store(str(file) if file else secretless(url), _engine(url, file)), prepare)


def read_store(address: str) -> Store:
    """The store at an address as it is, read-only.

    StoreError where there is none, and where a driver of another schema wrote it; UsageError.
    """
    url, file = _parse(address)
    if file:
        refuse_special(file)
        _refuse_missing(file)
        return _prepared(Store(str(file), _reading_engine(file)), refuse_other_schema)
    engine = _postgresql(url, options="-c default_transaction_read_only=on")
    return _prepared(Store(secretless(url), engine), refuse_other_schema)


def _prepared(store: Store, prepare: Callable[[Store], object]) -> Store:
    try:
        with explained(store.name):
            if store.engine.dialect.name == "sqlite":
                with store.engine.connect().execution_options(reading=True) as connection:
                    refuse_programs(store.name, connection.exec_driver_sql(PROGRAMS).fetchall())
            prepare(store)
    except BaseException:
        store.close()
        raise
    return store


def refuse_special(file: Path) -> None:
    """StoreError where a path leads to something that is no file: a folder, a device, or a pipe, at
    which SQLite would wait for ever.
    """
    with explained(str(file)):
        if file.exists() and not file.is_file():
            why = "it is a folder, a device, a pipe or a socket"
            raise StoreError(f"{file} cannot be a store", why=why, do="name a file")


#: What of a file of SQLite runs when it is read or written, or answers for ever: a view, a trigger,
#: a virtual table.
PROGRAMS = (
    "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE "
    "'CREATE VIRTUAL%'"
)


def refuse_programs(name: str, found: Sequence[Any]) -> None:
    """StoreError where a file holds what no driver puts there."""
    if found:
        why = (
            f"it has a {found[0][0]} {found[0][1]!r:.70}, and a store has tables and indexes alone"
        )
        raise StoreError(f"{name} is no store", why=why, do="take no sweeps from it")


def _refuse_missing(file: Path) -> None:
    with explained(str(file)):
        there = file.exists()
    if not there:
        why = "the file does not exist: nothing was measured yet"
        raise StoreError(
            f"there is no store at {file}", why=why, do="run `bench-driver sweep`, or give --store"
        )


def _parse(address: str) -> tuple[str, Path | None]:
    """An address as URL and, for SQLite, as file: a path is never read as a URL, in which `?` and
    `%` mean something.
    """
    if "://" not in address:
        return address, Path(address).absolute()
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:  # a port that is no number
        raise _bad(address, "it is no URL of SQLAlchemy") from error
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise _bad(address, "a store has to outlive its command, so it needs a file")
        if url.query:
            raise _bad(address, "a SQLite store has no options behind a question mark")
        return address, Path(url.database).absolute()
    if url.get_backend_name() != "postgresql":
        raise _bad(address, f"{url.get_backend_name()} is neither sqlite nor postgresql")
    return address, None


def _bad(address: str, why: str) -> UsageError:
    return UsageError(
        f"--store {secretless(address)} cannot be used",
        why=secretless(why),
        do="give a file's path, or postgresql+psycopg://user@host/database",
    )


def _engine(url: str, file: Path | None) -> Engine:
    if file:
        with explained(str(file)):
            file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(URL.create("sqlite", database=str(file)), json_deserializer=_loads)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine
    return _postgresql(url)


def _reading_engine(file: Path) -> Engine:
    """An engine that reads a file of SQLite. Where its folder cannot be written to, nobody else can
    either, and SQLite needs no files beside it.
    """
    still = not os.access(file.parent, os.W_OK) and not file.with_name(f"{file.name}-wal").exists()
    address = f"{file.as_uri()}?{'immutable=1' if still else 'mode=ro'}"
    url = URL.create("sqlite", database=str(file))
    engine = create_engine(
        url,
        json_deserializer=_loads,
        creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False),
    )
    event.listen(engine, "connect", _prepare_to_read)
    event.listen(engine, "begin", _begin)
    return engine


def _postgresql(url: str, **settings: str) -> Engine:
    try:
        return create_engine(
            make_url(url).set(drivername="postgresql+psycopg"),
            connect_args={"connect_timeout": 10, **settings},
        )
    except (ArgumentError, NoSuchModuleError) as error:
        raise _bad(url, str(error)) from error


def _loads(text: str) -> Any:
    """What a column of JSON holds; where somebody wrote other text there, that text, so that one
    row takes no other with it.
    """
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


def _prepare_to_read(connection: Any, _: object) -> None:
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(
        "BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE"
    )
