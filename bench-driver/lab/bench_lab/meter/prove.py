"""Runs the proof: the servers of the meter's builds, every case in each repetition, those that are compared back to back, all in a random order."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import BEHIND_A_PROXY, SERVERS, Options, ServerSpec, of_role

from .cases import LIBRARY, Case, Engines, Row, cases, engines, rows
from .relay import Relay

#: Where `make test-meter` puts the builds that hold the meter's engines.
BUILDS = {"rust": "rust-server/target/meter/release/rust-server", "java": "java-server/target/meter/java-server-meter.jar"}
#: Replayed by each consumer before the first repetition, so that it is warm.
WARM_UP = 200_000


@dataclass(frozen=True)
class Proof:
    """One consumer's table, and who it is."""

    consumer: str
    runtime_version: str
    timer_overhead_ns: int
    rows: list[Row]


def specs() -> list[ServerSpec]:
    """The consumers in their meter's builds, and the providers as they are."""
    return [spec if spec.role == "provider" else replace(spec, command=_metered(spec)) for spec in SERVERS]


def _metered(spec: ServerSpec) -> Callable[[Options], list[str]]:
    def command(options: Options) -> list[str]:
        build = options.root / BUILDS[spec.runtime]
        if not build.is_file():
            raise SetupError(f"{build} is missing", why="the meter's engines are in no usual build", do="run `make test-meter` at the repository's root")
        usual = spec.command(options)
        return [*usual[:-1], str(build)]

    return command


def prove(options: Options, repetitions: int, logs: Path, told: Callable[[str, int, int], None]) -> list[Proof]:
    """The proofs of all consumers. `told` hears what runs now, and how many of how many runs are done."""
    draw = random.Random(repetitions)
    with Stack.start(["rust-provider"], ports="free", options=options, logs=logs, env=BEHIND_A_PROXY) as providers, ExitStack() as open_here:
        provider = providers.servers[0]
        relay = open_here.enter_context(Relay(provider.url))
        consumers = of_role("consumer")
        allow = [provider.url, relay.url]
        stack = open_here.enter_context(Stack.start(consumers, ports="free", options=options, logs=logs, allow=allow, servers=specs()))
        metered = {name: _Metered(open_here.enter_context(Client(stack.url(name))), provider.url, relay) for name in consumers}
        total = repetitions * sum(together.times * len(together.cases) for consumer in metered.values() for together in consumer.cases)
        done = 0
        for name, consumer in metered.items():
            told(f"warming {name}", done, total)
            consumer.warm()
        for _ in range(repetitions):
            turns = [(name, together) for name, consumer in metered.items() for together in consumer.cases for _ in range(together.times)]
            draw.shuffle(turns)
            for name, together in turns:
                for case in draw.sample(together.cases, len(together.cases)):
                    told(f"{name}: {case.name}", done, total)
                    metered[name].run(case)
                    done += 1
        return [consumer.proof(name) for name, consumer in metered.items()]


class _Metered:
    """A consumer under proof: its engines, and the medians that it reported so far."""

    def __init__(self, client: Client, provider_url: str, relay: Relay) -> None:
        self._client, self._provider_url, self._relay = client, provider_url, relay
        self._said, _ = client.engines()
        self._known: Engines = engines([engine.name for engine in self._said.engines if engine.library == LIBRARY])
        if not (self._known.waits and self._known.slower):
            raise SetupError(f"{client.url} has none of the meter's engines", why="it is a usual build", do="run `make test-meter` at the repository's root")
        self.cases = cases(self._known)
        self._medians: defaultdict[str, list[float]] = defaultdict(list)
        self._overhead = 0

    def warm(self) -> None:
        """Parses until the compiler has done its work, by the engine as it is and by that which wraps it."""
        for engine in (self._known.wrapped, self._known.slower):
            self._request(Case("warm", {"source": "replay", "amount": WARM_UP, "engine": engine}))

    def run(self, case: Case) -> None:
        """Makes one run, and notes its median."""
        self._medians[case.name].append(self._request(case))

    def _request(self, case: Case) -> float:
        self._relay.delay_s, self._relay.piece = case.delay_s, case.piece
        target = self._relay.url if case.relayed else self._provider_url
        fixed = {"provider_url": target, "server_type": "rust", "object_type": "DummyObject", "object_format": "JSON"}
        result, _ = self._client.run({**fixed, **case.request})
        self._overhead = result.windows.timer_overhead_ns
        return float(result.windows.p50_ns)

    def proof(self, name: str) -> Proof:
        """The table of what was noted."""
        return Proof(name, self._said.runtime_version, self._overhead, rows(self._known, self._medians, self._overhead))
