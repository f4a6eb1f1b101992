"""Where a pair of servers lives: two network namespaces with one link between them and no route
out, whose processes die with the driver; else plain processes on the loopback address.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import random
import secrets
import shutil
import signal
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

import psutil

from bench_driver.errors import StackError
from bench_driver.system import files, processes, signals
from bench_driver.system.processes import Identity

from .links import Relay

_ENDS_S = 10.0
_POLL_S = 0.05
_RECORD, _RUNNING = "record.json", "running"
#: Ethernet, IPv4, and TCP with its timestamps.
_HEADERS = 14 + 20 + 32
_TOOLS = ("unshare", "nsenter", "ip", "sh", "cat")
#: The first process of the namespaces. The end of its input, which is the driver's end, ends it,
#: and with it everything in there. Without addresses of IPv6, whose search for routers would be
#: counted, the link is silent until a server speaks. TCP sends no probes for lost packets, and
#: waits long before it sends one again: none is lost here, and on a busy machine a document that is
#: merely late would be counted twice.
_KEEPER = """
exec 3<&0
echo 0 >/proc/sys/net/ipv4/tcp_early_retrans
unshare -n sh -c 'echo $$
echo 0 >/proc/sys/net/ipv4/tcp_early_retrans
until ip link show veth; do sleep 0.01; done >/dev/null 2>&1
ip link set veth addrgenmode none up && ip addr add 10.99.0.2/24 dev veth && ip link set lo up &&
ip route change 10.99.0.0/24 dev veth src 10.99.0.2 rto_min 5s &&
echo up; exec cat <&3 >/dev/null' | {
read -r pid && ip link add veth type veth peer name veth netns "$pid" &&
ip link set veth addrgenmode none up && ip addr add 10.99.0.1/24 dev veth && ip link set lo up &&
ip route change 10.99.0.0/24 dev veth src 10.99.0.1 rto_min 5s &&
read -r _ && echo ready || { kill -9 -1; exit 1; }
exec cat <&3 >/dev/null; }
"""


class Role(StrEnum):
    """A server of a pair."""

    PRIMARY = "primary"
    REPLICA = "replica"


@dataclass(frozen=True)
class LinkBytes:
    """What the link has carried since it is there: in namespaces by the system's count, with all
    headers; else by the relay's, which sees payload alone.
    """

    to_replica: int
    to_primary: int
    payload_to_replica: int
    payload_to_primary: int


class Sandbox(ABC):
    """A place for one pair; `folder` (0700) is for its data, and goes with the sandbox."""

    #: `namespaces` or `loopback`
    kind: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []

    @abstractmethod
    def host(self, role: Role) -> str:
        """The address that a server listens at."""

    @abstractmethod
    def port(self) -> int:
        """A free port."""

    @abstractmethod
    def link(self, role: Role, port: int) -> tuple[str, int]:
        """The address and port by which the other side reaches this one, over the counted link."""

    @abstractmethod
    def link_bytes(self) -> LinkBytes:
        """What the link has carried."""

    @abstractmethod
    def _inside(self, role: Role, command: Sequence[str]) -> list[str]:
        """The command line that runs a command at this side."""

    @abstractmethod
    def pids(self, process: subprocess.Popen[bytes]) -> list[int]:
        """A program that was started here and all that it started, itself first."""

    @abstractmethod
    def _end(self) -> None:
        """Ends what the sandbox itself runs."""

    def spawn(
        self,
        role: Role,
        command: Sequence[str],
        *,
        log: Path,
        variables: Mapping[str, str],
        input: str = "",
    ) -> subprocess.Popen[bytes]:
        """Starts a program at this side; what it writes is in `log`."""
        with signals.deferred(), log.open("ab") as out:
            process = subprocess.Popen(
                self._inside(role, command),
                env=self._environment(variables),
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
            self._record(process)
        assert process.stdin
        with suppress(BrokenPipeError), process.stdin as stdin:
            stdin.write(input.encode())
        return process

    def run(
        self,
        role: Role,
        command: Sequence[str],
        *,
        input: str = "",
        limit_s: float = 60,
        variables: Mapping[str, str],
    ) -> str:
        """Runs a program at this side to its end, and returns what it says. StackError."""
        name = Path(command[0]).name
        try:
            done = subprocess.run(
                self._inside(role, command),
                env=self._environment(variables),
                cwd=self.folder,
                input=input.encode(),
                capture_output=True,
                timeout=limit_s,
                start_new_session=True,
            )
        except subprocess.TimeoutExpired as error:
            raise StackError(f"{name} did not end within {limit_s:.0f} s") from error
        if done.returncode:
            raise StackError(f"{name} ended with {done.returncode}", why=last_line(done.stderr))
        return done.stdout.decode(errors="replace")

    def close(self) -> None:
        """Ends every process."""
        self._end()
        for process in self._processes:
            if one := processes.identify(process.pid):
                end_tree(one)
            process.wait()

    def _environment(self, variables: Mapping[str, str]) -> dict[str, str]:
        path = os.environ.get("PATH", os.defpath)
        return {"PATH": path, "HOME": str(self.folder), "LC_ALL": "C", "TZ": "UTC", **variables}

    def _record(self, process: subprocess.Popen[bytes]) -> None:
        """Keeps a process for a later command, which ends it if this driver cannot."""
        self._processes = [*(one for one in self._processes if one.poll() is None), process]
        alive = [one for made in self._processes if (one := processes.identify(made.pid))]
        files.write(self.folder / _RECORD, json.dumps([asdict(one) for one in alive]))


class Namespaces(Sandbox):
    """Two network namespaces in a process namespace, with a veth pair: needs no root."""

    kind = "namespaces"
    _HOSTS: ClassVar = {Role.PRIMARY: "10.99.0.1", Role.REPLICA: "10.99.0.2"}

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._given: set[int] = set()
        self._keeper = subprocess.Popen(
            [*_unshare(), "sh", "-c", _KEEPER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._record(self._keeper)
        assert self._keeper.stdin and self._keeper.stdout and self._keeper.stderr
        if self._keeper.stdout.readline() != b"ready\n":
            self._keeper.stdin.close()
            why = last_line(self._keeper.stderr.readline())
            self._end()
            raise StackError("the namespaces for a pair of servers cannot be made", why=why)
        (keeper,) = psutil.Process(self._keeper.pid).children()
        self._pids = {Role.PRIMARY: keeper.pid, Role.REPLICA: _elsewhere(keeper)}

    def host(self, role: Role) -> str:
        """The address of this side of the link."""
        return self._HOSTS[role]

    def port(self) -> int:
        """A port that this sandbox has not given yet: nobody else is here."""
        port = random.choice([one for one in range(20000, 30000) if one not in self._given])
        self._given.add(port)
        return port

    def link(self, role: Role, port: int) -> tuple[str, int]:
        """The server itself: the link lies between."""
        return self.host(role), port

    def link_bytes(self) -> LinkBytes:
        """The count of the primary's end, by the system."""
        lines = Path(f"/proc/{self._pids[Role.PRIMARY]}/net/dev").read_text().splitlines()
        (line,) = (one.split() for one in lines if one.strip().startswith("veth:"))
        # received: bytes, packets, six more; sent: bytes, packets
        back, back_packets, there, there_packets = (int(line[at]) for at in (1, 2, 9, 10))
        return LinkBytes(
            there, back, there - _HEADERS * there_packets, back - _HEADERS * back_packets
        )

    def _inside(self, role: Role, command: Sequence[str]) -> list[str]:
        enter = ["nsenter", "-t", str(self._pids[role]), "-U", "--preserve-credentials"]
        return [*enter, "-n", "-p", "--", *command]

    def pids(self, process: subprocess.Popen[bytes]) -> list[int]:
        """Without the program that entered the namespaces for it."""
        return processes.descendants(process.pid)

    def _end(self) -> None:
        assert self._keeper.stdin and self._keeper.stdout and self._keeper.stderr
        self._keeper.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._keeper.wait(_ENDS_S)
        self._keeper.stdout.close()
        self._keeper.stderr.close()


