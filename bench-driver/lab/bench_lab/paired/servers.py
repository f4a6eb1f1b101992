"""The servers of a round, what they parse, how they are warmed, and the runs made on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench_driver.errors import SetupError, UsageError
from bench_driver.model import answers
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.condition import CONDITIONS
from bench_driver.model.series import DECODE
from bench_driver.model.series import USUAL as USUAL_CHECKS
from bench_driver.plan.filters import USUAL
from bench_driver.plan.groups import slice_size
from bench_driver.plan.plan import Plan
from bench_driver.plan.request import Held
from bench_driver.servers.client import Client
from bench_driver.servers.contract import Engines
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import SERVERS, Options, ServerSpec, of_role

from .rows import CONDITION, Parsed

#: Whose bodies are replayed.
PROVIDER = "rust-provider"
#: Makes a run in a process, by its name in the round, and gives its answer, unchanged.
Run = Callable[[str, Parsed, Mapping[str, Any]], dict[str, Any]]
#: As a sweep holds it, but for the warm-up.
HELD = Held(warmup_run=10_000)
SEED = 1
#: Each process warms up by this many runs of all that it parses, since it may say nothing of what
#: it compiles, so that no pilot can find the number; and the objects of these together.
WARM_UP_RUNS = 10
WARM_UP = WARM_UP_RUNS * (HELD.warmup_run + HELD.warmup_slice)


@dataclass(frozen=True)
class Announced:
    """Everything that the consumers parse by some engines, and each server's word of itself."""

    parsed: tuple[Parsed, ...]
    servers: dict[str, dict[str, Any]]


def announced(consumer: str, said: Engines, names: Collection[str] = ()) -> list[Parsed]:
    """What a consumer parses by these engines, by `all` of the usual series, or by its defaults."""
    everything = "all" in names
    return [
        Parsed(consumer, object_type, engine.format, engine.name)
        for engine in said.engines
        if engine.operation == DECODE
        and (
            engine.name in names or (everything and USUAL_CHECKS in engine.series)
            if names
            else engine.default
        )
        for object_type in engine.object_types
        if object_type in USUAL
    ]


def ask(options: Options, logs: Path, names: Collection[str] = ()) -> Announced:
    """Starts the consumers, asks them, and stops them.

    Raises:
        UsageError: an engine's name fits nothing.
        SetupError, StackError: a consumer cannot start.
    """
    parsed: list[Parsed] = []
    servers = {}
    consumers = of_role("consumer")
    with Stack.start(consumers, ports="free", options=options, logs=logs) as stack:
        for server in stack.servers:
            with Client(server.url) as client:
                said, servers[server.name] = client.engines()
            parsed += announced(server.name, said, names)
    if unknown := set(names) - {"all", *(one.engine for one in parsed)}:
        raise UsageError(
            f"--engine {min(unknown)} fits nothing",
            why="no consumer parses whole objects by it",
            do="see `bench-driver servers engines`, or name all",
        )
    return Announced(tuple(sorted(parsed)), servers)


@dataclass(frozen=True)
class Servers:
    """The provider's origin and runtime, and a client of each consumer, by its process's name."""

    provider_url: str
    provider_runtime: str
    clients: Mapping[str, Client]

    def run(self, process: str, parsed: Parsed, request: Mapping[str, Any]) -> dict[str, Any]:
        """A `Run`. RunFailed, ServerError."""
        fixed = {"provider_url": self.provider_url, "server_type": self.provider_runtime}
        what = {"object_type": parsed.object_type, "object_format": parsed.format}
        return self.clients[process].run({**what, **request, **fixed, "engine": parsed.engine})[1]


def consumer(name: str, process: str, build: str = "") -> ServerSpec:
    """A consumer by its name in the stack, as a process by another name; `build` is Rust's."""
    spec = next(spec for spec in SERVERS if spec.name == name)

    def command(options: Options) -> list[str]:
        program = options.root / "rust-server" / "target" / build / "release" / "rust-server"
        if not program.is_file():
            raise SetupError(
                f"{program} is missing",
                why="it is no part of the usual build",
                do="run `make experiments` at the repository's root",
            )
        return [str(program)]

    return replace(spec, name=process, command=command if build else spec.command)


@contextmanager
def ready(options: Options, consumers: Sequence[ServerSpec], logs: Path) -> Iterator[Servers]:
    """These consumers and the provider, started afresh, until the block ends.

    Raises:
        SetupError, StackError: one cannot start.
    """
    provider = next(spec for spec in SERVERS if spec.name == PROVIDER)
    specs = [*consumers, provider]
    names = [spec.name for spec in specs]
    with (
        Stack.start(names, ports="free", options=options, logs=logs, servers=specs) as stack,
        ExitStack() as clients,
    ):
        by_name = {
            spec.name: clients.enter_context(Client(stack.url(spec.name))) for spec in consumers
        }
        yield Servers(stack.url(PROVIDER), provider.runtime, by_name)


def warm(number: int, processes: Mapping[str, Sequence[Parsed]], run: Run) -> dict[Parsed, int]:
    """Warms every process with all that it parses, as a sweep does as a round begins.

    Gives how many objects a slice of each is to have.
    """
    sides: dict[Cell, list[Contender]] = {}
    for name, each in processes.items():
        for parsed in each:
            sides.setdefault(parsed.cell, []).append(Contender(name))
    parses = {
        (name, one.object_type, one.format): one for name, each in processes.items() for one in each
    }
    plan = Plan(
        {cell: tuple(each) for cell, each in sides.items()},
        (PROVIDER,),
        groups=1,
        seed=SEED,
        held=HELD,
    )
    times: dict[Parsed, list[tuple[float, float]]] = {}
    runs = dict.fromkeys(plan.pairs, WARM_UP_RUNS)
    turns = (one for part in plan.parts(number) for one in plan.warm_up(number, part, runs))
    for turn, request in turns:
        name, cell = turn.contender.consumer, turn.cell
        parsed = parses[name, cell.object_type, cell.format]
        raw = run(name, parsed, request)
        whole_ns = 1e6 * max(1, answers.by_format(raw, "total_time_ms")) / raw["amount"]
        times.setdefault(parsed, []).append((float(raw["parse"]["p50_ns"]), whole_ns))
    return {
        parsed: slice_size(
            min(window for window, _ in result), min(whole for _, whole in result), HELD.variants
        ).amount
        for parsed, result in times.items()
    }


def slice_of(
    run: Run, process: str, parsed: Parsed, amount: int, variants: int = HELD.variants
) -> dict[str, Any]:
    """A slice's answer, as it came."""
    sizes = {"amount": amount, "warmup": HELD.warmup_slice, "variants": variants}
    return run(process, parsed, {**sizes, **CONDITIONS[CONDITION]})
