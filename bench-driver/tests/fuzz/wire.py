"""Asks servers for verdicts, fast: one kept-alive connection a server, many requests written at
once, and no HTTP library between.

A server that answers none of a batch is asked again body by body, so that the one that silenced it
is known.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

from bench_driver.model.series import PARTIAL
from bench_driver.servers.contract import Engine

TIMEOUT_S = 20.0
#: Of a batch, at most so much is written before anything is read, so that neither side waits for
#: the other to read.
BATCH_BYTES = 120_000
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass(frozen=True)
class Body:
    """Bytes for `POST /decode/<format>/<object type>`."""

    format: str
    object_type: str
    data: bytes


@dataclass(frozen=True)
class Verdict:
    """What a server said of a body: `status` 0 where it did not answer."""

    status: int
    answer: bytes

    @property
    def read(self) -> bool:
        return self.status == 200

    def who(self) -> str:
        """`reads it`, `guard`, `engine`, or what else happened."""
        if self.read:
            return "reads it"
        if self.status == 422:
            return str(json.loads(self.answer)["refused_by"])
        return f"status {self.status}" if self.status else "no answer"

    def detail(self) -> str:
        """What a person is told; for an object that was read, the object."""
        text = self.answer.decode(errors="replace")
        return text if self.read or not self.status else str(json.loads(text)["detail"])

    def object(self) -> object:
        """The object that was read, with numbers as doubles or integers, and fields as pairs in
        order.
        """
        return json.loads(self.answer, object_pairs_hook=tuple)

    def excerpt(self, pointers: Sequence[str]) -> Verdict:
        """The same of the fields alone to which these lead."""
        whole = json.loads(self.answer)
        return Verdict(
            self.status,
            json.dumps({pointer: led_to(whole, pointer) for pointer in pointers}).encode(),
        )


def led_to(value: Any, pointer: str) -> Any:
    """What a JSON Pointer leads to; None where there is nothing."""
    for name in pointer.split("/")[1:]:
        within = (
            {str(place): item for place, item in enumerate(value)}
            if isinstance(value, list)
            else value or {}
        )
        value = within.get(name)
    return value


def same(a: Verdict, b: Verdict) -> bool:
    """Whether two servers said the same: who refuses it, or the same object.

    How each spells a double is its own affair.
    """
    if a.status != b.status:
        return False
    if a.read:
        return a.answer == b.answer or repr(a.object()) == repr(b.object())
    return a.who() == b.who()


class Pipe:
    """A connection to one server, and there to the default engine of each format, or to one engine."""

    def __init__(
        self,
        name: str,
        url: str,
        engine: Engine | None = None,
        excerpts: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.name = f"{name}, {engine.name}" if engine else name
        self.url, self.engine, self._excerpts = url, engine, excerpts or {}
        target = urlsplit(url)
        self._address = (target.hostname or "", target.port or 80)
        self._socket: socket.socket | None = None
        self._buffer = bytearray()

    def takes(self, body: Body) -> bool:
        """Whether its engine reads the body's format and object type."""
        return self.engine is None or (
            body.format == self.engine.format and body.object_type in self.engine.object_types
        )

    def due(self, body: Body, verdict: Verdict) -> Verdict:
        """What its engine must say of a body of which a default engine says that."""
        if self.engine is None or self.engine.operation != PARTIAL or not verdict.read:
            return verdict
        return verdict.excerpt(self._excerpts[body.object_type])

    def write(self, bodies: Sequence[Body]) -> None:
        """Sends requests; what goes wrong shows when answers are read."""
        head = b"POST /decode/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
        lines = [head % (self._path(body), len(body.data), body.data) for body in bodies]
        try:
            self._connected().sendall(b"".join(lines))
        except OSError:
            self.close()

    def read(self, bodies: Sequence[Body]) -> list[Verdict]:
        """The answers to what was written."""
        verdicts: list[Verdict] = []
        try:
            while len(verdicts) < len(bodies):
                verdicts.append(self._answer())
        except OSError:
            self.close()
            verdicts += [self._alone(body) for body in bodies[len(verdicts) :]]
        return verdicts

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._socket:
            self._socket.close()
        self._socket = None
        self._buffer.clear()

    def _path(self, body: Body) -> bytes:
        engine = f"?engine={self.engine.name}" if self.engine else ""
        return f"{body.format}/{body.object_type}{engine}".encode()

    def _connected(self) -> socket.socket:
        if self._socket is None:
            self._socket = socket.create_connection(self._address, TIMEOUT_S)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._socket

    def _alone(self, body: Body) -> Verdict:
        try:
            self.write([body])
            return self._answer()
        except OSError:
            self.close()
            return Verdict(0, b"")

    def _answer(self) -> Verdict:
        head = self._until_head()
        length = _LENGTH.search(self._buffer, 0, head)
        if length is None:
            raise ConnectionError("an answer without a length")
        status, end = int(self._buffer[9:12]), head + 4 + int(length[1])
        while len(self._buffer) < end:
            self._receive()
        answer = bytes(self._buffer[head + 4 : end])
        del self._buffer[:end]
        return Verdict(status, answer)

    def _until_head(self) -> int:
        while (head := self._buffer.find(b"\r\n\r\n")) < 0:
            self._receive()
        return head

    def _receive(self) -> None:
        if self._socket is None:
            raise ConnectionError("it was closed before")
        data = self._socket.recv(262_144)
        if not data:
            raise ConnectionError("the server closed the connection")
        self._buffer += data


def ask(pipes: Sequence[Pipe], bodies: Sequence[Body]) -> list[tuple[Verdict, ...]]:
    """Each body's verdicts, in the order of the pipes; all servers work at the same time."""
    verdicts: list[tuple[Verdict, ...]] = []
    at = 0
    while at < len(bodies):
        end, size = at + 1, len(bodies[at].data)
        while end < len(bodies) and size + len(bodies[end].data) < BATCH_BYTES:
            size += len(bodies[end].data)
            end += 1
        batch = bodies[at:end]
        for pipe in pipes:
            pipe.write(batch)
        verdicts += zip(*(pipe.read(batch) for pipe in pipes), strict=True)
        at = end
    return verdicts
