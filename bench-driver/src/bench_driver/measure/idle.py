"""What contenders that nobody asks for anything use of a CPU, while another is measured on the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from ..servers.identity import Live
from ..system import cpu
from .call import Run


def watched(make: Callable[[], Run], idle: Iterable[Live]) -> Run:
    """Makes a run, and notes as `idle_cpu` which share of one CPU the idle servers used meanwhile, together; None where one of them cannot be read."""
    pids = [server.target.pid for server in idle]
    before, start = [_used(pid) for pid in pids], time.monotonic()
    run = make()
    seconds = time.monotonic() - start
    used = [_between(was, _used(pid)) for pid, was in zip(pids, before, strict=True)]
    known = [value for value in used if value is not None]
    share = round(sum(known) / seconds, 5) if len(known) == len(pids) else None
    return replace(run, notes={**run.notes, "idle_cpu": share})


def _used(pid: int | None) -> float | None:
    return cpu.seconds(pid) if pid else None


def _between(before: float | None, after: float | None) -> float | None:
    return after - before if before is not None and after is not None else None
