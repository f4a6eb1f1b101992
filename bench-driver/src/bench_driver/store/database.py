"""An open store, its transactions, and in words what a database refuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from ..errors import StoreError


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
        with (
            explained(self.name),
            self.engine.connect().execution_options(reading=True) as connection,
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, committed as a whole at the block's end or not at all; StoreError."""
        with explained(self.name), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def adding(self) -> Iterator[Connection]:
        """A writing transaction beside which nobody else adds a sweep: ids and the order of sweeps
        stay unique.

        SQLite has one writer at a time anyway.
        """
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(hashtext('bench_driver.add'))")
                )
            yield connection


#: What databases say, in part, and what that means: what happened, and what to do.
_MEANINGS = (
    (
        "database or disk is full",
        "the store's disk is full",
        "make room there, then go on with `bench-driver sweep --resume`",
    ),
    (
        "No space left on device",
        "the store's disk is full",
        "make room there, then go on with `bench-driver sweep --resume`",
    ),
    (
        "readonly database",
        "the store is read-only",
        "make the file and its folder writable for you, or give another one with --store",
    ),
    (
        "read-only transaction",
        "the store is read-only",
        "give a database that you may write to with --store",
    ),
    (
        "unable to open database file",
        "the store cannot be opened",
        "see that its folder exists and is yours, or give another one with --store",
    ),
    (
        "database is locked",
        "the store is in use by another program",
        "wait until that has written, or end it",
    ),
    (
        "file is not a database",
        "the store's file is no SQLite database",
        "give another file with --store",
    ),
    (
        "malformed",
        "the store's file is damaged",
        "keep a copy; see what `sqlite3 FILE .recover` saves, and give another file with --store",
    ),
    (
        "disk I/O error",
        "the store's disk cannot be read or written",
        "see the system's log; what was committed before is there if the disk is",
    ),
    (
        "permission denied",
        "the store refuses its user",
        "grant what is missing, or give another one with --store",
    ),
    (
        "connection",
        "the store cannot be reached",
        "see that the database server runs and lets you in, then go on with `bench-driver sweep "
        "--resume`",
    ),
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
        raise StoreError(
            f"the store refuses what was asked of it: {name}",
            why=said,
            do="keep a copy of it, and report this as a defect",
        ) from error
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(
            f"the store cannot be opened: {name}",
            why=why,
            do="see that its folder exists and is yours, or give another one with --store",
        ) from error
