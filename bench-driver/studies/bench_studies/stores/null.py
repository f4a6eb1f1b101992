"""The store that keeps nothing: the generator's own ceiling, over the same sockets."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import ClassVar

from bench_driver.errors import StackError

from .base import Store
from .sandbox import Role


class Null(Store):
    """A server that answers every tweet by one byte, and every question by a page."""

    name = "null"
    title = "the store that keeps nothing"
    package = "generator"
    nodes: tuple[str, ...] = (Role.PRIMARY,)
    acknowledgements: ClassVar = {"memory": "it keeps nothing"}

    def create(self, node: str) -> None:
        """An empty folder."""
        self.data(node).mkdir(mode=0o700)

    def command(self, node: str) -> list[str]:
        """The generator itself."""
        program = str(self.installed / "bin" / "generator")
        return [program, "serve", self.host(node), str(self.ports[node])]

    def answers(self, node: str) -> bool:
        """The system lists its socket: nobody outside the namespace can connect."""
        with suppress(StackError):
            text = self.run(node, "cat", "/proc/net/tcp")
            number = int.from_bytes(socket.inet_aton(self.host(node)), "little")
            return f"{number:08X}:{self.ports[node]:04X} 00000000:0000 0A" in text
        return False

    def settings(self) -> dict[str, str]:
        """It has none."""
        return {}
