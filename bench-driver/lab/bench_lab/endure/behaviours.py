"""How a provider misbehaves over time: too slowly, without an end, or by breaking off. What it merely says is in `failures`."""

from __future__ import annotations

import socket
import struct
from itertools import repeat

from .stub import Behaviour

#: So long lie between two bytes of a provider that trickles, s.
PACE_S = 0.05


def hung_up(connection: socket.socket, seconds: float) -> bool:
    """Waits so long, or until the consumer closes its side, which it says."""
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    finally:
        connection.settimeout(None)


def close(_: socket.socket, __: int) -> bool:
    """Closes without a word."""
    return False


def reset(connection: socket.socket, _: int) -> bool:
    """Ends the connection by RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


def silent(connection: socket.socket, _: int) -> bool:
    """Never answers."""
    hung_up(connection, 60)
    return False


def trickling(data: bytes, at_once: int = 0) -> Behaviour:
    """Sends the first bytes at once and the others one by one, so slowly that no read waits long."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.sendall(data[:at_once])
        for byte in data[at_once:]:
            connection.sendall(bytes([byte]))
            if hung_up(connection, PACE_S):
                return False
        return False

    return behave


def endless(start: bytes, piece: bytes) -> Behaviour:
    """Sends the start, and then the piece until the consumer hangs up."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.sendall(start)
        for block in repeat(piece * max(1, 16_384 // len(piece))):
            connection.sendall(block)
        return False

    return behave


def whole_and_closed(data: bytes) -> Behaviour:
    """Answers as it should, and closes in the same packet, unannounced."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)
        connection.sendall(data, socket.MSG_MORE)
        connection.shutdown(socket.SHUT_WR)
        return False

    return behave
