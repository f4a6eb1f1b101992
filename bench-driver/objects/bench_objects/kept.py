"""Where the object types of a user's own lie: a folder outside the repository."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from bench_driver.errors import Busy
from bench_driver.servers.own_objects import BENCH_OBJECTS

objects = click.option(
    "--objects",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    envvar=BENCH_OBJECTS,
    help="Where your own object types lie.  [default: ~/.local/share/bench-driver/objects] "
    f"[env: {BENCH_OBJECTS}]",
)


def folder(given: Path | None) -> Path:
    """The folder as given, or the default below the user's data; it need not be there yet."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return (given or Path(data).expanduser() / "bench-driver" / "objects").absolute()


@contextmanager
def alone(objects: Path) -> Iterator[None]:
    """Nobody else builds or removes types of the folder within the block. Busy."""
    # The folder itself is locked: no file is left of it, however a holder ends.
    handle = os.open(objects, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            why = f"another command builds the servers with the types of {objects}, or removes one"
            do = "wait until it has ended, or end it"
            raise Busy("your object types are busy", why=why, do=do) from error
        yield
    finally:
        os.close(handle)
