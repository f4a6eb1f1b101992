"""Two network namespaces with one link between them and no route out, whose processes die with
the driver.
"""

from __future__ import annotations

import os
import pwd
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import psutil

from bench_driver.errors import StackError
from bench_driver.system import processes

from .sandbox import ENDS_S, LinkBytes, Role, Sandbox, last_line

#: A segment's: Ethernet, IPv4, and TCP with its timestamps.
HEADERS = 14 + 20 + 32
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
            there, back, there - HEADERS * there_packets, back - HEADERS * back_packets
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
            self._keeper.wait(ENDS_S)
        self._keeper.stdout.close()
        self._keeper.stderr.close()


def why_none() -> str:
    """Why this machine gives no namespaces; empty where it does."""
    if sys.platform != "linux":
        return "only Linux has namespaces"
    if missing := [tool for tool in _TOOLS if not shutil.which(tool)]:
        return f"{', '.join(missing)} is not installed"
    # Some systems give namespaces, and no rights in them.
    link = ("ip", "link", "add", "veth", "type", "veth", "peer", "name", "other")
    tried = subprocess.run([*_unshare(), *link], capture_output=True, check=False)
    return last_line(tried.stderr) if tried.returncode else ""


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
