"""The generator as the study uses it: jobs on a store, at the primary's side."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench_driver.errors import StackError
from bench_driver.model.trials import Tag

from ..stores.base import Store
from ..stores.sandbox import Role, kill_all, last_line
from ..stores.usage import Usage

#: Of the graph, the same in every round: a store is compared on the same data.
GRAPH_SEED = 2013
WARM_UP_S = 1.0
#: Watched tweets a second, on their way to all nodes.
WATCHED = 5
#: What each mix of operations is: a tenth of all posts, and the rest in halves.
MIXES: Mapping[str, Mapping[str, int]] = {
    "mix": {"post": 10, "userline": 45, "timeline": 45},
    "post": {"post": 1, "userline": 0, "timeline": 0},
    "userline": {"post": 0, "userline": 1, "timeline": 0},
    "timeline": {"post": 0, "userline": 0, "timeline": 1},
}
#: Beside what is measured: connections, the warm-up, the last answers.
_BESIDE_S, _LOADS_S, _CHECKS_S, _POLL_S = 90.0, 600.0, 60.0, 0.02
#: Between two looks at what the nodes use.
_WATCHES_S = 1.0

#: What PostgreSQL, which goes on, says of a full disk: of SQL's states.
DISK_FULL = "53100"


def full(store: Store, why: str) -> StackError:
    """What is said of a store whose disk is full."""
    return StackError(f"the disk of {store.title} is full", why=why)


@dataclass(frozen=True)
class Generator:
    """The program, and what its jobs on a store have in common."""

    program: Path
    store: Store
    tags: Mapping[str, Tag]
    log: Path

    def load(self) -> None:
        """Makes the tables of a model, and fills them. StackError."""
        self._done({"do": "load"}, _LOADS_S)

    def run(self, seed: int, rate: float | None) -> Running:
        """Starts load: as much as the clients get answers for, or operations a second."""
        seconds = int(self.tags["seconds"])
        load = {
            "clients": int(self.tags["clients"]),
            "rate": rate,
            "mix": MIXES[str(self.tags["operation"])],
            "warm_up": WARM_UP_S,
            "seconds": seconds,
            "seed": seed,
            "watched": WATCHED if self.tags["operation"] == "mix" else 0,
        }
        answer = self.log.with_suffix(".answer")
        job = json.dumps(self._job({"do": {"run": load}}, self.hosts()))
        command = [str(self.program)]
        sandbox = self.store.sandbox
        process = sandbox.spawn(Role.PRIMARY, command, log=answer, variables={}, input=job)
        return Running(self, process, answer, seconds + WARM_UP_S + _BESIDE_S)

    def check(self, nodes: list[str]) -> dict[str, int]:
        """Counts acknowledged tweets that a follower's timeline at these nodes lacks; late ones are
        waited for. StackError.
        """
        job = {"do": {"check": {"seconds": _CHECKS_S}}, "level": _STRICTEST.get(self._protocol)}
        found = self._done(job, 2 * _CHECKS_S, self.hosts(nodes))
        return {str(name): int(value) for name, value in found.items()}

    def hosts(self, nodes: list[str] | None = None) -> list[tuple[str, int]]:
        """Where the store's nodes, or these, listen."""
        store = self.store
        return [(store.host(one), store.ports[one]) for one in nodes or store.nodes]

    @property
    def _protocol(self) -> str:
        return self.store.protocol or self.store.name

    def _done(
        self, job: Mapping[str, Any], limit_s: float, hosts: list[tuple[str, int]] | None = None
    ) -> dict[str, Any]:
        text = json.dumps(self._job(job, hosts or self.hosts()))
        command, sandbox = [str(self.program)], self.store.sandbox
        try:
            said = sandbox.run(Role.PRIMARY, command, input=text, limit_s=limit_s, variables={})
        except StackError as error:
            if DISK_FULL in error.why:
                raise full(self.store, error.why) from error
            raise
        return _answer(said)

    def _job(self, job: Mapping[str, Any], hosts: list[tuple[str, int]]) -> dict[str, Any]:
        level = {"level": str(self.tags["level"])}
        model = {} if self.store.name == "null" else {"model": self.tags["model"]}
        return {
            **(level | model | {name: one for name, one in job.items() if one is not None}),
            "store": self._protocol,
            "hosts": hosts,
            "password": self.store.password,
            "copies": getattr(self.store, "copies", 1),
            "users": self.tags["users"],
            "seed": GRAPH_SEED,
            "log": str(self.log),
        }


@dataclass(frozen=True)
class Running:
    """A generator at work."""

    of: Generator
    process: subprocess.Popen[bytes]
    output: Path
    limit_s: float

    def await_tweet(self) -> None:
        """Waits until the first tweet is acknowledged. StackError where none is."""
        deadline = time.monotonic() + self.limit_s
        while not (self.of.log.exists() and self.of.log.stat().st_size):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise self._failed("no tweet was acknowledged")
            time.sleep(_POLL_S)

    def watched(self) -> dict[str, Usage]:
        """What the nodes have used when the load ends; their peaks with the connections of all
        clients, whose processes are gone afterwards.
        """
        store, last, peaks = self.of.store, dict[str, Usage](), Counter[str]()
        deadline = time.monotonic() + self.limit_s
        while self.process.poll() is None and time.monotonic() < deadline:
            with suppress(StackError):  # a node that is killed just now
                for node in store.nodes:
                    last[node] = store.usage(node)
                    peaks[node] = max(peaks[node], last[node].peak_rss_bytes)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(_WATCHES_S)
        alive = {node: one for node, one in last.items() if store.runs(node)}
        return {node: replace(one, peak_rss_bytes=peaks[node]) for node, one in alive.items()}

    def wait(self) -> dict[str, Any]:
        """What became of the load. StackError."""
        try:
            code = self.process.wait(self.limit_s)
        except subprocess.TimeoutExpired as error:
            raise self._failed(f"it did not end within {self.limit_s:.0f} s") from error
        if code:
            raise self._failed(f"it ended with {code}")
        return _answer(self.output.read_text(errors="replace"))

    def end(self) -> None:
        """Ends it, whatever it does."""
        kill_all(self.of.store.sandbox.pids(self.process))
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGCONT)
        self.process.wait()

    def _failed(self, what: str) -> StackError:
        words = last_line(self.output.read_bytes()) if self.output.exists() else ""
        return StackError(f"the generator on {self.of.store.title}: {what}", why=words)


#: By which a check asks; where a store has no such level, it asks each node.
_STRICTEST = {"cassandra": "ALL"}


def _answer(said: str) -> dict[str, Any]:
    """The JSON object that the generator ends with. StackError."""
    try:
        answer = json.loads(said.strip().splitlines()[-1])
    except (ValueError, IndexError) as error:
        why = last_line(said.encode())
        raise StackError("the generator's answer cannot be read", why=why) from error
    assert isinstance(answer, dict)
    return answer
