"""What a process holds, seen from outside: threads, files, sockets by state, memory; and a JVM's live heap."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench_driver.errors import SetupError
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options


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
    """The vitals of a server; with `collect` after a full collection, where it is a JVM. SetupError where the system does not tell them."""
    pid = server.process.pid
    heap = live_heap(pid, options.jdk.home / "bin" / "jcmd") if collect and server.runtime == "java" else None
    try:
        process = psutil.Process(pid)
        sockets = Counter(connection.status for connection in process.net_connections("tcp"))
        return Vitals(process.num_threads(), process.num_fds(), dict(sockets), rss(pid), heap)
    except psutil.Error as error:
        why = f"the process has ended, or is somebody else's: {error}"
        raise SetupError(f"process {pid} of {server.name} cannot be looked at", why=why, do="see the server's log") from error


def rss(pid: int) -> int:
    """A process's resident memory, bytes."""
    return int(psutil.Process(pid).memory_info().rss)


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
