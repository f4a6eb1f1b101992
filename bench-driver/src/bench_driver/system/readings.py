"""What the machine does right now, as far as it disturbs figures.

Readings alone: `servers/checkup.py` judges them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import psutil

_CPUS = Path("/sys/devices/system/cpu")
#: So long the CPUs are watched, seconds.
WATCH_S = 1.0


@dataclass(frozen=True)
class Readings:
    """Shares are per cent of all CPUs' time while they were watched; memory is in bytes.

    None is what the system does not tell.
    """

    #: the CPUs that this process may use, and how many there are
    allowed: frozenset[int]
    cores: int
    busy: float
    #: what the hypervisor gave to other machines
    steal: float | None
    load: float
    available: int
    swapped: int
    governors: frozenset[str]


def read(watch_s: float = WATCH_S) -> Readings:
    """Watches for so long, then tells."""
    shares = psutil.cpu_times_percent(interval=watch_s)._asdict()
    cores = psutil.cpu_count() or 1
    steal = shares.get("steal")
    return Readings(
        allowed=frozenset(
            os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(cores)
        ),
        cores=cores,
        busy=max(0.0, 100.0 - shares["idle"] - shares.get("iowait", 0.0) - (steal or 0.0)),
        steal=steal,
        load=os.getloadavg()[0],
        available=psutil.virtual_memory().available,
        swapped=psutil.swap_memory().used,
        governors=frozenset(
            file.read_text().strip() for file in _CPUS.glob("cpu[0-9]*/cpufreq/scaling_governor")
        ),
    )
