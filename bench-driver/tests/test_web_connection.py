"""Clients of `serve` that are slow, and requests that say two lengths, over real sockets."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from uvicorn.server import ServerState

from bench_driver.store.opening import open_store
from bench_driver.web import connection
from bench_driver.web.connection import Connection

from .serving import Served, checkout, served

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with open_store(str(folder / "e.sqlite")):
        pass
    with served(folder / "e.sqlite", BENCH_ROOT=str(checkout(folder / "checkout"))) as found:
        yield found


async def exchange(*parts: bytes, left: Callable[[], None] = lambda: None) -> tuple[bytes, float]:
    """What is answered to these parts until the server closes the connection, and how long that
    takes after the last, s.
    """

    async def app(scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            return left()
        await Response(body)(scope, receive, send)

    config = uvicorn.Config(app, log_level="critical", timeout_keep_alive=1)
    state = ServerState()
    listening = await asyncio.get_running_loop().create_server(
        lambda: Connection(config, state, {}), "127.0.0.1", 0
    )
    async with listening:
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        for part in parts:
            writer.write(part)
            await writer.drain()
            if part.endswith(b"\r\n\r\nhello"):
                await reader.readuntil(b"hello")
        since = time.monotonic()
        answer = await reader.read()
        writer.close()
        await asyncio.gather(*state.tasks)
        return answer, time.monotonic() - since


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "parts",
    [(), (HEAD,), (HEAD + b"\r\nhello", HEAD), (HEAD + b"\r\nhello", b"P")],
    ids=["no byte", "a head", "a second head", "the first byte of a second head"],
)
def test_a_head_that_does_not_end_closes_its_connection(
    parts: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SENDING_S", 0.2)
    assert asyncio.run(exchange(*parts))[0] == b""


@pytest.mark.timeout(30)
def test_a_body_that_does_not_end_closes_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SENDING_S", 0.2)
    gone: list[bool] = []
    assert asyncio.run(exchange(HEAD + b"\r\nhell", left=lambda: gone.append(True)))[0] == b""
    assert gone == [True], "whoever waits for it is told"


@pytest.mark.timeout(30)
def test_who_has_sent_all_may_wait_as_long_as_a_connection_may_be_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "SENDING_S", 0.2)
    assert asyncio.run(exchange(HEAD + b"\r\nhello"))[1] > 0.5, (
        "uvicorn's keep-alive of 1 s ends it, no limit of a head"
    )


def test_a_request_with_two_lengths_is_refused_and_what_follows_is_not_answered(
    server: Served,
) -> None:
    head = (
        "POST /api/run/rust-server HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        "5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    with socket.create_connection(
        (str(urlsplit(server.url).hostname), urlsplit(server.url).port or 0), timeout=60
    ) as client:
        client.sendall(f"{head}GET /api/sweeps.json HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answer = b"".join(iter(lambda: client.recv(65536), b"")).decode()
    assert answer.startswith("HTTP/1.1 400 ") and answer.count("HTTP/1.1 ") == 1
    assert '"code":"invalid_request"' in answer and "Content-Length and Transfer-Encoding" in answer
