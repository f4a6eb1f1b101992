"""One live stack for all tests of this folder: the four real processes on free ports, and the stubs that misbehave."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bench_driver.endure.stub import StubProvider, answering
from bench_driver.stack import Stack

READ_TIMEOUT_MS = 1500


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
    """An allow-listed origin where nobody listens: the port stays bound, so that nobody else takes it."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"


@pytest.fixture(scope="session")
def urls(stub: StubProvider, closed_origin: str) -> Iterator[dict[str, str]]:
    """The origin of each server of the stack, by its name."""
    with Stack.start(ports="free", allow=[stub.url, closed_origin], env={"READ_TIMEOUT_MS": str(READ_TIMEOUT_MS)}) as stack:
        yield {server.name: server.url for server in stack.servers}


def request(provider: str, **changes: Any) -> dict[str, Any]:
    """A good body of `POST /triggerReqs`, with changes."""
    return {
        "amount": 10,
        "provider_url": provider,
        "object_format": "JSON",
        "server_type": "rust",
        "object_type": "DummyObject",
        **changes,
    }


def trigger(consumer: str, provider: str, *, headers: dict[str, str] | None = None, **changes: Any) -> httpx.Response:
    """One `POST /triggerReqs`."""
    return httpx.post(f"{consumer}/triggerReqs", json=request(provider, **changes), headers=headers, timeout=120)
