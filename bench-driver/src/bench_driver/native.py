"""The native stack as the servers of a sweep: fresh processes for each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import state
from .servers import SERVERS, Options
from .stack import Ports, Stack
from .stacks import Given
from .sweep import Target


@dataclass(frozen=True)
class NativeServers:
    """Those servers of the stack that a sweep needs, on the given ports; their output goes to a folder a round under `logs`."""

    options: Options
    names: Sequence[str]
    ports: Ports
    logs: Path

    def session(self) -> AbstractContextManager[None]:
        """Nothing outlasts a round."""
        return nullcontext()

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        """Starts them, and stops them after the block."""
        file = state.path(self.options.root)
        with Stack.start(self.names, ports=self.ports, options=self.options, state_file=file, logs=self.logs / f"round-{number}") as stack:
            running = {server.name: server for server in stack.servers}
            yield [Target(name, running[name].runtime, running[name].role, running[name].url) for name in self.names]

    def describe(self) -> dict[str, Any]:
        """The stack; which Java, with which flags, where there is a Java server among them."""
        about: dict[str, Any] = {"stack": "native", "stack_in_words": "native processes, started anew for each round", "each_round": "in fresh processes"}
        if any(spec.runtime == "java" for spec in SERVERS if spec.name in self.names):
            about |= {"java": str(self.options.jdk), "jvm_flags": list(self.options.jvm_flags)}
        return about


def servers(given: Given) -> NativeServers:
    """The native stack as given; SetupError where there is no checkout."""
    return NativeServers(given.options, given.names, given.ports, given.logs)
