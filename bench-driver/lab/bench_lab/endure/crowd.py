"""Crowds at a server, as a program of its own that takes no time from whoever watches the server.

`python -m bench_lab.endure.crowd KIND URL NUMBER [TARGET]` says `standing` once a connection is
made, ends when its standard input does, and then says what it saw, as a line of JSON.
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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from bench_driver.model.formats import USUAL

#: What crowds ask a provider for, in turn.
PATHS = [f"/{name}Object/{number}" for name in USUAL for number in (1, 2)]
#: Time between two bytes of whoever is slow, and before a lost connection is opened anew, s.
PACE_S, AGAIN_S = 0.5, 0.1
#: Answers that a slow reader asks for; its receive buffer and segments, bytes, which are small,
#: since the server's send buffer grows with them.
UNREAD, BUFFER, SEGMENT = 40, 4096, 536
#: Answers of a MiB that a client asks for who reads none.
LARGE = 8

Seen = Counter[str]
_Reader = asyncio.StreamReader
_Writer = asyncio.StreamWriter


async def clients(url: str, number: int, seen: Seen, _: str) -> None:
    """Asks for objects without pause, and wants the same bytes each time."""
    reader, writer = await _opened(url)
    first: dict[str, bytes] = {}
    while True:
        for path in PATHS[number % len(PATHS) :] + PATHS[: number % len(PATHS)]:
            status, body = await _exchange(reader, writer, _head("GET", path))
            right = status == 200 and first.setdefault(path, body) == body
            seen["answers" if right else "wrong"] += 1


async def idle(url: str, _: int, seen: Seen, __: str) -> None:
    """Says nothing."""
    reader, _writer = await _opened(url)
    await _ended(reader, seen)


async def slow_readers(url: str, _: int, seen: Seen, __: str) -> None:
    """Asks for much and reads a byte now and then."""
    reader, writer = await asyncio.open_connection(sock=await _small(url, SEGMENT), limit=1)
    writer.write(_head("GET", "/XMLObject/2") * UNREAD)
    with _held(seen):
        while await reader.read(1):
            seen["bytes"] += 1
            await asyncio.sleep(PACE_S)


async def non_readers(url: str, _: int, seen: Seen, __: str) -> None:
    """Asks for many large answers, and reads a byte of them."""
    loop, ask = asyncio.get_running_loop(), _head("GET", "/plain_text?length=1048576")
    with await _small(url) as connection:
        await loop.sock_sendall(connection, ask * LARGE)
        if await loop.sock_recv(connection, 1):
            with _held(seen):  # until a reset, which is seen without a read
                while not connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    await asyncio.sleep(PACE_S)


async def slow_writers(url: str, number: int, seen: Seen, __: str) -> None:
    """Sends a request that never ends: its head, or the body of a run or of bytes to decode."""
    reader, writer = await _opened(url)
    runs, decoded = (_head("POST", path, 4000) for path in ("/triggerReqs", "/decode/JSON/2"))
    heads = b"GET /health_check HTTP/1.1\r\nX-More: ", runs + b"{", decoded + b"{"
    writer.write(heads[number % 3])
    trickle = asyncio.ensure_future(_trickle(writer))
    try:
        await _ended(reader, seen)
    finally:
        trickle.cancel()


async def flood(url: str, _: int, seen: Seen, target: str) -> None:
    """Triggers runs without pause; while one is in progress, each gets 409."""
    kind = {"object_format": "JSON", "server_type": "rust", "object_type": "DummyObject"}
    body = json.dumps({"amount": 1, "provider_url": target, **kind}).encode()
    request = _head("POST", "/triggerReqs", len(body)) + body
    reader, writer = await _opened(url)
    while True:
        status, _body = await _exchange(reader, writer, request)
        seen[{409: "busy", 200: "runs"}.get(status, "wrong")] += 1


_KINDS = (clients, idle, slow_readers, non_readers, slow_writers, flood)
KINDS = {kind.__name__.replace("_", "-"): kind for kind in _KINDS}


def _head(method: str, path: str, length: int | None = None) -> bytes:
    body = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{body}\r\n".encode()


async def _opened(url: str) -> tuple[_Reader, _Writer]:
    target = urlsplit(url)
    return await asyncio.open_connection(target.hostname, target.port)


async def _small(url: str, segment: int = 0) -> socket.socket:
    """A connection that takes in little."""
    result, target = socket.socket(), urlsplit(url)
    result.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    if segment:
        result.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
    result.setblocking(False)
    await asyncio.get_running_loop().sock_connect(result, (target.hostname, target.port))
    return result


async def _exchange(reader: _Reader, writer: _Writer, request: bytes) -> tuple[int, bytes]:
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    _, _, length = head.partition(b"\r\ncontent-length:")
    count = int(length.split(b"\r\n")[0] or 0)
    return int(head.split(b" ", 2)[1]), await reader.readexactly(count)


async def _trickle(writer: _Writer) -> None:
    with suppress(OSError):
        while True:
            writer.write(b" ")
            await asyncio.sleep(PACE_S)


@contextmanager
def _held(seen: Seen) -> Iterator[None]:
    seen["held"] += 1
    try:
        yield
    finally:
        seen["held"] -= 1


async def _ended(reader: _Reader, seen: Seen) -> None:
    """Waits until the server ends the connection, and counts what it says to it."""
    with _held(seen):
        said = await reader.read(12)
        while await reader.read(65_536):
            pass
        if said:
            seen[f"told {said[9:12].decode(errors='replace')}"] += 1


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

    def listen() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(end.set)

    threading.Thread(target=listen, daemon=True).start()
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


if __name__ == "__main__":
    os.nice(5)  # where CPUs are few, the servers come first
    _, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_hard, _hard))  # for a thousand connections
    _kind, _url, _number, *_target = sys.argv[1:]
    print(json.dumps(asyncio.run(_main(_kind, _url, int(_number), "".join(_target)))), flush=True)
