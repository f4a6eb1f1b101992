"""Runs the proof: the servers of the meter's builds, and every case in each repetition."""

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

from ..claims import Line
from .cases import LIBRARY, Case, Engines, cases, engines, lines
from .relay import Relay

#: Where `make test-meter` puts the builds that hold the meter's engines.
BUILDS = {
    "rust": "rust-server/target/meter/release/rust-server",
    "java": "java-server/target/meter/java-server-meter.jar",
}
#: Replayed by each consumer before the first repetition, so that it is warm.
WARM_UP = 200_000
HEAD = ("claim", "measured", "allowed")
_DO = "run `make test-meter` at the repository's root"


@dataclass(frozen=True)
class Proof:
    """One consumer's table, and who it is."""

    title: str
    lines: list[Line]


def _metered(spec: ServerSpec) -> ServerSpec:
    """A consumer in its meter's build; a provider as it is."""

    def command(options: Options) -> list[str]:
        build = options.root / BUILDS[spec.runtime]
        if not build.is_file():
            why = "the meter's engines are in no usual build"
            raise SetupError(f"{build} is missing", why=why, do=_DO)
        return [*spec.command(options)[:-1], str(build)]

    return spec if spec.role == "provider" else replace(spec, command=command)


def prove(
    options: Options, repetitions: int, logs: Path, shown: Callable[[str, int, int], None]
) -> list[Proof]:
    """The proofs of all consumers; what is compared runs back to back, all in random order."""
    draw, names = random.Random(repetitions), of_role("consumer")
    with (
        Stack.start(
            ["rust-provider"], ports="free", options=options, logs=logs, env=BEHIND_A_PROXY
        ) as providers,
        ExitStack() as block,
    ):
        url = providers.servers[0].url
        relay = block.enter_context(Relay(url))
        stack = block.enter_context(
            Stack.start(
                names,
                ports="free",
                options=options,
                logs=logs,
                allow=[url, relay.url],
                servers=map(_metered, SERVERS),
            )
        )
        consumers = {
            name: _Metered(block.enter_context(Client(stack.url(name))), url, relay)
            for name in names
        }
        total = repetitions * sum(
            len(each) * times for one in consumers.values() for each, times in one.cases
        )
        done = 0
        for name, consumer in consumers.items():
            shown(f"warming {name}", done, total)
            consumer.warm()
        for _ in range(repetitions):
            turns = [
                (name, each)
                for name, consumer in consumers.items()
                for each, times in consumer.cases
                for _ in range(times)
            ]
            draw.shuffle(turns)
            for name, each in turns:
                for case in draw.sample(each, len(each)):
                    shown(f"{name}: {case.name}", done, total)
                    consumers[name].run(case)
                    done += 1
        return [consumer.proof(name) for name, consumer in consumers.items()]


class _Metered:
    """A consumer under proof: its engines, and the medians that it reported so far."""

    def __init__(self, client: Client, provider_url: str, relay: Relay) -> None:
        self._client, self._provider_url, self._relay = client, provider_url, relay
        self._said, _ = client.engines()
        own = [engine.name for engine in self._said.engines if engine.library == LIBRARY]
        self._engines: Engines = engines(own)
        if not (self._engines.waits and self._engines.slower):
            what = f"{client.url} has none of the meter's engines"
            raise SetupError(what, why="it is a usual build", do=_DO)
        self.cases = cases(self._engines)
        self._medians: defaultdict[str, list[float]] = defaultdict(list)
        self._overhead = 0

    def warm(self) -> None:
        """Parses until the compiler has done its work, by the engine and by the slower one."""
        for engine in (self._engines.wrapped, self._engines.slower):
            request = {"source": "replay", "amount": WARM_UP, "engine": engine}
            self._request(Case("warm", request))

    def run(self, case: Case) -> None:
        """Makes one run, and notes its median."""
        self._medians[case.name].append(self._request(case))

    def _request(self, case: Case) -> float:
        self._relay.delay_s, self._relay.piece = case.delay_s, case.piece
        target = self._relay.url if case.relayed else self._provider_url
        kind = {"server_type": "rust", "object_type": "DummyObject", "object_format": "JSON"}
        result, _ = self._client.run({"provider_url": target, **kind, **case.request})
        self._overhead = result.windows.timer_overhead_ns
        return float(result.windows.p50_ns)

    def proof(self, name: str) -> Proof:
        """The table of what was noted."""
        title = f"{name} on {self._said.runtime_version}; empty window {self._overhead} ns"
        return Proof(title, lines(self._engines, self._medians, self._overhead))
