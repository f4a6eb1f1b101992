"""Measures the service in its three conditions: every consumer, object type and format, interleaved."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench_driver.servers.client import Client
from bench_driver.servers.contract import Engine
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options, of_role

from .table import CONDITIONS, Key, Service

#: The fields of a run in each condition. Warm-ups are fixed, as in a sweep.
REQUESTS: dict[str, dict[str, Any]] = {
    "warm": {"source": "replay", "amount": 200_000},
    "replay": {"source": "replay", "warmup": 5_000, "amount": 50_000},
    "block": {"block": 500, "concurrency": 16, "warmup": 1_000, "amount": 10_000},
    "http": {"warmup": 1_000, "amount": 10_000},
}
PROVIDER = "rust-provider"


@dataclass(frozen=True, order=True)
class Turn:
    """What one set of processes parses."""

    object_type: str
    format: str


@dataclass
class _Found:
    p50_ns: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    timer_overhead_ns: int = 0
    allocated_bytes: float | None = None


def engines(options: Options, logs: Path) -> dict[str, list[Engine]]:
    """What each consumer announces."""
    with Stack.start(of_role("consumer"), ports="free", options=options, logs=logs) as stack, ExitStack() as open_here:
        return {server.name: open_here.enter_context(Client(server.url)).engines()[0].engines for server in stack.servers}


def measure(options: Options, known: Mapping[str, Sequence[Engine]], repetitions: int, logs: Path, told: Callable[[str, int, int], None]) -> dict[Key, Service]:
    """Each default engine in each condition, `repetitions` times; `told` hears what runs and how far it is.

    Each object type and format has fresh processes, as a fork of a benchmark tool has: what a JIT compiler learned of one is no burden to another.
    """
    found: defaultdict[Key, _Found] = defaultdict(_Found)
    turns = [Turn(*turn) for turn in sorted({(kind, engine.format) for engines in known.values() for engine in engines for kind in engine.object_types})]
    draw, total = random.Random(repetitions), repetitions * len(turns)
    for repetition in range(repetitions):
        draw.shuffle(turns)
        for done, turn in enumerate(turns, repetition * len(turns)):
            told(f"{turn.object_type} as {turn.format}", done, total)
            with Stack.start([*of_role("consumer"), PROVIDER], ports="free", options=options, logs=logs / str(done)) as stack:
                for key, condition, raw in _measured(stack, turn, known, draw):
                    _note(found[key], condition, raw)
    return {key: Service(dict(one.p50_ns), one.timer_overhead_ns, one.allocated_bytes) for key, one in found.items()}


def _measured(stack: Stack, turn: Turn, known: Mapping[str, Sequence[Engine]], draw: random.Random) -> Iterator[tuple[Key, str, dict[str, Any]]]:
    """The runs of one turn: both consumers warm up, then the conditions of both in a random order."""
    with ExitStack() as open_here:
        clients = {name: open_here.enter_context(Client(stack.url(name))) for name in known}
        chosen = {name: next(engine for engine in engines if engine.default and engine.format == turn.format) for name, engines in known.items()}
        runs = [(name, condition) for name in known for condition in CONDITIONS]
        draw.shuffle(runs)
        for name, condition in [*((name, "warm") for name in known), *runs]:
            _, raw = clients[name].run(_request(stack.url(PROVIDER), chosen[name], turn.object_type, REQUESTS[condition]))
            if condition != "warm":
                yield Key(turn.object_type, turn.format, stack.server(name).runtime, chosen[name].name), condition, raw


def _request(provider_url: str, engine: Engine, object_type: str, fields: dict[str, Any]) -> dict[str, Any]:
    fixed = {"provider_url": provider_url, "server_type": "rust", "object_type": object_type, "object_format": engine.format, "engine": engine.name}
    return {**fixed, **fields}


def _note(found: _Found, condition: str, raw: dict[str, Any]) -> None:
    found.p50_ns[condition].append(float(raw["parse"]["p50_ns"]))
    found.timer_overhead_ns = raw["parse"]["timer_overhead_ns"]
    found.allocated_bytes = raw["memory"].get("allocated_bytes_per_object", found.allocated_bytes)
