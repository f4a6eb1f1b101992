"""How much of a CPU another process has used so far."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from functools import cache

import psutil


def seconds(pid: int) -> float | None:
    """The CPU time of all its threads, seconds; None where there is no such process, or where
    nobody may look.

    By its CPU-time clock, which counts nanoseconds; psutil, where there is no such clock, counts
    ticks of 10 ms: 2 % of half a second.
    """
    clock = ctypes.c_int()
    get = _clock_of()
    if get is not None:
        return time.clock_gettime(clock.value) if get(pid, ctypes.byref(clock)) == 0 else None
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return None
    return float(times.user + times.system)


@cache
def _clock_of() -> Callable[..., int] | None:
    """`clock_getcpuclockid` of POSIX; None where the system has none, as macOS."""
    return getattr(ctypes.CDLL(None), "clock_getcpuclockid", None)
