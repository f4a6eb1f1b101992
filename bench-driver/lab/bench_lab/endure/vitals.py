"""What a process holds, seen from outside: threads, files, sockets, memory; a JVM's live heap."""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from bench_driver.errors import SetupError, StackError
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

_SETTLE_S = 15.0


@dataclass(frozen=True)
class Vitals:
    """A process at one moment; `heap_bytes` is a JVM's after a full collection, where known."""

    threads: int
    files: int
    sockets: Mapping[str, int]
    rss_bytes: int
    heap_bytes: int | None = None

    @property
    def memory_bytes(self) -> int:
        """What would grow with a leak: the live heap, since a JVM keeps its pages, else all."""
        return self.rss_bytes if self.heap_bytes is None else self.heap_bytes


def take(server: Server, options: Options, *, collect: bool = False) -> Vitals:
    """The vitals of a server; with `collect` after a full collection of a JVM.

    Raises:
        SetupError: the system does not tell them.
    """
    pid, heap = server.process.pid, None
    if collect and server.runtime == "java":
        heap = _live_heap(pid, options.jdk.home / "bin" / "jcmd")
    try:
        process = psutil.Process(pid)
        sockets = Counter(connection.status for connection in process.net_connections("tcp"))
        return Vitals(process.num_threads(), process.num_fds(), dict(sockets), rss(pid), heap)
    except psutil.Error as error:
        why = f"the process has ended, or is somebody else's: {error}"
        what = f"process {pid} of {server.name} cannot be looked at"
        raise SetupError(what, why=why, do="see the server's log") from error


def settled(server: Server, options: Options) -> Vitals:
    """The vitals at rest: the server is healthy, and twice in a row has the same threads and files.

    Raises:
        StackError: it is not well.
    """
    deadline = time.monotonic() + _SETTLE_S
    if httpx.get(f"{server.url}/health_check", trust_env=False).status_code != 200:
        why = "GET /health_check does not answer 200"
        raise StackError(f"{server.name} is not well", why=why, do=f"see its log: {server.log}")
    last = take(server, options)
    while time.monotonic() < deadline:
        time.sleep(0.5)
        now = take(server, options)
        alike = (now.threads, now.files) == (last.threads, last.files)
        if alike and not now.sockets.get("CLOSE_WAIT"):
            break
        last = now
    return take(server, options, collect=True)


def rss(pid: int) -> int:
    """A process's resident memory, bytes."""
    return int(psutil.Process(pid).memory_info().rss)


def _live_heap(pid: int, jcmd: Path) -> int | None:
    """The bytes of live objects by the JVM's histogram, which begins with a full collection."""
    command = [str(jcmd), str(pid), "GC.class_histogram"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):  # no such program, for example
        return None
    total = done.stdout.strip().splitlines()[-1].split()  # Total <objects> <bytes>
    return int(total[2]) if total[:1] == ["Total"] else None
