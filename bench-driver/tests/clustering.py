"""A cluster in miniature: scheduler, workers and driver as programs, the servers as miniatures.

As a program it can be given another network: `inside` is what a command line begins with there.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from bench_driver.system.processes import Identity, free_ports, stop

#: A sweep of one cell, whose servers answer at once.
TINY = (
    "--object-type", "DummyObject", "--format", "JSON", "--checks", "usual", "--groups", "4",
    "--warmup", "0",
)  # fmt: skip


@dataclass
class Program:
    """A started program, and the file that has what it says."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def said(self) -> str:
        """What it said so far."""
        return self.log.read_text(errors="replace")

    def processes(self) -> list[psutil.Process]:
        """It and what it started, as far as that still runs."""
        with suppress(psutil.Error):
            own = psutil.Process(self.process.pid)
            return [own, *own.children(recursive=True)]
        return []

    def running(self, command: str) -> psutil.Process | None:
        """That of these which is `bench-driver COMMAND`."""
        for one in self.processes():
            with suppress(psutil.Error):
                words = one.cmdline()
                if words[1:4] == ["-m", "bench_driver", command]:
                    return one
        return None

    def send(self, number: signal.Signals) -> None:
        """A signal to all of it, from the first on."""
        for one in self.processes():
            with suppress(psutil.Error):
                one.send_signal(number)

    def wait(self, seconds: float = 600) -> int:
        """Its exit code."""
        return self.process.wait(seconds)


@dataclass
class Cluster:
    """A checkout, and what was started in it; all of it ends with the block."""

    root: Path
    folder: Path
    address: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)

    def __enter__(self) -> Cluster:
        commit(self.root)
        if not self.address:
            with ExitStack() as taken:
                (port,) = taken.enter_context(free_ports("127.0.0.1", 1))
            self.address = f"tcp://127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        for number in (signal.SIGCONT, signal.SIGTERM):
            for one in self.programs:
                one.send(number)
        for one in self.programs:
            with suppress(subprocess.TimeoutExpired):
                one.wait(30)
            one.send(signal.SIGKILL)
            one.wait()
        for mark in self.root.glob("results/.rounds/*/running.json"):
            said = json.loads(mark.read_text())
            stop(Identity(said["pid"], said["started"]), wait_s=20)

    def start(self, *words: str, inside: Sequence[str] = (), **environment: str) -> Program:
        """`bench-driver` with these words."""
        log = self.folder / f"{len(self.programs)}-{words[0]}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [*inside, sys.executable, "-m", "bench_driver", *words],
                env={**os.environ, "BENCH_ROOT": str(self.root), **self.environment, **environment},
                cwd=self.root,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        self.programs.append(Program(process, log))
        return self.programs[-1]

    def scheduler(self, address: str = "", **more: Any) -> Program:
        """The scheduler, once it listens."""
        one = self.start("cluster", "scheduler", address or self.address, **more)
        return until(one, "scheduler:")

    def worker(self, machine: str, *, joins: bool = True, **more: Any) -> Program:
        """A worker of a machine with a lock of its own, once it has joined."""
        lock = self.folder / f"lock-{machine}"
        lock.mkdir(exist_ok=True)
        more = {"BENCH_LOCK": str(lock), **more}
        one = self.start("worker", self.address, "--machine", machine, **more)
        return until(one, "joined") if joins else one

    def sweep(self, *words: str, **more: Any) -> Program:
        """A driver's sweep on the cluster."""
        return self.start("sweep", "--cluster", self.address, *words, **more)

    def rounds(self) -> dict[str, list[int]]:
        """The rounds that are recorded, by machine."""
        found: dict[str, list[int]] = {}
        for sweep, number in self.query(
            "SELECT sweep_id, round FROM dispatch WHERE state = 'recorded' ORDER BY 1, 2"
        ):
            found.setdefault(str(sweep).rpartition(".")[2], []).append(number)
        return found

    def query(self, text: str) -> list[tuple[Any, ...]]:
        """Rows of the store; none where there is no store yet."""
        file = self.root / "results" / "results.sqlite"
        if not file.exists():
            return []
        connection = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        with closing(connection), suppress(sqlite3.OperationalError):
            return connection.execute(text).fetchall()
        return []

    def runs_in_place(self) -> bool:
        """Whether each run that counts has its figure, in rounds that are recorded."""
        strays = self.query(
            "SELECT count(*) FROM turn LEFT JOIN dispatch ON dispatch.sweep_id = turn.sweep_id "
            "AND dispatch.round = turn.round AND state = 'recorded' WHERE state IS NULL"
        )
        twice = self.query(
            "SELECT count(*) FROM (SELECT 1 FROM turn JOIN slice ON slice.turn_id = turn.id "
            "GROUP BY sweep_id, round, group_number, place HAVING count(*) > 1)"
        )
        return strays == [(0,)] and twice == [(0,)]


def commit(root: Path) -> None:
    """Gives a checkout a commit: machines without one are not known to have the same."""
    own = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*own, *words], check=True)


def until(one: Program, word: str, seconds: float = 600) -> Program:
    """The program, once it has said a word."""
    await_(lambda: word in one.said or one.process.poll() is not None, seconds, word)
    assert word in one.said, one.said
    return one


def await_(true: Callable[[], object], seconds: float, what: str) -> None:
    """Waits until something is true."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"never came: {what}"
        time.sleep(0.1)
