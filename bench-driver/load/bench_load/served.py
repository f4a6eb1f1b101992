"""What providers serve: endpoints, and the plain text of the same length beside each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import httpx

from bench_driver.errors import ServerError, UsageError
from bench_driver.plan.filters import choose_formats, choose_types
from bench_driver.servers.client import Client
from bench_driver.servers.contract import Engines
from bench_driver.servers.launch import Server, Stack
from bench_driver.servers.specs import Options

#: What is requested of a provider: an object, or as many letters.
OBJECT, TEXT = "object", "plain text"
KINDS = (OBJECT, TEXT)


@dataclass(frozen=True, order=True)
class Endpoint:
    """An object type in a format, and the bytes of its canonical object."""

    object_type: str
    format: str
    length: int

    def path(self, kind: str) -> str:
        """Where it is, or the text beside it."""
        return (
            f"/{self.format}Object/{self.object_type}"
            if kind == OBJECT
            else f"/plain_text?length={self.length}"
        )


@dataclass(frozen=True)
class Provider:
    """A provider that runs: its name, origin and process."""

    name: str
    url: str
    pid: int

    @classmethod
    def of(cls, server: Server) -> Provider:
        """A server of a stack."""
        return cls(server.name, server.url, server.process.pid)


@contextmanager
def started(options: Options, names: Sequence[str], logs: Path) -> Iterator[list[Provider]]:
    """These providers in fresh processes, stopped after the block. SetupError, StackError."""
    with Stack.start(names, ports="free", options=options, logs=logs) as stack:
        yield [Provider.of(stack.server(name)) for name in names]


def ask(
    options: Options,
    names: Sequence[str],
    object_types: Sequence[str],
    formats: Sequence[str],
    logs: Path,
) -> tuple[list[Endpoint], dict[str, Any]]:
    """The endpoints of these object types and formats, and what each provider says of itself.

    Raises:
        UsageError: there is none
        SetupError: a build is missing
        StackError: a provider does not start
    """
    with started(options, names, logs) as providers:
        said, raw = said_by({provider.name: provider.url for provider in providers})
        pairs = carried(said, object_types, formats)
        found = [
            Endpoint(kind, name, _length(providers[0].url, f"/{name}Object/{kind}"))
            for kind, name in pairs
        ]
    if not found:
        raise UsageError(
            "there is nothing to request",
            why="no such format carries such an object type",
            do="see `bench-driver servers engines`",
        )
    return sorted(found), raw


def said_by(urls: Mapping[str, str]) -> tuple[Engines, dict[str, Any]]:
    """What providers say of themselves, as it came, and the first as it is read.

    All serve the same.
    """
    with ExitStack() as clients:
        said = {name: clients.enter_context(Client(url)).engines() for name, url in urls.items()}
    return next(iter(said.values()))[0], {name: raw for name, (_, raw) in said.items()}


def carried(
    said: Engines, object_types: Sequence[str], formats: Sequence[str]
) -> list[tuple[str, str]]:
    """Each object type and format of a filter that a provider has; by default the usual ones.

    Raises:
        UsageError: a name fits nothing
    """
    there = {
        (kind, engine.format)
        for engine in said.engines
        if engine.default
        for kind in engine.object_types
    }
    kinds = choose_types(object_types, [kind.name for kind in said.object_types])
    names = choose_formats(formats, list(dict.fromkeys(engine.format for engine in said.engines)))
    return [pair for pair in product(kinds, names) if pair in there]


def _length(url: str, path: str) -> int:
    answer = httpx.get(url + path, trust_env=False, timeout=30)
    if answer.status_code != 200:
        raise ServerError(
            f"{url}{path} answers {answer.status_code}",
            why=answer.text[:200],
            do="run the contract tests: make test-live",
        )
    return len(answer.content)
