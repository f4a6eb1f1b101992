"""Loads: a crowd at a consumer or at its provider while runs go on, and what all of them saw."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bench_driver.errors import BenchError, RunFailed
from bench_driver.servers.client import Client

from .provoke import request
from .scene import Scene
from .watch import Watch


@dataclass(frozen=True)
class Load:
    """A crowd: its kind, how many, and whether it stands before the provider."""

    name: str
    kind: str
    number: int
    at_provider: bool = False


LOADS = [
    Load("100 clients at the provider", "clients", 100, at_provider=True),
    Load("100 clients at the consumer", "clients", 100),
    Load("1,000 idle connections", "idle", 1000),
    Load("100 slow readers", "slow-readers", 100),
    Load("100 clients that read no answer", "non-readers", 100, at_provider=True),
    Load("300 slow writers", "slow-writers", 300),
    Load("a flood of runs", "flood", 20),
]
#: What a crowd of these sees; where it is served well, nothing broken.
_SEES = {"clients": "answers", "flood": "busy"}
#: Objects of a run under load; how long a flood may keep all runs out, s.
AMOUNT, PATIENCE_S = 100, 60.0


@dataclass
class Crowded:
    """A load's runs, how many of them said that they were noisy, and the crowd's counts."""

    runs: int = 0
    noisy: int = 0
    #: the fewest answers of a server about its health
    heard: int = 0
    failed: list[str] = field(default_factory=list)
    crowd: dict[str, int] = field(default_factory=dict)

    def off(self, load: Load) -> list[str]:
        """What is not as it should be, in words."""
        bad, counts = ["wrong", *(["broken"] if load.kind in _SEES else [])], self.crowd
        due = {
            f"not every server's health was heard of under {load.name}": self.heard,
            f"no run ended well under {load.name}": self.runs,
            f"{load.name} came to nothing: {counts}": counts.get(_SEES.get(load.kind, "held")),
        }
        off = [f"a run under {load.name}: {failure}" for failure in self.failed]
        off += [
            f"{counts[one]} answers to {load.name} were {one}" for one in bad if counts.get(one)
        ]
        return [*off, *(words for words, count in due.items() if not count)]


def endured(
    scene: Scene,
    consumer: str,
    provider: str,
    load: Load,
    seconds: float,
    watch: Watch,
    amount: int = AMOUNT,
) -> Crowded:
    """Runs, one after the other, for so long, while the crowd stands there.

    It goes on where no run has ended yet, or a server's health was not heard of.
    """
    crowded, target, url = Crowded(), scene.providers.url(provider), scene.consumers.url(consumer)
    runtime = provider.removesuffix("-provider")
    body = request(target, server_type=runtime, amount=amount)
    at = target if load.at_provider else url
    with Client(url) as client, crowd(load, at, target, crowded.crowd):
        end, before = time.monotonic() + seconds, watch.heard()

        def enough() -> bool:
            return bool(crowded.runs + len(crowded.failed)) and watch.heard() > before

        while time.monotonic() < end + (0 if enough() else PATIENCE_S):
            try:
                result, _ = client.run(body)
            except BenchError as error:
                # Where a flood was faster, a run is simply not let in.
                if not (isinstance(error, RunFailed) and error.problem["code"] == "busy"):
                    crowded.failed.append(str(error))
            else:
                crowded.runs += 1
                crowded.noisy += bool(result.noise)
        crowded.heard = watch.heard() - before
    return crowded


@contextmanager
def crowd(load: Load, url: str, target: str, counts: dict[str, int]) -> Iterator[None]:
    """The crowd, standing, for as long as the block lasts; then its counts."""
    words = [load.kind, url, str(load.number), target]
    with subprocess.Popen(
        [sys.executable, "-m", "bench_lab.endure.crowd", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout
        program.stdout.readline()  # it stands
        try:
            yield
        finally:
            said, _ = program.communicate()
            counts.update(json.loads(said or "{}"))
