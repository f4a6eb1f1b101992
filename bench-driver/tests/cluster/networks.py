"""Machines in network namespaces: a hub, and a link from it to each machine. Needs no root."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.clustering import await_


class Networks:
    """The hub's network, and one for each machine, with a link that can be cut."""

    def __init__(self, machines: Sequence[str], held: ExitStack) -> None:
        self._keepers: dict[str, int] = {}
        self._numbers = {name: number for number, name in enumerate(machines, 1)}
        self._keep(held, "", ["unshare", "-U", "--map-root-user", "-n"])
        self._ip("", "link set lo up")
        for name, number in self._numbers.items():
            self._keep(held, name, [*self.inside(""), "unshare", "-n"])
            pid = self._keepers[name]
            self._ip("", f"link add v{number} type veth peer name eth0 netns {pid}")
            self._ip("", f"addr add 10.98.{number}.1/24 dev v{number}")
            self._ip("", f"link set v{number} up")
            for line in ("link set lo up", "link set eth0 up"):
                self._ip(name, line)
            self._ip(name, f"addr add 10.98.{number}.2/24 dev eth0")

    def hub_for(self, machine: str) -> str:
        """The hub's address as a machine knows it."""
        return f"10.98.{self._numbers[machine]}.1"

    def inside(self, machine: str) -> list[str]:
        """What a command line begins with that runs there; the hub is ""."""
        pid = str(self._keepers[machine])
        return ["nsenter", "-t", pid, "-U", "--preserve-credentials", "-n", "--"]

    def cut(self, machine: str) -> None:
        """Takes a machine's link down."""
        self._ip("", f"link set v{self._numbers[machine]} down")

    def mend(self, machine: str) -> None:
        """Brings it up again."""
        self._ip("", f"link set v{self._numbers[machine]} up")

    def _keep(self, held: ExitStack, name: str, command: list[str]) -> None:
        mine = os.readlink(f"/proc/{self._keepers.get('', 'self')}/ns/net")
        keeper = subprocess.Popen([*command, "sleep", "infinity"])
        held.callback(keeper.wait)
        held.callback(keeper.kill)
        place = Path(f"/proc/{keeper.pid}/ns/net")
        comm = Path(f"/proc/{keeper.pid}/comm")
        await_(
            lambda: comm.read_text() == "sleep\n" and os.readlink(place) != mine, 60, "a namespace"
        )
        self._keepers[name] = keeper.pid

    def _ip(self, machine: str, line: str) -> None:
        subprocess.run([*self.inside(machine), "ip", *line.split()], check=True)


@contextmanager
def networks(machines: Sequence[str]) -> Iterator[Networks]:
    """Networks for these machines; gone after the block."""
    with ExitStack() as held:
        yield Networks(machines, held)