class Loopback(Sandbox):
    """Plain processes on the loopback address, with a relay as the link."""

    kind = "loopback"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._relays: dict[tuple[Role, int], Relay] = {}

    def host(self, role: Role) -> str:
        """The same for both."""
        return "127.0.0.1"

    def port(self) -> int:
        """A port that was free a moment ago."""
        with processes.free_ports("127.0.0.1", 1) as (port,):
            return port

    def link(self, role: Role, port: int) -> tuple[str, int]:
        """A relay before the server, for as long as the sandbox is there."""
        if (role, port) not in self._relays:
            self._relays[role, port] = Relay(port)
        return "127.0.0.1", self._relays[role, port].port

    def link_bytes(self) -> LinkBytes:
        """What all relays have carried."""
        there = back = 0
        for (role, _), relay in self._relays.items():
            to, of = relay.to_server, relay.from_server
            there, back = (
                (there + to, back + of) if role is Role.REPLICA else (there + of, back + to)
            )
        return LinkBytes(there, back, there, back)

    def _inside(self, role: Role, command: Sequence[str]) -> list[str]:
        return list(command)

    def pids(self, process: subprocess.Popen[bytes]) -> list[int]:
        """The program itself, and what it started."""
        return [process.pid, *processes.descendants(process.pid)]

    def _end(self) -> None:
        for relay in self._relays.values():
            relay.close()


