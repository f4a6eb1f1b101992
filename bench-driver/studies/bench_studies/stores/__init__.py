"""Real stores for the studies: each a pair of a primary and its replica or a ring, started from an
empty folder where nobody else can reach it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench_driver.errors import UsageError

if TYPE_CHECKING:
    from .base import Store


def every() -> dict[str, type[Store]]:
    """The adapters by name, in the order in which pages show them."""
    from .balanced import Balanced
    from .cassandra import Cassandra
    from .ferretdb import FerretDB
    from .mongo_java import MongoJava
    from .mongodb import MongoDB
    from .null import Null
    from .postgresql import PostgreSQL
    from .postgresql_single import PostgreSQLSingle
    from .pouchdb import PouchDB
    from .redis import Redis

    stores = (
        PostgreSQL,
        Redis,
        PouchDB,
        Cassandra,
        Balanced,
        PostgreSQLSingle,
        MongoJava,
        MongoDB,
        FerretDB,
        Null,
    )
    return {one.name: one for one in stores}


def package_of(store: str) -> str:
    """The package that has a store's programs."""
    return find(store).package or store


def find(name: str) -> type[Store]:
    """The adapter of that name. UsageError where there is none."""
    known = every()
    if name not in known:
        raise UsageError(
            f"there is no store {name!r}",
            why=f"there are {', '.join(known)}",
            do="name one of these",
        )
    return known[name]
