"""Sweeps over servers in miniature, in process: what gives them their servers, and what is left of
them.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.history.past import look_back
from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.measure.results import Results
from bench_driver.measure.sweeping import Outcome
from bench_driver.model.cell import Process, Turn
from bench_driver.model.records import Answer, SweepRecord
from bench_driver.plan.request import Held
from bench_driver.plan.request import Stopping as Rule
from bench_driver.report.folder import write
from bench_driver.servers.base import Target
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import TIMES, Behaviour, Json, Miniature, right

ABOUT = {
    "command": "bench-driver sweep",
    "commit": "abc",
    "driver_version": "0",
    "machine": {"cpu": "x", "cores": 2, "memory_gib": 1, "system": "y"},
}


class Miniatures:
    """Four miniature servers a round, the consumers with a behaviour; counts the rounds that were
    started and stopped.
    """

    def __init__(self, behaviour: Behaviour = right, says: list[Json] | None = None) -> None:
        self.behaviour, self.says = behaviour, says
        self.started = self.stopped = 0
        self.requests: list[Json] = []
        self.restarted: list[str] = []
        self.running: dict[str, Miniature] = {}
        self._round: ExitStack | None = None

    restarts = True
    multiplies = False

    def resources(self) -> list[str]:
        return []

    def session(self) -> AbstractContextManager[None]:
        return nullcontext()

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        self.started += 1
        with ExitStack() as self._round:
            targets = []
            for role, suffix in (("consumer", "server"), ("provider", "provider")):
                for runtime in TIMES:
                    says = (
                        self.says[number - 1]
                        if self.says and role == "consumer" and runtime == "rust"
                        else None
                    )
                    targets.append(self._start(f"{runtime}-{suffix}", runtime, role, says))
            try:
                yield targets
            finally:
                self.stopped += 1

    def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
        assert self._round
        server = self._round.enter_context(Miniature(runtime, self.behaviour, says=says))
        server.requests = self.requests
        self.running[name] = server
        return Target(name, runtime, role, server.url)

    def restart(self, process: Process) -> Target:
        name = process.name
        self.restarted.append(name)
        self.requests.append({"restarted": name})
        return self._start(name, name.partition("-")[0], "consumer")

    def describe(self) -> dict[str, Any]:
        return {"java": "Miniature 25", "jvm_flags": ["-Xmx1g"]}


#: Slices that are reported at three amounts, one format a time, with next to no warm-up.
CURVES: dict[str, Any] = {
    "stopping": Rule(rounds=2),
    "conditions": ("http",),
    "processes": "shared",
    "seed": 7,
}


def held(**changes: Any) -> Held:
    """Little warm-up, and none of the providers: its runs would stand among those that a test
    counts.
    """
    given = {
        "amounts": (10, 20, 30),
        "variants": 8,
        "warmup_run": 24,
        "warmup_runs": 1,
        "warmup_slice": 5,
    }
    return Held(**{**given, **changes})


@dataclass(frozen=True)
class Swept:
    """A sweep that has ended, its store and its folder."""

    store: Store
    results: Results
    outcome: Outcome

    def runs(self, series: str | None = None, outcome: str | None = None) -> list[Answer]:
        assert self.outcome.sweep
        return list(read.answers(self.store, self.outcome.sweep.id, series, outcome=outcome))

    @property
    def kept(self) -> SweepRecord:
        assert self.outcome.sweep
        return read.find(self.store, self.outcome.sweep.id)

    def write(self) -> Facts:
        facts = write(
            self.store, self.kept, self.results.folder, look_back(self.store, self.kept), pngs=False
        )
        assert facts
        return facts

    def csv(
        self, slug: str = "rust-server_from_java-provider_DummyObject_XML"
    ) -> list[dict[str, str]]:
        return rows(self.results.folder / "csv" / f"{slug}.csv")

    def summary(self) -> str:
        return (self.results.folder / "summary.md").read_text()


Sweeping = Callable[..., Swept]


def rows(file: Path) -> list[dict[str, str]]:
    with file.open() as text:
        return list(csv.DictReader(text))


class Stopping(Reporter):
    """Presses Ctrl-C when so many measured runs have ended."""

    def __init__(self, after: int) -> None:
        self.after = after

    def ended(self, turn: Turn, run: Run) -> None:
        self.after -= turn.series == "slice"
        if self.after == 0:
            self.stop()

    def stop(self) -> None:
        raise KeyboardInterrupt
