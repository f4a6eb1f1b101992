"""What a process holds, seen from outside by /proc: threads, files, sockets by state, memory; and a JVM's live heap."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

_PROC = Path("/proc")
#: The kernel's numbers of TCP states (include/net/tcp_states.h).
_STATES = {1: "ESTABLISHED", 2: "SYN_SENT", 3: "SYN_RECV", 4: "FIN_WAIT1", 5: "FIN_WAIT2", 6: "TIME_WAIT", 7: "CLOSE", 8: "CLOSE_WAIT", 9: "LAST_ACK",
           10: "LISTEN", 11: "CLOSING"}  # fmt: skip


@dataclass(frozen=True)
class Vitals:
    """A process at one moment. `heap_bytes` is what a JVM still needs after a full collection; None where there is none or nobody can say."""

    threads: int
    files: int
    sockets: Mapping[str, int]
    rss_bytes: int
    heap_bytes: int | None = None

    @property
    def memory_bytes(self) -> int:
        """What would grow with a leak: the live heap where it is known, since a JVM's pages are its own to keep, else the resident memory."""
        return self.rss_bytes if self.heap_bytes is None else self.heap_bytes


def take(server: Server, options: Options, *, collect: bool = False) -> Vitals:
    """The vitals of a server; with `collect` after a full collection, where it is a JVM. SetupError where the system has no /proc."""
    pid = server.process.pid
    folder = _PROC / str(pid)
    if not folder.joinpath("fd").is_dir():
        raise SetupError(f"{folder} cannot be read", why="the system has no /proc, or the process has ended", do="run it on Linux, and see the server's log")
    heap = live_heap(pid, options.jdk.home / "bin" / "jcmd") if collect and server.runtime == "java" else None
    links = _links(folder / "fd")
    return Vitals(sum(1 for _ in folder.joinpath("task").iterdir()), len(links), _sockets(folder, links), rss(pid), heap)


def rss(pid: int) -> int:
    """A process's resident memory, bytes."""
    for line in _PROC.joinpath(str(pid), "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    return 0


def _links(folder: Path) -> list[str]:
    found = []
    for link in folder.iterdir():
        try:
            found.append(os.readlink(link))
        except OSError:
            continue  # closed meanwhile
    return found


def _sockets(folder: Path, links: list[str]) -> dict[str, int]:
    """TCP sockets of the process by state; a socket that no table of the kernel lists is bound to nothing."""
    inodes = {link.removeprefix("socket:[").rstrip("]") for link in links if link.startswith("socket:[")}
    states: Counter[str] = Counter()
    for table in ("tcp", "tcp6"):
        file = folder / "net" / table
        for line in file.read_text().splitlines()[1:] if file.exists() else ():
            fields = line.split()
            if fields[9] in inodes:
                states[_STATES.get(int(fields[3], 16), fields[3])] += 1
    return dict(states)


def live_heap(pid: int, jcmd: Path) -> int | None:
    """The bytes that live objects take after a full collection, as the JVM's own histogram counts them; None without a `jcmd` beside the Java."""
    if not jcmd.is_file():
        return None
    try:
        # The histogram begins with a full collection.
        done = subprocess.run([str(jcmd), str(pid), "GC.class_histogram"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    total = done.stdout.strip().splitlines()[-1].split()  # Total <objects> <bytes>
    return int(total[2]) if total[:1] == ["Total"] else None
