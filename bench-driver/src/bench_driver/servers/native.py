"""The native stack as the servers of a sweep: fresh processes for each round."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..model.cell import Process
from ..system import processes, signals
from . import state
from .base import Given, Target
from .launch import STOP_S, Ports, Server, Stack
from .specs import SERVERS, Options, ServerSpec


@dataclass
class NativeServers:
    """Those servers that a sweep needs, on the given ports; each round has a folder of `logs`.

    `added` are servers beside the stack's own.
    """

    options: Options
    names: Sequence[str]
    ports: Ports
    logs: Path
    added: Sequence[ServerSpec] = ()
    restarts = True
    multiplies = True
    _stack: Stack | None = field(default=None, init=False)

    def resources(self) -> list[str]:
        """None: they are this machine's, which has a lock."""
        return []

    @contextmanager
    def session(self) -> Iterator[None]:
        """Ends what a sweep that was killed left behind; nothing outlasts a round."""
        file = state.path(self.options.root)
        left = [entry.identity for entry in state.load(file) if entry.left_behind]
        with signals.deferred():
            for process in left:
                processes.stop(process, wait_s=STOP_S)
            state.change(file, remove=left)
        yield

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        """Starts them, and stops them after the block."""
        file, me = state.path(self.options.root), processes.identify(os.getpid())
        logs = self._logs(number)
        servers = (*SERVERS, *self.added)
        with Stack.start(
            self.names,
            ports=self.ports,
            options=self.options,
            state_file=file,
            logs=logs,
            owner=me,
            servers=servers,
        ) as self._stack:
            specs = {spec.name: spec for spec in servers}
            yield [_target(self._stack.server(name), specs[name]) for name in self.names]

    def _logs(self, number: int) -> Path:
        """A folder of its own for each time that a round is begun, so that what the servers said
        before it was cut is still there.
        """
        first = self.logs / f"round-{number}"
        before = sum(1 for _ in self.logs.glob(f"{first.name}-again-*"))
        return first.with_name(f"{first.name}-again-{before + 1}") if first.exists() else first

    def restart(self, process: Process) -> Target:
        """The server in a fresh process, on its port; another process of it on any free one."""
        assert self._stack, "a restart is within a round"
        there = process.name in {server.name for server in self._stack.servers}
        return _target(
            self._stack.restart(process.name)
            if there
            else self._stack.another(process.server, process.name)
        )

    def describe(self) -> dict[str, Any]:
        """The stack; which Java, with which flags, where there is a Java server among them."""
        about: dict[str, Any] = {
            "stack": "native",
            "stack_in_words": "native processes, started anew for each round",
            "each_round": "in fresh processes",
        }
        if any(spec.runtime == "java" for spec in SERVERS if spec.name in self.names):
            about |= {"java": self.options.jdk.name, "jvm_flags": list(self.options.jvm_flags)}
        return about


def _target(server: Server, spec: ServerSpec | None = None) -> Target:
    return Target(
        server.name,
        server.runtime,
        server.role,
        server.url,
        pid=server.process.pid,
        consumer=spec.consumer if spec else "",
        setup=spec.setup if spec else "",
    )


def servers(given: Given) -> NativeServers:
    """The native stack as given; SetupError where there is no checkout."""
    return NativeServers(given.options, given.names, given.ports, given.logs, given.added)
