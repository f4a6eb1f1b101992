"""One live stack for all tests of this folder that a worker runs: the four real processes on free
ports, and the stubs that misbehave.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from bench_driver.servers import variables as environment
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_lab.endure import places, provoke
from bench_lab.endure.stub import StubProvider, answering

from ..fuzz.differential import others
from ..fuzz.wire import Pipe
from .facts import CONSUMERS

#: The files whose first test takes minutes. Begun first, none is left to one worker alone at the
#: end.
LONGEST = ("test_groups.py", "test_setups.py", "test_experiments.py")
#: Long, since the machine may be busy, and a provider that a test holds back is held for as long as
#: the test takes.
READ_TIMEOUT_MS = 60_000
#: One for all, since making one takes longer than what most tests ask for. It keeps no connection,
#: which a server may close for what was sent over it.
HTTP = httpx.Client(trust_env=False, timeout=60, headers={"Connection": "close"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, the others as they stand."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(scope="session", autouse=True)
def quick_jvms() -> Iterator[None]:
    """JVMs that compile once, which halves what they take to start: what is looked at here is right
    or wrong, not fast. The containers' tests take them as they are.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
        patch.setattr(environment, "SYSTEM", (*environment.SYSTEM, "JDK_JAVA_OPTIONS"))
        yield


@pytest.fixture(scope="session")
def stub() -> Iterator[StubProvider]:
    """A provider on the allow-list; each test gives it its behaviour by `reset`."""
    with StubProvider(answering(b"")) as provider:
        yield provider


@pytest.fixture(scope="session")
def unlisted() -> Iterator[StubProvider]:
    """A provider that no allow-list names."""
    with StubProvider(answering(b"")) as provider:
        yield provider


@pytest.fixture(scope="session")
def closed_origin() -> Iterator[str]:
    """An allow-listed origin where nobody listens."""
    with places.closed() as origin:
        yield origin


@pytest.fixture(scope="session")
def urls(stub: StubProvider, closed_origin: str) -> Iterator[dict[str, str]]:
    """The origin of each server of the stack, by its name."""
    with Stack.start(
        ports="free", allow=[stub.url, closed_origin], env={"READ_TIMEOUT_MS": str(READ_TIMEOUT_MS)}
    ) as stack:
        for consumer in CONSUMERS:  # which proves its engines now, so that no test waits for that
            prove_engines(stack.url(consumer))
        yield {server.name: server.url for server in stack.servers}


@pytest.fixture(scope="module")
def pipes(urls: dict[str, str]) -> Iterator[list[Pipe]]:
    """A connection to each consumer, which carries body after body to be decoded."""
    opened = [Pipe(consumer, urls[consumer]) for consumer in CONSUMERS]
    yield opened
    for pipe in opened:
        pipe.close()


@pytest.fixture(scope="module")
def other_engines(pipes: list[Pipe]) -> Iterator[list[Pipe]]:
    """The same to each of their engines that is no default."""
    with others((pipe.name, pipe.url) for pipe in pipes) as opened:
        yield opened


def prove_engines(url: str) -> None:
    """Has a server prove all of its engines."""
    with Client(url) as client:
        client.engines()


def request(provider: str, **changes: Any) -> dict[str, Any]:
    """A good body of `POST /triggerReqs`, with changes."""
    return provoke.request(provider, **{"amount": 10, **changes})


def trigger(
    consumer: str, provider: str, *, headers: dict[str, str] | None = None, **changes: Any
) -> httpx.Response:
    """One `POST /triggerReqs`."""
    return HTTP.post(
        f"{consumer}/triggerReqs", json=request(provider, **changes), headers=headers, timeout=120
    )


def said(url: str, sent: str) -> tuple[int, dict[str, Any]]:
    """The status that a server answers to these bytes, sent as they are, and its JSON; no JSON is
    an empty one.
    """
    target = urlsplit(url)
    with socket.create_connection(
        (str(target.hostname), int(target.port or 80)), timeout=60
    ) as client:
        client.sendall(sent.encode("latin-1"))
        answer = HTTPResponse(client)
        answer.begin()
        body = answer.read()
    return answer.status, dict(json.loads(body)) if body and "json" in (
        answer.headers["Content-Type"] or ""
    ) else {}
