"""Processes by identity: a pid alone may have become somebody else's, a pid with its start time
cannot.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path

import psutil

from . import signals

_PROC = Path("/proc")
_POLL_S = 0.02
#: How often a waiter does something else, and how long a program may take to end.
_MEANWHILE_S, _END_S = 0.5, 5.0


@dataclass(frozen=True)
class Identity:
    """A process: its pid, and when it started, as the system counts (never parsed,
    only compared).
    """

    pid: int
    started: str

    @property
    def alive(self) -> bool:
        """Whether that very process still runs; one that ended and was not yet reaped does not."""
        return started(self.pid) == self.started


def identify(pid: int) -> Identity | None:
    """The identity of a running process; None where none runs under this pid."""
    when = started(pid)
    return Identity(pid, when) if when else None


def started(pid: int) -> str | None:
    """When the process started, with the boot it belongs to; None where there is no such process,
    or only its zombie.

    Linux says it in ticks since its boot. psutil turns them into a time of day, which is another
    one once the clock was set, and knows no boot.
    """
    if not _PROC.joinpath("self/stat").exists():
        return _started_by_clock(pid)
    try:
        fields = _PROC.joinpath(str(pid), "stat").read_text().rpartition(")")[2].split()
        boot = _PROC.joinpath("sys/kernel/random/boot_id").read_text().strip()
    except (OSError, ValueError):
        return None
    return (
        None if fields[0] in "ZX" else f"{boot} {fields[19]}"
    )  # fields 3 (state) and 22 (starttime) of proc(5)


def _started_by_clock(pid: int) -> str | None:
    """Where there is no /proc, as on macOS."""
    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else str(process.create_time())
    except psutil.Error:
        return None


def descendants(pid: int) -> list[int]:
    """The processes that it started, and those that they did; none of one that is gone."""
    try:
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    except psutil.Error:
        return []


def stop(process: Identity, *, wait_s: float) -> bool:
    """SIGTERM, then SIGKILL after `wait_s`; only to that very process. Returns whether SIGTERM was
    enough.
    """
    if not _send(process, signal.SIGTERM) or ended(process, wait_s):
        return True
    _send(process, signal.SIGKILL)
    ended(process, wait_s)
    return False


def _send(process: Identity, number: signal.Signals) -> bool:
    if not process.alive:
        return False
    try:
        os.kill(process.pid, number)
    except ProcessLookupError:
        return False
    return True


def ended(process: Identity, wait_s: float) -> bool:
    """Waits until the process has ended, at most so long; says whether it has."""
    deadline = time.monotonic() + wait_s
    while process.alive:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_S)
    return True


def spawn(
    command: list[str], *, env: dict[str, str], cwd: Path, stdout: Path, stderr: Path
) -> subprocess.Popen[bytes]:
    """Starts a program in a session of its own, so that Ctrl-C in the terminal reaches us and not
    it.
    """
    with signals.deferred(), stdout.open("wb") as out, stderr.open("wb") as err:
        return _session(command, cwd, env, out.fileno(), err.fileno())


def _session(
    command: Sequence[str], cwd: Path | None, env: Mapping[str, str] | None, out: int, err: int
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        start_new_session=True,
    )


def exit_code(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    out: int,
    err: int,
    limit_s: float = inf,
    meanwhile: Callable[[], object] = lambda: None,
) -> int:
    """The exit code of a program that reads nothing; `meanwhile` is called again and again
    until then.

    It has a session of its own, so that Ctrl-C in the terminal reaches us and not it; where we are
    ended, so is it, with all that it started.

    Raises:
        TimeoutExpired: it took longer than the limit
        OSError: there is no such program
    """
    child: subprocess.Popen[bytes] | None = None
    late = time.monotonic() + limit_s
    try:
        with signals.deferred():
            child = _session(command, cwd, env, out, err)
        while True:
            left = late - time.monotonic()
            try:
                return child.wait(min(_MEANWHILE_S, max(left, 0)))
            except subprocess.TimeoutExpired:
                if left <= 0:
                    raise
            meanwhile()
    finally:
        if child and child.returncode is None:
            _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    with signals.deferred():
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, number)
            with suppress(subprocess.TimeoutExpired):
                child.wait(_END_S)
                return


def port_is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # as servers do: a port whose old connections linger is free
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


@contextmanager
def free_ports(host: str, count: int) -> Iterator[list[int]]:
    """Ports that nobody else takes within the block, for servers that start there.

    A socket that is bound and does not listen keeps the system from giving its port away, and Linux
    lets a server of the same user, which sets SO_REUSEADDR as all do, listen there. Other systems
    refuse that, so there none is kept.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with ExitStack() as kept:
        sockets = [kept.enter_context(socket.socket(family)) for _ in range(count)]
        for one in sockets:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((host, 0))
        ports = [one.getsockname()[1] for one in sockets]
        if sys.platform != "linux":
            kept.close()
        yield ports


def listener(port: int) -> str | None:
    """Who listens on a TCP port, as `name (pid N)`; None where the system does not tell us."""
    try:
        found = (
            item.pid
            for item in psutil.net_connections("tcp")
            if item.status == psutil.CONN_LISTEN and item.laddr and item.laddr.port == port
        )
        pid = next(filter(None, found), None)
        return f"{psutil.Process(pid).name()} (pid {pid})" if pid else None
    except psutil.Error:  # somebody else's process, or one that has just ended
        return None
