"""What there is to parse: each consumer's default engines, or those that are named, with their object types, as the consumers announce them."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_driver.errors import UsageError
from bench_driver.model.series import DECODE
from bench_driver.model.series import USUAL as USUAL_CHECKS
from bench_driver.plan.filters import USUAL
from bench_driver.servers.client import Client
from bench_driver.servers.contract import Engine, Engines
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options, of_role

from .rows import Parsed


@dataclass(frozen=True)
class Announced:
    """Everything that the consumers parse by these engines, and what each server says of itself, by its name."""

    parsed: tuple[Parsed, ...]
    servers: dict[str, dict[str, Any]]


def _parses(engine: Engine, names: Collection[str]) -> bool:
    """Whether it parses whole objects, and is meant: by its name, or where nobody names one."""
    named = engine.name in names or ("all" in names and USUAL_CHECKS in engine.series) if names else engine.default
    return named and engine.operation == DECODE


def announced(consumer: str, said: Engines, names: Collection[str] = ()) -> list[Parsed]:
    """What a consumer says that it parses by these engines."""
    parsing = [engine for engine in said.engines if _parses(engine, names)]
    return [Parsed(consumer, kind, engine.format, engine.name) for engine in parsing for kind in engine.object_types if kind in USUAL]


def ask(options: Options, logs: Path, names: Collection[str] = ()) -> Announced:
    """Starts the consumers, asks them, and stops them; `names` are engines, or `all` of the usual series. SetupError, StackError; UsageError on no engine."""
    parsed: list[Parsed] = []
    servers = {}
    with Stack.start(of_role("consumer"), ports="free", options=options, logs=logs) as stack, ExitStack() as clients:
        for server in stack.servers:
            said, servers[server.name] = clients.enter_context(Client(server.url)).engines()
            parsed += announced(server.name, said, names)
    if unknown := set(names) - {"all", *(one.engine for one in parsed)}:
        why = "no consumer parses whole objects by it"
        raise UsageError(f"--engine {min(unknown)} fits nothing", why=why, do="see `bench-driver servers engines`, or name all")
    return Announced(tuple(sorted(parsed)), servers)
