"""What contenders that nobody asks for anything use of a CPU, before and while another is measured
on the same machine.

A JVM goes on compiling, or collecting, after its run has answered. The slice behind it would have
that beside it: of two contenders, always the other's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from ..model.cell import IDLE
from ..servers.identity import Live
from ..servers.specs import RUNTIMES
from ..system import cpu, processes
from .call import Run

Made = TypeVar("Made")
#: How long idle servers are waited for to be idle, and how often they are looked at meanwhile, s.
WAIT_S, LOOK_S = 0.5, 0.01


def settled(idle: Iterable[Live]) -> None:
    """Waits until the idle servers use less than `IDLE` of a CPU together, as far as they can be
    read.

    Some never do, so that it gives up after `WAIT_S`; what they use then is noted with the run.
    """
    servers, end = (
        [server for server in idle if _used(server) is not None],
        time.monotonic() + WAIT_S,
    )
    while servers and time.monotonic() < end:
        _, share = _share(servers, lambda: time.sleep(LOOK_S))
        if share is None or share <= IDLE:
            return


def watched(make: Callable[[], Run], idle: Iterable[Live]) -> Run:
    """Makes a run, and notes as `idle_cpu` which share of one CPU the idle servers used meanwhile,
    together; None where one of them cannot be read.
    """
    run, share = _share(list(idle), make)
    return replace(run, notes={**run.notes, "idle_cpu": share})


def _share(servers: Sequence[Live], meanwhile: Callable[[], Made]) -> tuple[Made, float | None]:
    """What is made, and which share of one CPU the servers used meanwhile, together; None where one
    of them cannot be read.
    """
    before, start = [_used(server) for server in servers], time.monotonic()
    made = meanwhile()
    seconds = time.monotonic() - start
    used = [_between(was, _used(server)) for server, was in zip(servers, before, strict=True)]
    known = [value for value in used if value is not None]
    return made, round(sum(known) / seconds, 5) if len(known) == len(servers) else None


def _used(server: Live) -> float | None:
    """The CPU time of its process; of a consumer that a package adds, of all its processes."""
    if not (pid := server.target.pid):
        return None
    own = cpu.seconds(pid)
    if own is None or server.target.runtime in RUNTIMES.values():
        return own
    return own + sum(cpu.seconds(child) or 0.0 for child in processes.descendants(pid))


def _between(before: float | None, after: float | None) -> float | None:
    return after - before if before is not None and after is not None else None
