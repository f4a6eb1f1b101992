"""Opens a store by its address, and says in words what a database refuses.

SQLite: WAL, so that readers never wait for a sweep; `synchronous=FULL`, so that what was committed survives a power cut too. Transactions are begun by us: a
writing one takes its lock at once, where Python's module would take it late and fail in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from ..errors import StoreError, UsageError

#: How long a writer waits for another one, in SQLite.
BUSY_MS = 20_000
_PRAGMAS = (f"busy_timeout={BUSY_MS}", "synchronous=FULL", "foreign_keys=ON")


@dataclass(frozen=True)
class Store:
    """An open store. `name` is how people know it: a file's path, or a URL without its password."""

    name: str
    engine: Engine

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes its connections."""
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the store and changes nothing; StoreError."""
        with explained(self.name), self.engine.connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, committed as a whole at the block's end or not at all; StoreError."""
        with explained(self.name), self.engine.begin() as connection:
            yield connection


def open_store(address: str, *, create: bool = True) -> Store:
    """The store at a URL of SQLAlchemy, or at a path, which means SQLite; brought to this driver's schema. StoreError, UsageError.

    Without `create` a SQLite file that does not exist is an error, as for every command that only reads.
    """
    from .migrate import upgrade

    url, file = _parse(address)
    if file and not create and not file.exists():
        raise StoreError(
            f"there is no store at {file}", why="the file does not exist: nothing was measured yet", do="run `bench-driver sweep`, or give --store"
        )
    store = Store(str(file) if file else make_url(url).render_as_string(), _engine(url, file))
    try:
        with explained(store.name):
            upgrade(store)
    except BaseException:
        store.close()
        raise
    return store


def _parse(address: str) -> tuple[str, Path | None]:
    """An address as URL and, for SQLite, as file."""
    if "://" not in address:
        return f"sqlite:///{Path(address).absolute()}", Path(address).absolute()
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise _bad(address, str(error)) from error
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise _bad(address, "a store has to outlive its command, so it needs a file")
        return address, Path(url.database).absolute()
    if url.get_backend_name() != "postgresql":
        raise _bad(url.render_as_string(), f"{url.get_backend_name()} is neither sqlite nor postgresql")
    return address, None


def _bad(address: str, why: str) -> UsageError:
    return UsageError(f"--store {address} cannot be used", why=why, do="give a file's path, or postgresql+psycopg://user@host/database")


def _engine(url: str, file: Path | None) -> Engine:
    if file:
        with explained(str(file)):
            file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(make_url(url).set(drivername="postgresql+psycopg"), connect_args={"connect_timeout": 10})
    except (ArgumentError, NoSuchModuleError) as error:
        raise _bad(url, str(error)) from error


def _prepare(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode=WAL")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")


#: What databases say, in part, and what that means: what happened, and what to do.
_MEANINGS = (
    ("database or disk is full", "the store's disk is full", "make room there, then go on with `bench-driver sweep --resume`"),
    ("No space left on device", "the store's disk is full", "make room there, then go on with `bench-driver sweep --resume`"),
    ("readonly database", "the store is read-only", "make the file and its folder writable for you, or give another one with --store"),
    ("read-only transaction", "the store is read-only", "give a database that you may write to with --store"),
    ("unable to open database file", "the store cannot be opened", "see that its folder exists and is yours, or give another one with --store"),
    ("database is locked", "the store is in use by another program", "wait until that has written, or end it"),
    ("file is not a database", "the store's file is no SQLite database", "give another file with --store"),
    ("malformed", "the store's file is damaged", "keep a copy; see what `sqlite3 FILE .recover` saves, and give another file with --store"),
    ("disk I/O error", "the store's disk cannot be read or written", "see the system's log; what was committed before is there if the disk is"),
    ("permission denied", "the store refuses its user", "grant what is missing, or give another one with --store"),
    ("connection", "the store cannot be reached", "see that the database server runs and lets you in, then go on with `bench-driver sweep --resume`"),
)


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Failures of the database and its file system, in words."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).strip().splitlines()[0] if error.orig else str(error)
        for part, what, do in _MEANINGS:
            if part.lower() in said.lower():
                raise StoreError(f"{what}: {name}", why=said, do=do) from error
        raise StoreError(f"the store refuses what was asked of it: {name}", why=said, do="keep a copy of it, and report this as a defect") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(
            f"the store cannot be opened: {name}", why=why, do="see that its folder exists and is yours, or give another one with --store"
        ) from error
