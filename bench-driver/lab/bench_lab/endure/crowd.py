"""Crowds at a server: clients that ask without pause, and connections that ask for nothing, read slowly, write slowly, or trigger runs without end.

A crowd is a program of its own, so that it takes no time from whoever watches the server: `python -m bench_lab.endure.crowd KIND URL NUMBER [TARGET]`.
It says `standing` once a connection of its is made, ends when its standard input does, and then says what it saw, as a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias
from urllib.parse import urlsplit

#: What crowds ask a provider for, in turn.
PATHS = [f"/{name}Object/{number}" for name in ("JSON", "BSON", "XML") for number in (1, 2)]
#: So long lie between two bytes of whoever is slow, s; and before a connection that the server ended is opened anew.
PACE_S, AGAIN_S = 0.5, 0.1
#: Answers that a slow reader asks for without reading them; its receive buffer, and the segments it wants, bytes: the server's send buffer grows with these.
UNREAD, BUFFER, SEGMENT = 40, 4096, 536
#: Answers of a MiB that a client asks for who reads none.
LARGE = 8

Seen = Counter[str]
_Reader: TypeAlias = asyncio.StreamReader
_Writer: TypeAlias = asyncio.StreamWriter


async def clients(url: str, number: int, seen: Seen, _: str) -> None:
    """One of those that ask for objects without pause, and want the same bytes each time."""
    reader, writer = await _opened(url)
    first: dict[str, bytes] = {}
    while True:
        for path in PATHS[number % len(PATHS) :] + PATHS[: number % len(PATHS)]:
            status, body = await _exchange(reader, writer, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            seen["answers" if status == 200 and first.setdefault(path, body) == body else "wrong"] += 1


async def idle(url: str, _: int, seen: Seen, __: str) -> None:
    """A connection that says nothing."""
    reader, _writer = await _opened(url)
    await _held(reader, seen)


async def slow_readers(url: str, _: int, seen: Seen, __: str) -> None:
    """A connection that asks for much and reads a byte now and then."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    made.setblocking(False)
    target = urlsplit(url)
    await asyncio.get_running_loop().sock_connect(made, (target.hostname, target.port))
    reader, writer = await asyncio.open_connection(sock=made, limit=1)
    writer.write(b"GET /XMLObject/2 HTTP/1.1\r\nHost: localhost\r\n\r\n" * UNREAD)
    seen["held"] += 1
    try:
        while await reader.read(1):
            seen["bytes"] += 1
            await asyncio.sleep(PACE_S)
    finally:
        seen["held"] -= 1


async def non_readers(url: str, _: int, seen: Seen, __: str) -> None:
    """A connection that asks for many large answers, and reads a byte of them."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    made.setblocking(False)
    target, loop = urlsplit(url), asyncio.get_running_loop()
    with made:
        await loop.sock_connect(made, (target.hostname, target.port))
        await loop.sock_sendall(made, b"GET /plain_text?length=1048576 HTTP/1.1\r\nHost: localhost\r\n\r\n" * LARGE)
        if not await loop.sock_recv(made, 1):
            return
        seen["held"] += 1
        try:
            while not made.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):  # a reset, which is seen without a read
                await asyncio.sleep(PACE_S)
        finally:
            seen["held"] -= 1


async def slow_writers(url: str, number: int, seen: Seen, __: str) -> None:
    """A connection whose request never ends: one in three trickles its head, the others the body of a run or of bytes to decode."""
    reader, writer = await _opened(url)
    heads = {
        0: "GET /health_check HTTP/1.1\r\nX-More: ",
        1: "POST /triggerReqs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{",
        2: "POST /decode/JSON/2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n{",
    }
    writer.write(heads[number % 3].encode())
    trickle = asyncio.ensure_future(_trickle(writer))
    try:
        await _held(reader, seen)
    finally:
        trickle.cancel()


async def flood(url: str, _: int, seen: Seen, target: str) -> None:
    """One of those that trigger runs without pause; while one is in progress, each gets 409."""
    body = json.dumps({"amount": 1, "provider_url": target, "object_format": "JSON", "server_type": "rust", "object_type": "DummyObject"}).encode()
    reader, writer = await _opened(url)
    head = f"POST /triggerReqs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    while True:
        status, _body = await _exchange(reader, writer, head + body)
        seen["busy" if status == 409 else "runs" if status == 200 else "wrong"] += 1


KINDS: dict[str, Callable[[str, int, Seen, str], Awaitable[None]]] = {
    "clients": clients, "idle": idle, "slow-readers": slow_readers, "non-readers": non_readers,
    "slow-writers": slow_writers, "flood": flood,
}  # fmt: skip


async def _opened(url: str) -> tuple[_Reader, _Writer]:
    target = urlsplit(url)
    return await asyncio.open_connection(target.hostname, target.port)


async def _exchange(reader: _Reader, writer: _Writer, request: bytes) -> tuple[int, bytes]:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return int(head.split(b" ", 2)[1]), await reader.readexactly(int(lengths[0]) if lengths else 0)


async def _trickle(writer: _Writer) -> None:
    with suppress(OSError):
        while True:
            writer.write(b" ")
            await asyncio.sleep(PACE_S)


async def _held(reader: _Reader, seen: Seen) -> None:
    """Waits until the server ends the connection, and counts what it says to it."""
    seen["held"] += 1
    try:
        said = await reader.read(12)
        while await reader.read(65_536):
            pass
        if said:
            seen[f"told {said[9:12].decode(errors='replace')}"] += 1
    finally:
        seen["held"] -= 1


async def _again(kind: str, url: str, number: int, seen: Seen, target: str) -> None:
    """One of the crowd, who comes back whenever the server ends the connection."""
    while True:
        try:
            await KINDS[kind](url, number, seen, target)
            seen["ended by the server"] += 1
        except (OSError, EOFError):  # refused, reset, cut
            seen["broken"] += 1
        except (ValueError, IndexError):  # no HTTP
            seen["wrong"] += 1
        await asyncio.sleep(AGAIN_S)


async def _main(kind: str, url: str, number: int, target: str) -> Seen:
    seen: Seen = Counter()
    end, loop = asyncio.Event(), asyncio.get_running_loop()
    threading.Thread(target=lambda: (sys.stdin.read(), loop.call_soon_threadsafe(end.set)), daemon=True).start()
    crowd = [asyncio.ensure_future(_again(kind, url, one, seen, target)) for one in range(number)]
    while not (seen or end.is_set()):
        await asyncio.sleep(0.01)
    print("standing", flush=True)
    await end.wait()
    last = Counter(seen)
    for one in crowd:
        one.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    return last


def _prepare() -> None:
    """A thousand connections want more files than many a shell allows; and where CPUs are few, the servers come first."""
    os.nice(5)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    _prepare()
    _kind, _url, _number, *_target = sys.argv[1:]
    print(json.dumps(asyncio.run(_main(_kind, _url, int(_number), "".join(_target)))), flush=True)
