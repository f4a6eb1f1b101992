"""What a server has used: the processes that it consists of, and its folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench_driver.system import cpu

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """What a server has used since its start. The peak is the sum of its processes' own peaks, what
    they share counted once; processes that ended are not in it.
    """

    cpu_s: float
    peak_rss_bytes: int
    disk_bytes: int
    #: what it gave to the disk as the system counts it: in whole pages, large ones too
    written_bytes: int = 0


def usage_of(pids: Sequence[int], data: Path) -> Usage | None:
    """Of processes, the one that started the others first; None once all have ended."""
    own = [found for pid in pids if (found := _own(pid))]
    if not own:
        return None
    files = [Path(at, file) for at, _, named in os.walk(data) for file in named]
    return Usage(
        cpu_s=sum(cpu_s for cpu_s, _, _ in own) + _reaped(pids[0]),
        peak_rss_bytes=sum(mine for _, mine, _ in own) + max(shared for _, _, shared in own),
        disk_bytes=sum(_blocks(file) for file in files),
        written_bytes=sum(map(_written, pids)),
    )


def _own(pid: int) -> tuple[float, int, int] | None:
    """CPU seconds, and the peak of memory of its own and of what it shares; None once it ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    sizes = dict(line.split(":", 1) for line in lines if line.endswith(" kB"))
    peak, *shared = (
        int(sizes.get(name, "0 kB").split()[0]) * 1024 for name in ("VmHWM", "RssFile", "RssShmem")
    )
    return cpu.seconds(pid) or 0.0, max(peak - sum(shared), 0), sum(shared)


def _reaped(pid: int) -> float:
    """CPU seconds of the processes that it started and that ended."""
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[13]) + int(stat[14])) / _TICKS  # fields 16 (cutime) and 17 of proc(5)
    return 0.0


def _written(pid: int) -> int:
    """Also by processes that it started and that ended."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/io").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))
    return 0


def _blocks(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_blocks * 512
    return 0
