"""The state file: which servers were started, so that `down` and `status` find them again, whoever
started them.

An entry is a process. Two stacks may have servers of the same name, as a sweep beside `servers up`
has on other ports.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from ..errors import StackError
from ..system.processes import Identity


@dataclass(frozen=True)
class Entry:
    """A server that was started: who, where, which process, where its log is."""

    name: str
    runtime: str
    role: str
    url: str
    pid: int
    started: str
    log: str
    #: the driver that stops it at its own end; 0 where it shall outlive the command, as with `up`
    owner_pid: int = 0
    owner_started: str = ""

    @property
    def identity(self) -> Identity:
        """The process."""
        return Identity(self.pid, self.started)

    @property
    def owned(self) -> bool:
        """Whether a driver that still runs will stop it, as a sweep does at the end of a round."""
        return bool(self.owner_pid) and Identity(self.owner_pid, self.owner_started).alive

    @property
    def left_behind(self) -> bool:
        """Whether it still runs though the driver that would have stopped it is gone, as after
        SIGKILL.
        """
        return bool(self.owner_pid) and self.identity.alive and not self.owned


def path(root: Path) -> Path:
    """The state file of a checkout."""
    return root / ".run" / "stack.json"


def load(file: Path) -> list[Entry]:
    """What was written down; nothing where there is no file."""
    try:
        return [Entry(**item) for item in json.loads(file.read_text())["servers"]]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError) as error:
        raise StackError(
            f"{file} cannot be read",
            why=f"it is not what the driver writes: {error}",
            do="end the servers that still run by their pid, then delete the file",
        ) from error


def change(file: Path, *, add: Iterable[Entry] = (), remove: Iterable[Identity] = ()) -> None:
    """Adds and removes processes.

    Others' entries stay, but for one that ended and whose name another now has.
    """
    added, removed = list(add), set(remove)
    if not (added or removed):
        return
    with _locked(file):
        others = [
            entry
            for entry in load(file)
            if entry.identity not in removed | {entry.identity for entry in added}
        ]
        names = {entry.name for entry in added}
        _save(
            file,
            [
                *(entry for entry in others if entry.name not in names or entry.identity.alive),
                *added,
            ],
        )


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Keeps other drivers from changing the file meanwhile.

    The lock is a file of its own, since the other is replaced.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _save(file: Path, entries: Iterable[Entry]) -> None:
    """Writes the file whole or not at all; without entries there is none."""
    servers = [asdict(entry) for entry in entries]
    if not servers:
        file.unlink(missing_ok=True)
        return
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(json.dumps({"servers": servers}, indent=2) + "\n")
    draft.replace(file)
