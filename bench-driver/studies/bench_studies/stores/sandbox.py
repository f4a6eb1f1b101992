"""Where the servers of a store live: a place with two sides and a link between them, which others
cannot reach and whose processes end with it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from bench_driver.errors import StackError
from bench_driver.system import files, processes, signals
from bench_driver.system.processes import Identity

RECORD = "record.json"
_COMPLAINS = re.compile(rb"PANIC|FATAL|ERROR|[Ee]rror|Exception: |[Nn]o space|[Cc]annot|[Cc]an't")
ENDS_S = 10.0


class Role(StrEnum):
    """A server of a pair."""

    PRIMARY = "primary"
    REPLICA = "replica"


@dataclass(frozen=True)
class LinkBytes:
    """What the link has carried since it is there: in namespaces by the system's count, with all
    headers; else by the relay's, which sees payload alone.
    """

    to_replica: int
    to_primary: int
    payload_to_replica: int
    payload_to_primary: int


class Sandbox(ABC):
    """A place for one pair; `folder` (0700) is for its data, and goes with the sandbox."""

    #: `namespaces` or `loopback`
    kind: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []

    @abstractmethod
    def host(self, role: Role) -> str:
        """The address that a server listens at."""

    @abstractmethod
    def port(self) -> int:
        """A free port."""

    @abstractmethod
    def link(self, role: Role, port: int) -> tuple[str, int]:
        """The address and port by which the other side reaches this one, over the counted link."""

    @abstractmethod
    def link_bytes(self) -> LinkBytes:
        """What the link has carried."""

    @abstractmethod
    def _inside(self, role: Role, command: Sequence[str]) -> list[str]:
        """The command line that runs a command at this side."""

    @abstractmethod
    def pids(self, process: subprocess.Popen[bytes]) -> list[int]:
        """A program that was started here and all that it started, itself first."""

    @abstractmethod
    def _end(self) -> None:
        """Ends what the sandbox itself runs."""

    def spawn(
        self,
        role: Role,
        command: Sequence[str],
        *,
        log: Path,
        variables: Mapping[str, str],
        input: str = "",
    ) -> subprocess.Popen[bytes]:
        """Starts a program at this side; what it writes is in `log`."""
        with signals.deferred(), log.open("ab") as out:
            process = subprocess.Popen(
                self._inside(role, command),
                env=self._environment(variables),
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
            self._record(process)
        assert process.stdin
        with suppress(BrokenPipeError), process.stdin as stdin:
            stdin.write(input.encode())
        return process

    def run(
        self,
        role: Role,
        command: Sequence[str],
        *,
        input: str = "",
        limit_s: float = 60,
        variables: Mapping[str, str],
    ) -> str:
        """Runs a program at this side to its end, and returns what it says. StackError."""
        name = Path(command[0]).name
        try:
            done = subprocess.run(
                self._inside(role, command),
                env=self._environment(variables),
                cwd=self.folder,
                input=input.encode(),
                capture_output=True,
                timeout=limit_s,
                start_new_session=True,
            )
        except subprocess.TimeoutExpired as error:
            raise StackError(f"{name} did not end within {limit_s:.0f} s") from error
        if done.returncode:
            raise StackError(f"{name} ended with {done.returncode}", why=complaint(done.stderr))
        return done.stdout.decode(errors="replace")

    def close(self) -> None:
        """Ends every process."""
        self._end()
        for process in self._processes:
            if one := processes.identify(process.pid):
                end_tree(one)
            process.wait()

    def _environment(self, variables: Mapping[str, str]) -> dict[str, str]:
        path = os.environ.get("PATH", os.defpath)
        return {"PATH": path, "HOME": str(self.folder), "LC_ALL": "C", "TZ": "UTC", **variables}

    def _record(self, process: subprocess.Popen[bytes]) -> None:
        """Keeps a process for a later command, which ends it if this driver cannot."""
        self._processes = [*(one for one in self._processes if one.poll() is None), process]
        alive = [one for made in self._processes if (one := processes.identify(made.pid))]
        files.write(self.folder / RECORD, json.dumps([asdict(one) for one in alive]))


def end_tree(root: Identity) -> None:
    """Kills a process and all that it started."""
    if not root.alive:
        return
    kill_all([root.pid, *processes.descendants(root.pid)])
    processes.ended(root, ENDS_S)


def kill_all(pids: Sequence[int]) -> None:
    """SIGKILL to processes that were alive a moment ago."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def complaint(output: bytes) -> str:
    """The last line that tells of an error, else the last of all."""
    lines = output.strip().splitlines()
    return last_line(next(filter(_COMPLAINS.search, reversed(lines)), b"\n".join(lines[-1:])))


def last_line(output: bytes) -> str:
    """The last line of what a program wrote, without what a terminal would obey."""
    lines = output.decode(errors="replace").strip().splitlines()
    return "".join(one for one in lines[-1] if one.isprintable())[:300] if lines else ""
