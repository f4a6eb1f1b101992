"""Loads: a crowd at a consumer or at its provider, for as long as runs go on; and what the crowd, the runs and the health checks say of it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bench_driver.errors import BenchError, RunFailed
from bench_driver.servers.client import Client

from .provoke import request
from .scene import Scene
from .watch import Watch


@dataclass(frozen=True)
class Load:
    """A crowd: its kind, how many, and whether it stands before the provider (else before the consumer)."""

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
#: What a crowd may see; `wrong` is an answer that nobody should get, and a crowd that is served well sees nothing `broken`.
_SERVED = ("clients", "flood")
#: Objects of a run under load.
AMOUNT = 100
#: How long a flood may keep all runs out, s.
PATIENCE_S = 60.0


@dataclass
class Crowded:
    """What came of a load: the runs that did well and those that did not, how many said that they were noisy, the crowd's counts."""

    runs: int = 0
    noisy: int = 0
    #: how often each server's health was heard of meanwhile, at the least
    heard: int = 0
    failed: list[str] = field(default_factory=list)
    crowd: dict[str, int] = field(default_factory=dict)

    def off(self, load: Load) -> list[str]:
        """What is not as it should be, in words."""
        found = [f"a run under {load.name}: {failure}" for failure in self.failed]
        bad = ["wrong", *(["broken"] if load.kind in _SERVED else [])]
        found += [f"{self.crowd[name]} answers to {load.name} were {name}" for name in bad if self.crowd.get(name)]
        if not self.heard:
            found.append(f"not every server's health was heard of under {load.name}")
        if not self.runs:
            found.append(f"no run ended well under {load.name}")
        if not self.crowd.get("answers" if load.kind == "clients" else "busy" if load.kind == "flood" else "held"):
            found.append(f"{load.name} came to nothing: {self.crowd}")
        return found


def endured(scene: Scene, consumer: str, provider: str, load: Load, seconds: float, watch: Watch, amount: int = AMOUNT) -> Crowded:
    """Runs, one after the other, for so long, while the crowd stands there; longer where no run ended yet, or a server's health was not heard of."""
    found, target = Crowded(), scene.providers.url(provider)
    at = target if load.at_provider else scene.consumers.url(consumer)
    asked = request(target, server_type=provider.removesuffix("-provider"), amount=amount)
    with Client(scene.consumers.url(consumer)) as client, crowd(load, at, target, found.crowd):
        end, before = time.monotonic() + seconds, watch.heard()
        while time.monotonic() < (end if found.runs + len(found.failed) and watch.heard() > before else end + PATIENCE_S):
            _run(client, found, asked)
        found.heard = watch.heard() - before
    return found


def _run(client: Client, found: Crowded, asked: dict[str, Any]) -> None:
    """One run; where a flood was faster, it is simply not let in."""
    try:
        result, _ = client.run(asked)
    except RunFailed as error:
        if error.problem["code"] != "busy":
            found.failed.append(str(error))
    except BenchError as error:
        found.failed.append(str(error))
    else:
        found.runs += 1
        found.noisy += bool(result.noise)


@contextmanager
def crowd(load: Load, url: str, target: str, counts: dict[str, int]) -> Iterator[None]:
    """The crowd, standing, for as long as the block lasts; then its counts."""
    command = [sys.executable, "-m", "bench_lab.endure.crowd", load.kind, url, str(load.number), target]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True) as program:
        assert program.stdout, "it is a pipe"
        program.stdout.readline()  # it stands
        try:
            yield
        finally:
            said, _ = program.communicate()
            counts.update(json.loads(said or "{}"))
