"""Real stores for the studies: each a pair of a primary and its replica, started from an empty
folder where nobody else can reach it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench_driver.errors import UsageError

if TYPE_CHECKING:
    from .base import Store


def every() -> dict[str, type[Store]]:
    """The adapters by name, in the order in which pages show them."""
    from .postgresql import PostgreSQL
    from .pouchdb import PouchDB
    from .redis import Redis

    return {one.name: one for one in (PostgreSQL, Redis, PouchDB)}


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
