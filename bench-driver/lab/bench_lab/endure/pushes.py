"""An ingest as its sender sees it, and senders that break its rules."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

#: For so long a run that was left may still hold the server, s.
PATIENCE_S = 10.0
#: What an ingest is opened for, where nothing else is asked.
INGEST: Mapping[str, Any] = {
    "amount": 3,
    "object_format": "JSON",
    "server_type": "rust",
    "object_type": "DummyObject",
}


class Ingest:
    """An ingest that is open."""

    def __init__(self, client: httpx.Client, url: str, lines: Iterator[str]) -> None:
        self.url, self._client, self._lines = url, client, lines
        event = json.loads(next(lines))
        assert event["event"] == "opened" and len(event["token"]) == 32, event
        self.path = f"/ingests/{event['token']}"

    def _post(self, path: str, content: bytes) -> int:
        return self._client.post(f"{self.url}{self.path}{path}", content=content).status_code

    def frames(self, *objects: bytes, more: bytes = b"") -> int:
        """The status of one request of objects, numbered from 0, and then these bytes."""
        return self._post("/frames", b"".join(map(framed, objects, range(len(objects)))) + more)

    def object(self, number: Any, content: bytes) -> int:
        """The status of a request of one object."""
        return self._post(f"/objects/{number}", content)

    def raw(self, head: str, content: bytes, port: int = 0) -> socket.socket:
        """Begins a request of frames of one's own making, from this port, or from any."""
        place = urlsplit(self.url)
        connection = socket.create_connection(
            (place.hostname, place.port), timeout=30, source_address=("", port)
        )
        line = f"POST {self.path}/frames HTTP/1.1\r\nHost: {place.netloc}\r\n"
        connection.sendall(f"{line}{head}\r\n\r\n".encode() + content)
        return connection

    def end(self) -> dict[str, Any]:
        """Its last event."""
        last = [json.loads(line) for line in self._lines][-1]
        assert last["event"] in ("result", "problem"), last
        return dict(last)


def framed(content: bytes, number: int) -> bytes:
    """An object as a frame."""
    return len(content).to_bytes(4, "big") + number.to_bytes(4, "big") + content


@contextmanager
def opened(client: httpx.Client, url: str, **changes: Any) -> Iterator[Ingest]:
    """An ingest, open within the block, once a run that was left has ended.

    Raises:
        AssertionError: it may not be opened.
    """
    deadline, body = time.monotonic() + PATIENCE_S, {**INGEST, **changes}
    while True:
        with client.stream("POST", f"{url}/ingests", json=body) as answer:
            if answer.status_code != 409 or time.monotonic() > deadline:
                assert answer.status_code == 200, answer.read()
                assert answer.headers["content-type"] == "application/x-ndjson"
                yield Ingest(client, url, answer.iter_lines())
                return
        time.sleep(0.01)


#: Of a golden object a sender's request, and the code that the ingest ends in, without a timeout.
BREAKS: Mapping[str, tuple[Callable[[Ingest, bytes], int], str]] = {
    "an object of no bytes": (lambda to, good: to.frames(good, b""), "sender_broken"),
    "a length beyond the cap": (
        lambda to, good: to.frames(good, more=b"\xff" * 8),
        "sender_broken",
    ),
    "a frame that is cut": (
        lambda to, good: to.frames(good, more=framed(good, 1)[:20]),
        "sender_broken",
    ),
    "a number that no object has": (lambda to, good: to.object(3, good), "sender_broken"),
    "an empty request of one object": (lambda to, _: to.object(0, b""), "sender_broken"),
    "one object beyond the cap": (lambda to, _: to.object(0, b"[" * 70_000), "sender_broken"),
    "bytes that the guard refuses": (
        lambda to, good: to.frames(good, b"[" * 5000),
        "deserialize_failed",
    ),
    "another object": (
        lambda to, good: to.frames(good, good.replace(b'"index":0', b'"index":1')),
        "deserialize_failed",
    ),
}
