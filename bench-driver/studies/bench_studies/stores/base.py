"""What a store's adapter has to say, and what all stores do alike."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from bench_driver.errors import StackError, UsageError

from .client import Client
from .sandbox import Role, Sandbox, complaint, kill_all
from .usage import Usage, usage_of

_STOPS_S = 30.0
_POLL_S = 0.05


class Store(ABC):
    """Servers that belong together, each a node: a pair, a ring, or one server alone."""

    name: ClassVar[str]
    title: ClassVar[str]
    #: The package that has its programs; its own name where it says none.
    package: ClassVar[str] = ""
    #: The store whose clients it takes; itself where it says none.
    protocol: ClassVar[str] = ""
    #: The names of its servers, in the order in which they start.
    nodes: tuple[str, ...]
    #: How long it may take to start, and to do what it is asked.
    patience_s: ClassVar[float] = 120.0
    #: When it acknowledges: `memory`, `local fsync`, `majority` or `applied`, and what sets it so.
    acknowledgements: ClassVar[Mapping[str, str]]

    def __init__(self, installed: Path, folder: Path, sandbox: Sandbox) -> None:
        self.installed, self.folder, self.sandbox = installed, folder, sandbox
        self.acknowledgement = ""
        self.password = secrets.token_urlsafe(24)
        self.ports = {node: sandbox.port() for node in self.nodes}
        self._servers: dict[str, subprocess.Popen[bytes]] = {}
        self._clients = 0

    # What an adapter says.

    @abstractmethod
    def create(self, node: str) -> None:
        """Makes a server's data and settings in `self.data(node)`."""

    @abstractmethod
    def command(self, node: str) -> list[str]:
        """The command line of a server that stays in the foreground."""

    @abstractmethod
    def answers(self, node: str) -> bool:
        """Whether a server takes connections."""

    @abstractmethod
    def settings(self) -> dict[str, str]:
        """What decides on durability and replication, as the servers say it."""

    def joined(self) -> bool:
        """Whether the servers have found each other."""
        return True

    def counters(self) -> dict[str, int]:
        """What the first node itself counts since its start."""
        return {}

    def variables(self) -> dict[str, str]:
        """Variables for its own programs, such as a password."""
        return {}

    def side(self, node: str) -> Role:
        """The side of the sandbox that a server lives at."""
        return Role.PRIMARY

    def host(self, node: str) -> str:
        """The address that a server listens at."""
        return self.sandbox.host(self.side(node))

    # What all do alike.

    def start(self, acknowledgement: str) -> None:
        """Starts all nodes from an empty folder; returns once they have found each other.
        StackError.
        """
        if acknowledgement not in self.acknowledgements:
            raise UsageError(
                f"{self.title} has no acknowledgement {acknowledgement!r}",
                why=f"it has {', '.join(self.acknowledgements)}",
                do="name one of these",
            )
        self.acknowledgement = acknowledgement
        self.folder.mkdir(mode=0o700)
        self.launch()
        self.until(self.joined, f"the servers of {self.title} do not find each other")

    def launch(self) -> None:
        """Makes and starts the nodes one after another: the first runs before the next is made."""
        for node in self.nodes:
            self.create(node)
            self.restart(node)

    def restart(self, node: str) -> None:
        """Starts a server on the data that it has; returns once it answers. StackError."""
        self.begin(node)
        self.await_answer(node)

    def begin(self, node: str) -> None:
        """Starts a server, and does not wait until it answers."""
        self._servers[node] = self.sandbox.spawn(
            self.side(node), self.command(node), log=self.log(node), variables=self.variables()
        )

    def await_answer(self, node: str) -> None:
        """Waits until a server answers. StackError where it ends, or is silent for too long."""

        def ready() -> bool:
            if not self.runs(node):
                why = self.last_words(node)
                raise StackError(f"{self.title}, {node}, ended as it started", why=why)
            return self.answers(node)

        self.until(ready, f"{self.title}, {node}, does not answer")

    def stop(self) -> None:
        """Ends all servers; those that do not end by themselves are killed."""
        for node in self._servers:
            self.go_on(node)
            for pid in self._tree(node)[:1]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)
        for node, server in self._servers.items():
            try:
                server.wait(_STOPS_S)
            except subprocess.TimeoutExpired:
                self.kill(node)

    def kill(self, node: str) -> None:
        """SIGKILL to all processes of a server."""
        server = self._servers[node]
        # Stopped first: none sees another's end and answers its clients.
        self.pause(node)
        kill_all(self._tree(node))

        def ended() -> bool:
            # Whoever entered the namespaces for it stops some time after it, and then waits.
            server.send_signal(signal.SIGCONT)
            return server.poll() is not None

        self.until(ended, f"{self.title}, {node}, does not end")

    def pause(self, node: str) -> None:
        """Stops all processes of a server, until they go on."""
        self._signal(node, signal.SIGSTOP)

    def go_on(self, node: str) -> None:
        """Lets a server that was paused go on."""
        self._signal(node, signal.SIGCONT)

    def runs(self, node: str) -> bool:
        """Whether a server's process is there."""
        return node in self._servers and self._servers[node].poll() is None

    def usage(self, node: str) -> Usage:
        """What a server has used. StackError where it does not run."""
        if (used := usage_of(self._tree(node), self.data(node))) is None:
            raise StackError(f"{self.title}, {node}, does not run", why=self.last_words(node))
        return used

    def forget_peak(self, node: str) -> None:
        """Lets a server's peak of memory begin anew at what it takes now."""
        for pid in self._tree(node):
            with suppress(OSError):
                Path(f"/proc/{pid}/clear_refs").write_text("5")

    def last_words(self, node: str) -> str:
        """The last line of a server's log that tells of an error, else the last of all."""
        log = self.log(node)
        return complaint(log.read_bytes()) if log.exists() else ""

    def asked(
        self, do: str, node: str, trial: str = "", form: str = "", **job: object
    ) -> list[Any]:
        """What a client that looks at a server writes, line by line. StackError."""
        log = self.folder / f"asked-{self._clients}.jsonl"
        try:
            self._client(do, node, trial, form, **job, log=str(log)).wait(self.patience_s)
            return list(map(json.loads, log.read_text().splitlines()))
        except StackError as error:
            if self.runs(node):
                raise
            raise StackError(f"{self.title}, {node}, ended", why=self.last_words(node)) from error
        finally:
            log.unlink(missing_ok=True)

    def data(self, node: str) -> Path:
        """The folder of a server's data."""
        return self.folder / node

    def log(self, node: str) -> Path:
        """What a server writes."""
        return self.folder / f"{node}.log"

    def run(self, node: str, *command: str, input: str = "") -> str:
        """Runs a program of the store at a node's side. StackError."""
        return self.sandbox.run(self.side(node), command, input=input, variables=self.variables())

    def until(self, true: Callable[[], bool], otherwise: str) -> None:
        """Waits until something is so. StackError once patience is at its end."""
        deadline = time.monotonic() + self.patience_s
        while not true():
            if time.monotonic() >= deadline:
                raise StackError(otherwise, why=f"waited {self.patience_s:.0f} s")
            time.sleep(_POLL_S)

    def _client(self, do: str, node: str, trial: str, form: str, **job: object) -> Client:
        server = {
            "host": self.host(node),
            "port": self.ports[node],
            "password": self.password,
            "acknowledgement": self.acknowledgement,
        }
        asked = {"do": do, "store": self.protocol or self.name, "trial": trial, "form": form, **job}
        self._clients += 1
        log = self.folder / f"client-{self._clients}.log"
        return Client(self.sandbox, self.side(node), {**asked, "server": server}, log)

    def _tree(self, node: str) -> list[int]:
        """A server's processes, the one that started the others first."""
        return self.sandbox.pids(self._servers[node]) if node in self._servers else []

    def _signal(self, node: str, number: signal.Signals) -> None:
        # Who entered the namespaces for a server stops itself once that one is stopped.
        self._servers[node].send_signal(number)
        for pid in self._tree(node):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
