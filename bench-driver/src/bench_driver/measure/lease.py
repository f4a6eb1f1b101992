"""Two drivers on two machines never measure the same servers: each writes what it measures into the
store that they share, by name, before it touches it.

On one machine its lock decides (`system/lock`), whatever store is used. A row whose process is
gone, or whose time is over, was left behind and is taken over. A sweep that runs has a row as well,
so that nobody else goes on with it, removes it or copies it.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..errors import Busy, StoreError
from ..store.database import Store
from ..store.schema import lock
from ..system import repository
from ..system.processes import Identity, started

#: Beyond what its run may take, the time for which a row holds without being renewed, seconds:
#: servers start, and disks are slow.
GRACE_S = 600.0
#: The processes that are in no container, as Linux numbers them, and what a row has room for.
_FIRST, _LONGEST = "[4026531836]", 255
_WAIT = "wait until it has ended, or end it"
Renew = Callable[[float], None]


class _Named(Protocol):
    @property
    def id(self) -> str: ...


_Measured = TypeVar("_Measured", bound=_Named)


@contextmanager
def held(store: Store, resources: Sequence[str]) -> Iterator[Renew]:
    """Holds a row for each resource within the block; Busy where another driver has one. What it
    yields renews them for this many seconds from now.
    """
    _take(store, resources)
    try:
        yield _Lease(store, resources).renew
    finally:
        with suppress(
            StoreError
        ):  # a row of a process that has ended holds nothing, and why the block ended matters more
            _give_back(store, resources)


def of_sweep(name: str) -> str:
    """The row of the sweep, or of the run of a study, with that id."""
    return f"sweep {name}"


def running(store: Store, sweeps: Sequence[_Measured]) -> list[_Measured]:
    """Those that a driver measures now."""
    with store.reading() as connection:
        rows = {row.resource: row for row in connection.execute(select(lock))}
    return [sweep for sweep in sweeps if (row := rows.get(of_sweep(sweep.id))) and _holds(row)]


def here() -> str:
    """The host, its container where it is one, and the checkout, as a row has them.

    A pid says of rows of here alone whether their process lives: hosts and containers may be of one
    name.
    """
    space = ""
    with suppress(OSError):
        space = os.readlink("/proc/self/ns/pid").removeprefix("pid:")
    host = socket.gethostname() + (f" {space}" if space not in ("", _FIRST) else "")
    return f"{host}:{repository.find_root_or_here()}"[:_LONGEST]


def _holds(row: Any) -> bool:
    return Identity(row.pid, row.process).alive if row.host == here() else time.time() < row.until


def _me() -> dict[str, Any]:
    return {"host": here(), "pid": os.getpid(), "process": started(os.getpid()) or ""}


def _take(store: Store, resources: Sequence[str]) -> None:
    with store.writing() as connection:
        for name in sorted(resources):  # in one order, since two that wait for each other never end
            _remove_left_behind(connection, name)
            try:
                connection.execute(
                    insert(lock).values(resource=name, **_me(), until=time.time() + GRACE_S)
                )
            except IntegrityError as error:
                raise Busy(
                    f"another driver measures {name}", why="it began at this very moment", do=_WAIT
                ) from error


def _remove_left_behind(connection: Connection, resource: str) -> None:
    """Removes the row if it holds nothing any more; Busy if it holds.

    It removes the row that it has read, and no other: while it waited, PostgreSQL may have let
    another driver put its own there.
    """
    row = connection.execute(
        select(lock).where(lock.c.resource == resource).with_for_update()
    ).first()
    if row and _holds(row):
        of_here = row.host == here()
        why = f"it is the process {row.pid} on {'this machine' if of_here else row.host}"
        do = (
            _WAIT
            if of_here
            else f"{_WAIT}; if it is gone, its lease ends in {row.until - time.time():.0f} s"
        )
        raise Busy(f"another driver measures {resource}", why=why, do=do)
    if row:
        connection.execute(delete(lock).where(lock.c.resource == resource, *_of(row._asdict())))


def _of(holder: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    return [lock.c[name] == holder[name] for name in ("host", "pid", "process")]


def _mine(resources: Sequence[str]) -> list[ColumnElement[bool]]:
    return [lock.c.resource.in_(resources), *_of(_me())]


class _Lease:
    """The rows' time. It is written anew only where it would become short, since each writing waits
    for the disk.
    """

    def __init__(self, store: Store, resources: Sequence[str]) -> None:
        self._store, self._resources, self._until = store, resources, time.monotonic() + GRACE_S

    def renew(self, seconds: float) -> None:
        """Makes the rows hold for at least this many seconds from now. Busy where one is another
        driver's by now.
        """
        if time.monotonic() + seconds + GRACE_S / 2 > self._until:
            with self._store.writing() as connection:
                until = time.time() + seconds + GRACE_S
                renewed = connection.execute(
                    update(lock).where(*_mine(self._resources)).values(until=until)
                ).rowcount
                if renewed < len(set(self._resources)):
                    why = "its lease was over before it was renewed, as of a machine that slept"
                    raise Busy(
                        "another driver has taken over what this one measures", why=why, do=_WAIT
                    )
            self._until = time.monotonic() + seconds + GRACE_S


def _give_back(store: Store, resources: Sequence[str]) -> None:
    with store.writing() as connection:
        connection.execute(delete(lock).where(*_mine(resources)))
