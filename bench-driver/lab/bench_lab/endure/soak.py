"""A soak: every load and a mix of failures in rotation, with all servers watched meanwhile."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from bench_driver.servers.specs import Options
from bench_driver.stats.slope import per_object

from ..claims import Line
from .failures import rows
from .leaks import ALLOWED_MORE
from .load import LOADS, Load, endured
from .provoke import moment, provoke, wrong
from .scene import Scene
from .vitals import Vitals, settled
from .watch import Watch

#: The bounds of a phase, s, and the rotations that shall fit into the time.
LONGEST_S, SHORTEST_S, ROTATIONS = 15.0, 2.0, 5
#: The most time of a health answer, s, and the most growth of memory, bytes a minute.
HEALTH_S, GROWTH = 1.0, 1_000_000
#: Fewer rotations do not tell growth from settling.
ENOUGH = 4
TOO_FEW = f"shown: fewer than {ENOUGH} rotations do not tell"
#: What pools of threads may grow by after the first half of the rotations, as a ratio.
POOLS = 0.1


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


def soak(
    scene: Scene, options: Options, minutes: float, shown: Callable[[str, float], None]
) -> Soaked:
    """Soaks the servers for so long; whole rotations, hence a little longer."""
    soaked, began, table = Soaked(), time.monotonic(), rows(scene.root)
    servers = [*scene.servers, *scene.providers.servers]
    phases: list[Load | None] = [*LOADS, None]
    turns = [(phase, consumer) for phase in phases for consumer in scene.servers]
    fair_s = 60 * minutes / (ROTATIONS * len(turns)) - 1
    phase_s = min(LONGEST_S, max(SHORTEST_S, fair_s))
    providers = cycle(server.name for server in scene.providers.servers)

    def look() -> None:
        minute = (time.monotonic() - began) / 60 if soaked.rotations else 0.0
        for server in servers:
            seen = Look(minute, settled(server, options))
            soaked.looks.setdefault(server.name, []).append(seen)

    def bear(load: Load, name: str, provider: str, watch: Watch) -> None:
        came = endured(scene, name, provider, load, phase_s, watch)
        soaked.runs[name] += came.runs
        soaked.noisy[name] += came.noisy
        soaked.crowds.update({f"{load.name}: {what}": many for what, many in came.crowd.items()})
        soaked.off += [f"{name}: {what}" for what in came.off(load)]

    def fail(name: str, provider: str) -> None:
        """Failures one after the other, from where the last rotation left off."""
        end = time.monotonic() + phase_s
        while time.monotonic() < end:
            row = table[soaked.failures[name] % len(table)]
            seen = provoke(scene, name, row, moment(row), provider)
            soaked.off += [f"{name}, {row.name}: {what}" for what in wrong(row, seen, moment(row))]
            soaked.failures[name] += 1

    with Watch(servers, interval_s=1.0) as watch:
        look()
        while time.monotonic() - began < 60 * minutes or not soaked.rotations:
            for load, consumer in turns:
                name, provider = consumer.name, next(providers)
                shown(f"{name}: {load.name if load else 'failures'}", time.monotonic() - began)
                if load:
                    bear(load, name, provider, watch)
                else:
                    fail(name, provider)
            next(providers)  # so that each consumer meets the other provider next time
            soaked.rotations += 1
            look()
    soaked.seconds = time.monotonic() - began
    soaked.slowest_s = {name: health.slowest_s for name, health in watch.health.items()}
    soaked.off += [f"health check of {failure}" for failure in watch.failures()]
    return soaked


HEAD = ("server", "what", "measured", "allowed")


def judged(soaked: Soaked) -> Iterator[Line]:
    """The lines of the table, by `HEAD`."""
    length = f"{soaked.seconds / 60:.1f} min, {soaked.rotations} rotations of every load"
    yield Line(["", "time", length, ""])
    for name, runs in soaked.runs.items():
        noisy = soaked.noisy[name]
        said = f"{runs:,}, of which {noisy:,} said that they were noisy"
        yield Line([name, "runs that did well under load", said, "some noisy"], noisy > 0)
        yield Line([name, "failures, each with its code", f"{soaked.failures[name]:,}", ""])
    for what, count in sorted(soaked.crowds.items()):
        yield Line(["", what, f"{count:,}", ""])
    off = "; ".join(soaked.off[:5]) or "nothing"
    yield Line(["", "what was not as contracted", off, "nothing"], not soaked.off)
    for name, slowest in soaked.slowest_s.items():
        cells = [f"{1000 * value:,.0f} ms" for value in (slowest, HEALTH_S)]
        yield Line([name, "slowest health answer", *cells], slowest <= HEALTH_S)
    for name, looks in soaked.looks.items():
        yield from _at_rest(name, looks)


def _at_rest(name: str, looks: Sequence[Look]) -> Iterator[Line]:
    """What a server held; the first look is before anything was done to it."""
    vitals, after = [look.vitals for look in looks], looks[1:]
    enough = len(after) >= ENOUGH
    held = {"threads": [one.threads for one in vitals], "open files": [one.files for one in vitals]}
    for what, counts in held.items():
        most = max(counts[1 : max(2, (len(counts) + 1) // 2)])
        most += max(ALLOWED_MORE, round(POOLS * most))
        allowed = f"at the end {most}" if enough else TOO_FEW
        good = counts[-1] <= most if enough else None
        yield Line([name, f"{what} at rest", _series(counts), allowed], good)
    measured, slope = _grown([(look.minute, look.vitals.memory_bytes) for look in after])
    heap = vitals[-1].heap_bytes is not None
    cells = [name, "live heap" if heap else "resident memory", measured]
    if enough:
        yield Line([*cells, f"{GROWTH / 1e6:.0f} MB a minute"], slope <= GROWTH)
    else:
        yield Line([*cells, TOO_FEW])
    if heap:
        measured, _ = _grown([(look.minute, look.vitals.rss_bytes) for look in after])
        yield Line([name, "resident memory", measured, "shown: the heap's pages stay the JVM's"])


def _grown(memories: Sequence[tuple[float, int]]) -> tuple[str, float]:
    """Memory and its growth a minute, in words and bytes.

    The second half of the rotations says it: pools and allocators settle in the first.
    """
    late = {round(60 * minute): count for minute, count in memories[len(memories) // 2 :]}
    slope = 60 * (per_object(late) or 0.0)
    series = _series([round(count / 1e6, 1) for _, count in memories])
    return f"{series} MB; {slope / 1e6:+.2f} MB a minute in the second half", slope


def _series(counts: Sequence[float]) -> str:
    words = [str(count) for count in counts]
    return ", ".join(words if len(words) <= 8 else [*words[:3], "…", *words[-4:]])