def why_no_namespaces() -> str:
    """Why this machine gives no namespaces; empty where it does."""
    if sys.platform != "linux":
        return "only Linux has namespaces"
    if missing := [tool for tool in _TOOLS if not shutil.which(tool)]:
        return f"{', '.join(missing)} is not installed"
    # Some systems give namespaces, and no rights in them.
    link = ("ip", "link", "add", "veth", "type", "veth", "peer", "name", "other")
    tried = subprocess.run([*_unshare(), *link], capture_output=True, check=False)
    return last_line(tried.stderr) if tried.returncode else ""


@contextmanager
def opened(stores: Path, *, loopback: bool = False) -> Iterator[Sandbox]:
    """A sandbox within a folder of stores, for as long as the block. What a driver that died has
    left there is ended first.
    """
    running = stores / _RUNNING
    running.mkdir(parents=True, exist_ok=True, mode=0o700)
    end_leftovers(stores)
    folder = running / secrets.token_hex(6)
    with ExitStack() as ends:
        with _locked(running):  # until its folder is locked, it looks as if its driver had died
            folder.mkdir(mode=0o700)
            ends.callback(_remove, folder)
            # Nobody takes this lock while the driver lives, in whatever container it is.
            ends.enter_context(_locked(folder))
        sandbox = (Loopback if loopback or why_no_namespaces() else Namespaces)(folder)
        try:
            yield sandbox
        finally:
            with signals.deferred():
                sandbox.close()


def leftovers(stores: Path) -> list[tuple[Path, list[Identity]]]:
    """The folders of drivers that died, with those of their processes that still run."""
    running, found = stores / _RUNNING, []
    if running.is_dir():
        with _locked(running):
            for folder in sorted(running.iterdir()):
                with suppress(OSError), _locked(folder, fcntl.LOCK_NB):
                    found.append((folder, [one for one in _recorded(folder) if one.alive]))
    return found


def _recorded(folder: Path) -> list[Identity]:
    """The processes that a driver wrote down; none where it died before it could."""
    with suppress(OSError, ValueError, TypeError):
        return [Identity(**one) for one in json.loads((folder / _RECORD).read_text())]
    return []


@contextmanager
def _locked(folder: Path, how: int = 0) -> Iterator[None]:
    """Holds a folder's lock; BlockingIOError where another has it and `how` is LOCK_NB."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | how)
        yield
    finally:
        os.close(held)


def end_leftovers(stores: Path) -> int:
    """Ends what drivers that died have left, and removes their folders; says of how many."""
    found = leftovers(stores)
    for folder, left in found:
        for one in left:
            end_tree(one)
        _remove(folder)
    return len(found)


def _remove(folder: Path) -> None:
    """Removes a folder in which processes that end may still write for a moment."""
    deadline = time.monotonic() + _ENDS_S
    while folder.exists() and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            time.sleep(_POLL_S)


def end_tree(root: Identity) -> None:
    """Kills a process and all that it started."""
    if not root.alive:
        return
    kill_all([root.pid, *processes.descendants(root.pid)])
    processes.ended(root, _ENDS_S)


def kill_all(pids: Sequence[int]) -> None:
    """SIGKILL to processes that were alive a moment ago."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def last_line(output: bytes) -> str:
    """The last line of what a program wrote, without what a terminal would obey."""
    lines = output.decode(errors="replace").strip().splitlines()
    return "".join(one for one in lines[-1] if one.isprintable())[:300] if lines else ""


def _elsewhere(keeper: psutil.Process) -> int:
    """The keeper's child in the other network namespace."""
    mine = os.readlink(f"/proc/{keeper.pid}/ns/net")
    for child in keeper.children(recursive=True):
        if os.readlink(f"/proc/{child.pid}/ns/net") != mine:
            return child.pid
    raise StackError("the replica's namespace ended as soon as it was made")


def _unshare() -> list[str]:
    """The start of a command line that runs in new namespaces. The user there is never root, whom
    PostgreSQL refuses, and has a name, which initdb looks for.
    """
    user = group = 65534
    with suppress(KeyError):
        me = pwd.getpwuid(os.geteuid() or pwd.getpwnam("nobody").pw_uid)
        user, group = me.pw_uid, me.pw_gid
    mapped = (f"--map-user={user}", f"--map-group={group}", "--keep-caps")
    return ["unshare", "-U", *mapped, "-n", "-p", "--fork", "--kill-child"]
