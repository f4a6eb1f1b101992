"""Plain processes on the loopback address, where there are no namespaces."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from bench_driver.system import processes

from .links import Relay
from .sandbox import LinkBytes, Role, Sandbox


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
