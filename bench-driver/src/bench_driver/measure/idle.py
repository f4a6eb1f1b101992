"""What contenders that nobody asks for anything use of a CPU, while another is measured on the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from ..servers.identity import Live
from ..servers.specs import BROWSER
from ..system import cpu, processes
from .call import Run


def watched(make: Callable[[], Run], idle: Iterable[Live]) -> Run:
    """Makes a run, and notes as `idle_cpu` which share of one CPU the idle servers used meanwhile, together; None where one of them cannot be read."""
    servers = list(idle)
    before, start = [_used(server) for server in servers], time.monotonic()
    run = make()
    seconds = time.monotonic() - start
    used = [_between(was, _used(server)) for server, was in zip(servers, before, strict=True)]
    known = [value for value in used if value is not None]
    share = round(sum(known) / seconds, 5) if len(known) == len(servers) else None
    return replace(run, notes={**run.notes, "idle_cpu": share})


def _used(server: Live) -> float | None:
    """The CPU time of its process; a browser's is that of all its processes."""
    if not (pid := server.target.pid):
        return None
    own = cpu.seconds(pid)
    if own is None or server.target.runtime != BROWSER.runtime:  # by name there may be several: browser#2
        return own
    return own + sum(cpu.seconds(child) or 0.0 for child in processes.descendants(pid))


def _between(before: float | None, after: float | None) -> float | None:
    return after - before if before is not None and after is not None else None
