"""The machine that the figures are from."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any


def describe() -> dict[str, Any]:
    """Processor, cores that this process may use, memory, system, and how busy it is right now."""
    return {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "load_average": [round(load, 2) for load in os.getloadavg()],
    }


def _cpu() -> str:
    try:
        return cpu_of(Path("/proc/cpuinfo").read_text()) or platform.machine()
    except OSError:
        return platform.processor() or platform.machine()


def cpu_of(cpuinfo: str) -> str:
    """The processor that /proc/cpuinfo describes, empty where it does not; histories of two
    processors are kept apart by it.

    ARM has no name there, but numbers: of who made the core, and of which core it is. A chip may
    have several kinds.
    """
    fields = [
        (key.strip().lower(), value.strip())
        for key, _, value in (line.partition(":") for line in cpuinfo.splitlines())
    ]
    for name in ("model name", "cpu model", "uarch", "cpu"):  # x86 and others, MIPS, RISC-V, POWER
        if named := next((value for key, value in fields if key == name), ""):
            return named
    makers, parts = (
        [value for key, value in fields if key == number]
        for number in ("cpu implementer", "cpu part")
    )
    kinds = sorted(set(zip(makers, parts, strict=False)))
    return "; ".join(f"ARM implementer {maker}, part {part}" for maker, part in kinds)
