"""Opens sandboxes, each in a folder that its driver holds locked, and ends what drivers that died
have left.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from bench_driver.system import signals
from bench_driver.system.processes import Identity

from .loopback import Loopback
from .namespaces import Namespaces, why_none
from .sandbox import ENDS_S, RECORD, Sandbox, end_tree

_RUNNING = "running"
_POLL_S = 0.05


@contextmanager
def opened(stores: Path, *, loopback: bool = False) -> Iterator[Sandbox]:
    """A sandbox within a folder of stores, for as long as the block. What a driver that died has
    left there is ended first.
    """
    running = stores / _RUNNING
    running.mkdir(parents=True, exist_ok=True, mode=0o700)
    end_leftovers(stores)
    folder = running / secrets.token_hex(6)
    with ExitStack() as ends:
        with _locked(running):  # until its folder is locked, it looks as if its driver had died
            folder.mkdir(mode=0o700)
            ends.callback(_remove, folder)
            # Nobody takes this lock while the driver lives, in whatever container it is.
            ends.enter_context(_locked(folder))
        sandbox = (Loopback if loopback or why_none() else Namespaces)(folder)
        try:
            yield sandbox
        finally:
            with signals.deferred():
                sandbox.close()


def leftovers(stores: Path) -> list[tuple[Path, list[Identity]]]:
    """The folders of drivers that died, with those of their processes that still run."""
    running, found = stores / _RUNNING, []
    if running.is_dir():
        with _locked(running):
            for folder in sorted(running.iterdir()):
                with suppress(OSError), _locked(folder, fcntl.LOCK_NB):
                    found.append((folder, [one for one in _recorded(folder) if one.alive]))
    return found


def _recorded(folder: Path) -> list[Identity]:
    """The processes that a driver wrote down; none where it died before it could."""
    with suppress(OSError, ValueError, TypeError):
        return [Identity(**one) for one in json.loads((folder / RECORD).read_text())]
    return []


@contextmanager
def _locked(folder: Path, how: int = 0) -> Iterator[None]:
    """Holds a folder's lock; BlockingIOError where another has it and `how` is LOCK_NB."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | how)
        yield
    finally:
        os.close(held)


def end_leftovers(stores: Path) -> int:
    """Ends what drivers that died have left, and removes their folders; says of how many."""
    found = leftovers(stores)
    for folder, left in found:
        for one in left:
            end_tree(one)
        _remove(folder)
    return len(found)


def _remove(folder: Path) -> None:
    """Removes a folder in which processes that end may still write for a moment."""
    deadline = time.monotonic() + ENDS_S
    while folder.exists() and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            time.sleep(_POLL_S)
