"""The servers of a round, and the runs that are made on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import SERVERS, Options, ServerSpec

from .rows import Parsed

#: Whose bodies are replayed.
PROVIDER = "rust-provider"
#: Makes a run in a process, named as in the round, of what it parses, and gives its answer as it came.
Run = Callable[[str, Parsed, Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Servers:
    """The provider's origin and runtime, and a client of each consumer, by its process's name."""

    provider_url: str
    provider_runtime: str
    clients: Mapping[str, Client]

    def run(self, process: str, parsed: Parsed, asked: Mapping[str, Any]) -> dict[str, Any]:
        """A `Run`. RunFailed, ServerError."""
        fixed = {"provider_url": self.provider_url, "server_type": self.provider_runtime, "engine": parsed.engine}
        what = {"object_type": parsed.object_type, "object_format": parsed.format}
        return self.clients[process].run({**what, **asked, **fixed})[1]


def consumer(name: str, process: str) -> ServerSpec:
    """A consumer by its name in the stack, as a process by another name."""
    return replace(next(spec for spec in SERVERS if spec.name == name), name=process)


@contextmanager
def ready(options: Options, consumers: Sequence[ServerSpec], logs: Path) -> Iterator[Servers]:
    """These consumers and the provider, started afresh and stopped after the block. SetupError, StackError."""
    provider = next(spec for spec in SERVERS if spec.name == PROVIDER)
    specs = [*consumers, provider]
    with Stack.start([spec.name for spec in specs], ports="free", options=options, logs=logs, servers=specs) as stack, ExitStack() as clients:
        yield Servers(stack.url(PROVIDER), provider.runtime, {spec.name: clients.enter_context(Client(stack.url(spec.name))) for spec in consumers})
