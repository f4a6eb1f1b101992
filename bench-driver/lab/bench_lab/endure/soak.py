"""A soak: every load and a mix of failures in rotation, for as long as one likes, with both consumers and both providers watched all the while."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle

from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

from .failures import rows
from .leaks import settled
from .load import LOADS, Load, endured
from .provoke import moment, provoke, wrong
from .scene import Scene
from .vitals import Vitals
from .watch import Watch

Told = Callable[[str, float], None]
#: A phase lasts so long at the most, s, and is as short as it takes for some rotations in the time that there is.
LONGEST_S, SHORTEST_S, ROTATIONS = 15.0, 2.0, 5
#: What stands for the failures among the loads.
FAILURES = "failures"


@dataclass(frozen=True)
class Look:
    """What a server held at rest after a rotation, and when, minutes after the beginning."""

    minute: float
    vitals: Vitals


@dataclass
class Soaked:
    """What came of a soak."""

    seconds: float = 0.0
    rotations: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    noisy: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    crowds: Counter[str] = field(default_factory=Counter)
    off: list[str] = field(default_factory=list)
    looks: dict[str, list[Look]] = field(default_factory=dict)
    slowest_s: dict[str, float] = field(default_factory=dict)
    checks: int = 0


def soak(scene: Scene, options: Options, minutes: float, told: Told) -> Soaked:
    """Soaks the servers for so long; whole rotations, so that each kind of load had its turn, hence a little longer."""
    found, began, servers = Soaked(), time.monotonic(), [*scene.servers, *scene.providers.servers]
    phases: list[Load | str] = [*LOADS, FAILURES]
    turns = [(phase, consumer) for phase in phases for consumer in scene.servers]
    phase_s = min(LONGEST_S, max(SHORTEST_S, 60 * minutes / (ROTATIONS * len(turns)) - 1))
    providers = cycle(server.name for server in scene.providers.servers)
    with Watch(servers, interval_s=1.0) as watch:
        _look(found, servers, options, 0.0)
        while time.monotonic() - began < 60 * minutes or not found.rotations:
            for phase, consumer in turns:
                told(f"{consumer.name}: {phase.name if isinstance(phase, Load) else phase}", time.monotonic() - began)
                _endure(found, scene, phase, consumer, next(providers), phase_s, watch)
            next(providers)  # so that each consumer meets the other provider in the next rotation
            found.rotations += 1
            _look(found, servers, options, (time.monotonic() - began) / 60)
    found.seconds = time.monotonic() - began
    found.slowest_s = {name: health.slowest_s for name, health in watch.health.items()}
    found.checks = sum(health.answers for health in watch.health.values())
    found.off += [f"health check of {failure}" for failure in watch.failures()]
    return found


def _endure(found: Soaked, scene: Scene, phase: Load | str, consumer: Server, provider: str, seconds: float, watch: Watch) -> None:
    if isinstance(phase, str):
        _fail(found, scene, consumer, provider, seconds)
        return
    came = endured(scene, consumer.name, provider, phase, seconds, watch)
    found.runs[consumer.name] += came.runs
    found.noisy[consumer.name] += came.noisy
    found.crowds.update({f"{phase.name}: {what}": count for what, count in came.crowd.items()})
    found.off += [f"{consumer.name}: {what}" for what in came.off(phase)]


def _fail(found: Soaked, scene: Scene, consumer: Server, provider: str, seconds: float) -> None:
    """Failures one after the other, from where the last rotation left off."""
    table, end = rows(scene.root), time.monotonic() + seconds
    while time.monotonic() < end:
        row = table[found.failures[consumer.name] % len(table)]
        seen = provoke(scene, consumer.name, row, moment(row), provider)
        found.off += [f"{consumer.name}, {row.name}: {what}" for what in wrong(row, seen, moment(row))]
        found.failures[consumer.name] += 1


def _look(found: Soaked, servers: list[Server], options: Options, minute: float) -> None:
    for server in servers:
        found.looks.setdefault(server.name, []).append(Look(minute, settled(server, options)))
