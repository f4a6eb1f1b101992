"""Where the object types of a user's own lie: a folder outside the repository."""

from __future__ import annotations

import os
from pathlib import Path

import click

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
