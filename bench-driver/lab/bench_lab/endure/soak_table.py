"""What a soak showed, pure: its counts and looks in, lines with a verdict out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bench_driver.stats.slope import per_object

from .leak_table import ALLOWED_MORE
from .soak import Look, Soaked
from .vitals import Vitals

#: A health answer may take so long, s.
HEALTH_S = 1.0
#: Memory may grow by so much, bytes a minute.
GROWTH = 1_000_000
#: Rotations without which growth cannot be told from settling; and what pools of threads may grow by after the first half of them, as a ratio.
ENOUGH, POOLS = 4, 0.1
TOO_FEW = f"shown: fewer than {ENOUGH} rotations do not tell"

HEADER = ("server", "what", "measured", "allowed", "holds")


@dataclass(frozen=True)
class Line:
    """A line of the table; `held` is None where it only shows."""

    server: str
    what: str
    measured: str
    allowed: str = ""
    held: bool | None = None


def lines(soaked: Soaked) -> list[Line]:
    """The whole table."""
    return list(_lines(soaked))


def _lines(soaked: Soaked) -> Iterator[Line]:
    yield Line("", "time", f"{soaked.seconds / 60:.1f} min, {soaked.rotations} rotations of every load")
    for name, runs in soaked.runs.items():
        yield Line(
            name, "runs that did well under load", f"{runs:,}, of which {soaked.noisy[name]:,} said that they were noisy", "some noisy", soaked.noisy[name] > 0
        )
        yield Line(name, "failures, each with its code", f"{soaked.failures[name]:,}")
    for what, count in sorted(soaked.crowds.items()):
        yield Line("", what, f"{count:,}")
    yield Line("", "what was not as contracted", "; ".join(soaked.off[:5]) or "nothing", "nothing", not soaked.off)
    for name, slowest in soaked.slowest_s.items():
        yield Line(name, "slowest health answer", f"{1000 * slowest:,.0f} ms", f"{1000 * HEALTH_S:,.0f} ms", slowest <= HEALTH_S)
    for name, looks in soaked.looks.items():
        yield from _held(name, looks)


def _held(name: str, looks: Sequence[Look]) -> Iterator[Line]:
    """What a server held at rest; the first look is before anything was done to it."""
    after = looks[1:]
    for what, counts in (("threads", [look.vitals.threads for look in looks]), ("open files", [look.vitals.files for look in looks])):
        most = max(counts[1 : max(2, (len(counts) + 1) // 2)])
        most += max(ALLOWED_MORE, round(POOLS * most))
        judged = (f"at the end {most}", counts[-1] <= most) if len(after) >= ENOUGH else (TOO_FEW, None)
        yield Line(name, f"{what} at rest", _series(counts), *judged)
    heap = looks[-1].vitals.heap_bytes is not None
    yield _grown(name, "live heap" if heap else "resident memory", after, lambda one: one.memory_bytes, judged=True)
    if heap:
        yield _grown(name, "resident memory", after, lambda one: one.rss_bytes, judged=False)


def _grown(name: str, what: str, looks: Sequence[Look], of: Callable[[Vitals], int], *, judged: bool) -> Line:
    """Judged in the second half of the rotations: pools and allocators take the first to settle, a leak never does."""
    late = {round(60 * look.minute): of(look.vitals) for look in looks[len(looks) // 2 :]}
    slope = 60 * (per_object(late) or 0.0)
    measured = f"{_series([round(of(look.vitals) / 1e6, 1) for look in looks])} MB; {slope / 1e6:+.2f} MB a minute in the second half"
    if not judged:
        return Line(name, what, measured, "shown: the heap's pages stay the JVM's")
    if len(looks) < ENOUGH:
        return Line(name, what, measured, TOO_FEW)
    return Line(name, what, measured, f"{GROWTH / 1e6:.0f} MB a minute", slope <= GROWTH)


def _series(counts: Sequence[float]) -> str:
    shown = counts if len(counts) <= 8 else [*counts[:3], *counts[-4:]]
    words = [str(count) for count in shown]
    return ", ".join(words if len(counts) <= 8 else [*words[:3], "…", *words[3:]])


def cells(line: Line) -> list[str]:
    """A line as text, in the order of `HEADER`."""
    return [line.server, line.what, line.measured, line.allowed, {True: "yes", False: "NO", None: ""}[line.held]]
