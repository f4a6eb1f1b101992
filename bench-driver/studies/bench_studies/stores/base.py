"""What a store's adapter has to say, and what all pairs do alike."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from bench_driver.errors import StackError, UsageError
from bench_driver.system import cpu

from .client import Client, Inserting, Watching
from .sandbox import Role, Sandbox, kill_all, last_line

_STARTS_S = 120.0
_STOPS_S = 30.0
_POLL_S = 0.05
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """What a server has used since its start. The peak is the sum of its processes' own peaks, what
    they share counted once; processes that ended are not in it.
    """

    cpu_s: float
    peak_rss_bytes: int
    disk_bytes: int


class Store(ABC):
    """A pair of servers, the replica following the primary."""

    name: ClassVar[str]
    title: ClassVar[str]
    #: How it takes a document, of `forms.FORMS`.
    forms: ClassVar[tuple[str, ...]]
    #: When it acknowledges: `memory`, `local fsync`, `majority` or `applied`, and what sets it so.
    acknowledgements: ClassVar[Mapping[str, str]]

    def __init__(self, installed: Path, folder: Path, sandbox: Sandbox) -> None:
        self.installed, self.folder, self.sandbox = installed, folder, sandbox
        self.acknowledgement = ""
        self.password = secrets.token_urlsafe(24)
        self.ports = {role: sandbox.port() for role in Role}
        self._servers: dict[Role, subprocess.Popen[bytes]] = {}
        self._clients = 0

    # What an adapter says.

    @abstractmethod
    def create(self, role: Role) -> None:
        """Makes a server's data and settings in `self.data(role)`; the primary runs already when
        the replica is made.
        """

    @abstractmethod
    def command(self, role: Role) -> list[str]:
        """The command line of a server that stays in the foreground."""

    @abstractmethod
    def answers(self, role: Role) -> bool:
        """Whether a server takes connections."""

    @abstractmethod
    def follows(self) -> bool:
        """Whether the replica follows the primary."""

    @abstractmethod
    def promote(self) -> None:
        """Makes the replica a primary."""

    @abstractmethod
    def settings(self) -> dict[str, str]:
        """What decides on durability and replication, as the servers say it."""

    @abstractmethod
    def prepare(self, trial: str, form: str) -> None:
        """Makes room for a trial's documents, and lets the pair come to rest."""

    @abstractmethod
    def counters(self) -> dict[str, int]:
        """What the primary itself counts since its start."""

    def variables(self) -> dict[str, str]:
        """Variables for its own programs, such as a password."""
        return {}

    # What all do alike.

    def start(self, acknowledgement: str) -> None:
        """Starts a pair from an empty folder; returns once the replica follows. StackError."""
        if acknowledgement not in self.acknowledgements:
            raise UsageError(
                f"{self.title} has no acknowledgement {acknowledgement!r}",
                why=f"it has {', '.join(self.acknowledgements)}",
                do="name one of these",
            )
        self.acknowledgement = acknowledgement
        self.folder.mkdir(mode=0o700)
        for role in Role:
            self.create(role)
            self.restart(role)
        self.until(self.follows, f"the replica of {self.title} does not follow its primary")

    def restart(self, role: Role) -> None:
        """Starts a server on the data that it has; returns once it answers. StackError."""
        log = self.log(role)
        server = self.sandbox.spawn(role, self.command(role), log=log, variables=self.variables())
        self._servers[role] = server

        def ready() -> bool:
            if server.poll() is not None:
                why = last_line(log.read_bytes())
                raise StackError(f"{self.title}, {role}, ended as it started", why=why)
            return self.answers(role)

        self.until(ready, f"{self.title}, {role}, does not answer")

    def stop(self) -> None:
        """Ends both servers; those that do not end by themselves are killed."""
        for role in Role:
            if role in self._servers:
                self.go_on(role)
                for pid in self._tree(role)[:1]:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGINT)
        for role in Role:
            if server := self._servers.get(role):
                try:
                    server.wait(_STOPS_S)
                except subprocess.TimeoutExpired:
                    self.kill(role)

    def kill(self, role: Role) -> None:
        """SIGKILL to all processes of a server."""
        server = self._servers[role]
        # Stopped first: none sees another's end and answers its clients.
        self.pause(role)
        kill_all(self._tree(role))

        def ended() -> bool:
            # Whoever entered the namespaces for it stops some time after it, and then waits.
            server.send_signal(signal.SIGCONT)
            return server.poll() is not None

        self.until(ended, f"{self.title}, {role}, does not end")

    def pause(self, role: Role) -> None:
        """Stops all processes of a server, until they go on."""
        self._signal(role, signal.SIGSTOP)

    def go_on(self, role: Role) -> None:
        """Lets a server that was paused go on."""
        self._signal(role, signal.SIGCONT)

    def runs(self, role: Role) -> bool:
        """Whether a server's process is there."""
        return role in self._servers and self._servers[role].poll() is None

    def usage(self, role: Role) -> Usage:
        """What a server has used. StackError where it does not run."""
        pids = self._tree(role)
        own = [found for pid in pids if (found := _own(pid))]
        if not own:
            raise StackError(f"{self.title}, {role}, does not run", why=self.last_words(role))
        files = [file for file in self.data(role).rglob("*") if file.is_file()]
        return Usage(
            cpu_s=sum(cpu_s for cpu_s, _, _ in own) + _reaped(pids[0]),
            peak_rss_bytes=sum(mine for _, mine, _ in own) + max(shared for _, _, shared in own),
            disk_bytes=sum(_blocks(file) for file in files),
        )

    def forget_peak(self, role: Role) -> None:
        """Lets a server's peak of memory begin anew at what it takes now."""
        for pid in self._tree(role):
            with suppress(OSError):
                Path(f"/proc/{pid}/clear_refs").write_text("5")

    def last_words(self, role: Role) -> str:
        """The last line of a server's log."""
        log = self.log(role)
        return last_line(log.read_bytes()) if log.exists() else ""

    def insert(
        self, trial: str, form: str, documents: Path, in_flight: int, bulk: bool, log: Path
    ) -> Inserting:
        """Starts a client at the primary that inserts each document of a file of JSON lines,
        `{"key", "json", "xml"}`, and writes what became of it to `log`.
        """
        job = {"documents": str(documents), "in_flight": in_flight, "bulk": bulk, "log": str(log)}
        return Inserting(self._client("insert", Role.PRIMARY, trial, form, **job), log)

    def seen(self, trial: str, form: str, keys: Sequence[int], count: int, log: Path) -> Watching:
        """Starts a client at the replica that notes when each marked key is first there, and when
        `count` documents are.
        """
        job = {"keys": list(keys), "count": count, "log": str(log)}
        return Watching(self._client("watch", Role.REPLICA, trial, form, **job), log)

    def digest(self, trial: str, form: str, role: Role) -> dict[int, str]:
        """By key, the digest of each document that a server gives back."""
        found = self.asked("digest", role, trial, form)
        return {int(key): str(value) for key, value in found}

    def asked(
        self, do: str, role: Role, trial: str = "", form: str = "", **job: object
    ) -> list[Any]:
        """What a client that looks at a server writes, line by line. StackError."""
        log = self.folder / f"asked-{self._clients}.jsonl"
        try:
            self._client(do, role, trial, form, **job, log=str(log)).wait(_STARTS_S)
            return list(map(json.loads, log.read_text().splitlines()))
        except StackError as error:
            if self.runs(role):
                raise
            raise StackError(f"{self.title}, {role}, ended", why=self.last_words(role)) from error
        finally:
            log.unlink(missing_ok=True)

    def data(self, role: Role) -> Path:
        """The folder of a server's data."""
        return self.folder / role

    def log(self, role: Role) -> Path:
        """What a server writes."""
        return self.folder / f"{role}.log"

    def run(self, role: Role, *command: str, input: str = "") -> str:
        """Runs a program of the store at one side. StackError."""
        return self.sandbox.run(role, command, input=input, variables=self.variables())

    def until(self, true: Callable[[], bool], otherwise: str) -> None:
        """Waits until something is so. StackError after two minutes."""
        deadline = time.monotonic() + _STARTS_S
        while not true():
            if time.monotonic() >= deadline:
                raise StackError(otherwise, why=f"waited {_STARTS_S:.0f} s")
            time.sleep(_POLL_S)

    def _client(self, do: str, role: Role, trial: str, form: str, **job: object) -> Client:
        server = {
            "host": self.sandbox.host(role),
            "port": self.ports[role],
            "password": self.password,
            "acknowledgement": self.acknowledgement,
        }
        asked = {"do": do, "store": self.name, "trial": trial, "form": form, **job}
        self._clients += 1
        log = self.folder / f"client-{self._clients}.log"
        return Client(self.sandbox, role, {**asked, "server": server}, log)

    def _tree(self, role: Role) -> list[int]:
        """A server's processes, the one that started the others first."""
        return self.sandbox.pids(self._servers[role]) if role in self._servers else []

    def _signal(self, role: Role, number: signal.Signals) -> None:
        # Who entered the namespaces for a server stops itself once that one is stopped.
        self._servers[role].send_signal(number)
        for pid in self._tree(role):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _own(pid: int) -> tuple[float, int, int] | None:
    """CPU seconds, and the peak of memory of its own and of what it shares; None once it ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    sizes = dict(line.split(":", 1) for line in lines if line.endswith(" kB"))
    peak, *shared = (
        int(sizes.get(name, "0 kB").split()[0]) * 1024 for name in ("VmHWM", "RssFile", "RssShmem")
    )
    return cpu.seconds(pid) or 0.0, max(peak - sum(shared), 0), sum(shared)


def _reaped(pid: int) -> float:
    """CPU seconds of the processes that it started and that ended."""
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[13]) + int(stat[14])) / _TICKS  # fields 16 (cutime) and 17 of proc(5)
    return 0.0


def _blocks(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_blocks * 512
    return 0
