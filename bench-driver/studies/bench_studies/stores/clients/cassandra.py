"""Cassandra's native protocol, version 4, as far as statements without values take it."""

from __future__ import annotations

import io
import json
import socket
import struct
import time
from collections.abc import Mapping
from typing import Any, BinaryIO

from .connection import Connection

_ERROR, _STARTUP, _AUTHENTICATE, _QUERY, _AUTH_RESPONSE = 0x00, 0x01, 0x03, 0x07, 0x0F
_LEVELS = {"ONE": 1, "QUORUM": 4, "ALL": 5}
_HEADER, _ROWS, _WARNS = struct.Struct(">BBhBi"), 2, 0x08
#: How long a server may take to listen, and to answer.
_LISTENS_S, _ANSWERS_S = 10.0, 120.0


class Refused(Exception):
    """The server answered with an error."""


class CassandraConnection(Connection):
    """Logs in before its first statement: a node whose ring has no user yet answers already."""

    def __init__(self, server: Mapping[str, Any], trial: str, form: str) -> None:
        super().__init__(server, trial, form)
        self._socket = _connected(server["host"], server["port"])
        self._answers = self._socket.makefile("rb")
        code, _ = self._send(_STARTUP, b"\0\1\0\x0bCQL_VERSION\0\x053.0.0")
        self._secret = code == _AUTHENTICATE

    def ask(self, statement: str, level: str = "ONE") -> list[Any]:
        """The rows of a `select json`; none of any other statement."""
        if self._secret:
            token = f"\0cassandra\0{self.server['password']}".encode()
            self._send(_AUTH_RESPONSE, struct.pack(">i", len(token)) + token)
            self._secret = False
        text = statement.encode()
        query = struct.pack(">i", len(text)) + text + struct.pack(">HB", _LEVELS[level], 0)
        return _rows(io.BytesIO(self._send(_QUERY, query)[1]))

    def _send(self, code: int, body: bytes) -> tuple[int, bytes]:
        self._socket.sendall(_HEADER.pack(4, 0, 0, code, len(body)) + body)
        _, flags, _, answer, length = _HEADER.unpack(self._answers.read(_HEADER.size))
        content = self._answers.read(length)
        if flags & _WARNS:
            content = _without_warnings(content)
        if answer == _ERROR:
            (size,) = struct.unpack_from(">H", content, 4)
            raise Refused(content[6 : 6 + size].decode(errors="replace"))
        return answer, content


def _connected(host: str, port: int) -> socket.socket:
    deadline = time.monotonic() + _LISTENS_S
    while True:
        try:
            return socket.create_connection((host, port), timeout=_ANSWERS_S)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _rows(result: BinaryIO) -> list[Any]:
    if _int(result) != _ROWS:
        return []
    result.read(8)  # flags, and one column: `select json` gives no other
    for _ in range(3):  # keyspace, table, column
        result.read(int.from_bytes(result.read(2)))
    result.read(2)  # its type
    return [json.loads(result.read(_int(result))) for _ in range(_int(result))]


def _without_warnings(content: bytes) -> bytes:
    rest = io.BytesIO(content)
    for _ in range(int.from_bytes(rest.read(2))):
        rest.read(int.from_bytes(rest.read(2)))
    return rest.read()


def _int(data: BinaryIO) -> int:
    return int.from_bytes(data.read(4), signed=True)


connection = CassandraConnection
