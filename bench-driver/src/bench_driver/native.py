"""The native stack as the servers of a sweep: fresh processes for each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import state
from .servers import SERVERS, Options
from .stack import Ports, Stack
from .sweep import Target


@dataclass(frozen=True)
class NativeServers:
    """Those servers of the stack that a sweep needs, on the given ports; their output goes to a folder a round under `logs`."""

    options: Options
    names: Sequence[str]
    ports: Ports
    logs: Path

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        """Starts them, and stops them after the block."""
        file = state.path(self.options.root)
        with Stack.start(self.names, ports=self.ports, options=self.options, state_file=file, logs=self.logs / f"round-{number}") as stack:
            running = {server.name: server for server in stack.servers}
            yield [Target(name, running[name].runtime, running[name].role, running[name].url) for name in self.names]

    def describe(self) -> dict[str, Any]:
        """Which Java, with which flags, where there is a Java server among them."""
        if any(spec.runtime == "java" for spec in SERVERS if spec.name in self.names):
            return {"java": str(self.options.jdk), "jvm_flags": list(self.options.jvm_flags)}
        return {}
