"""What there is to parse: each consumer's default engines, with their object types, as the consumers announce them."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_driver.plan.filters import USUAL
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options, of_role

from .rows import Parsed


@dataclass(frozen=True)
class Announced:
    """Everything that the consumers parse by default, and what each server says of itself, by its name."""

    parsed: tuple[Parsed, ...]
    servers: dict[str, dict[str, Any]]


def ask(options: Options, logs: Path) -> Announced:
    """Starts the consumers, asks them, and stops them. SetupError, StackError."""
    parsed: list[Parsed] = []
    servers = {}
    with Stack.start(of_role("consumer"), ports="free", options=options, logs=logs) as stack, ExitStack() as clients:
        for server in stack.servers:
            said, servers[server.name] = clients.enter_context(Client(server.url)).engines()
            for engine in said.engines:
                parsed += [Parsed(server.name, kind, engine.format, engine.name) for kind in engine.object_types if engine.default and kind in USUAL]
    return Announced(tuple(sorted(parsed)), servers)
