"""Redis' protocol, as far as inserting and looking take it."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .connection import Documents

_WAITS_MS = 30000


class Refused(Exception):
    """The server answered with an error."""


class NotReplicated(Exception):
    """The replica did not confirm in time."""


class RedisConnection(Documents):
    """A document is a string under `d:key`."""

    def __init__(self, server: Mapping[str, Any], trial: str, form: str) -> None:
        super().__init__(server, trial, form)
        self._socket = socket.create_connection((server["host"], server["port"]))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        self._answers = self._socket.makefile("rb")
        self._ask([("AUTH", server["password"])])

    def insert(self, documents: Sequence[tuple[int, str]]) -> None:
        """WAIT goes in the same write as its documents, and answers once the replica has them."""
        asked: list[tuple[str, ...]] = [("SET", self._key(key), text) for key, text in documents]
        majority = self.server["acknowledgement"] == "majority"
        answers = self._ask([*asked, *([("WAIT", "1", str(_WAITS_MS))] if majority else [])])
        if majority and answers[-1] != 1:
            raise NotReplicated

    def has(self, key: int) -> bool:
        """EXISTS."""
        return self._ask([("EXISTS", self._key(key))]) == [1]

    def count(self) -> int:
        """DBSIZE: a trial begins with an empty database."""
        (count,) = self._ask([("DBSIZE",)])
        assert isinstance(count, int)
        return count

    def documents(self) -> Iterator[tuple[int, str]]:
        """By SCAN, which may give a key twice and never leaves one out."""
        cursor = b"0"
        while True:
            (answer,) = self._ask([("SCAN", cursor.decode(), "COUNT", "500")])
            cursor, keys = answer
            names = [key.decode() for key in keys]
            if names:
                (texts,) = self._ask([("MGET", *names)])
                for name, text in zip(names, texts, strict=True):
                    yield int(name.rpartition(":")[2]), text.decode()
            if cursor == b"0":
                return

    def _key(self, key: int) -> str:
        # Without the trial's name, whose length would be in each trial's bytes.
        return f"d:{key}"

    def _ask(self, commands: Sequence[Sequence[str]]) -> list[Any]:
        """Sends commands in one write, and reads all their answers."""
        parts = []
        for words in commands:
            parts.append(b"*%d\r\n" % len(words))
            for word in map(str.encode, words):
                parts.append(b"$%d\r\n%s\r\n" % (len(word), word))
        self._socket.sendall(b"".join(parts))
        answers = [self._answer() for _ in commands]
        for answer in answers:
            if isinstance(answer, Refused):
                raise answer
        return answers

    def _answer(self) -> Any:
        line = self._answers.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionResetError("the server closed the connection")
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            return Refused(rest.decode(errors="replace"))
        if kind == b":":
            return int(rest)
        if kind == b"$":
            length = int(rest)
            return None if length < 0 else self._answers.read(length + 2)[:-2]
        if kind == b"*":
            return [self._answer() for _ in range(int(rest))]
        return rest


connection = RedisConnection
