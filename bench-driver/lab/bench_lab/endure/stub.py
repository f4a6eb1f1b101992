"""A provider that misbehaves: one listener on real sockets, raw bytes, one behaviour.

A behaviour gets the connection and the request's number, from 0 over all connections. It writes
what it likes and returns whether the connection stays open.
"""

from __future__ import annotations

import socket
import socketserver
import struct
import threading
from collections.abc import Callable
from itertools import repeat
from typing import Any, Self

Behaviour = Callable[[socket.socket, int], bool]
#: Time between two bytes of a provider that trickles, s.
PACE_S = 0.05
#: Heads that are kept.
_HEADS = 16
#: How long `reset` waits for the connections before it to be taken, s.
_PATIENCE_S = 60.0


def response(
    body: bytes,
    content_type: str,
    *,
    status: str = "200 OK",
    headers: str = "",
    length: int | None = None,
) -> bytes:
    """A whole response; `length` lies about the body's."""
    declared = len(body) if length is None else length
    head = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {declared}\r\n"
    return f"{head}{headers}\r\n".encode() + body


def chunked(content_type: str, *chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    """A response in chunks, and how they end."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head.encode() + b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in chunks) + end


def answering(data: bytes, *, stay_open: bool = True) -> Behaviour:
    """The same bytes for every request."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.sendall(data)
        return stay_open

    return behave


def after(count: int, good: Behaviour, bad: Behaviour) -> Behaviour:
    """`good` for the first `count` requests, `bad` from then on."""
    return lambda connection, number: (good if number < count else bad)(connection, number)


def hung_up(connection: socket.socket, seconds: float) -> bool:
    """Waits so long, or until the consumer closes its side: whether it did."""
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
    """Sends the first bytes at once and the others one by one, so that no read waits long."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.sendall(data[:at_once])
        for byte in data[at_once:]:
            connection.sendall(bytes([byte]))
            if hung_up(connection, PACE_S):
                break
        return False

    return behave


def repeating(start: bytes, piece: bytes) -> Behaviour:
    """Sends the start, and then the piece until the consumer hangs up."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.sendall(start)
        for block in repeat(piece * max(1, 16_384 // len(piece))):
            connection.sendall(block)
        return False

    return behave


def whole_and_closed(data: bytes) -> Behaviour:
    """Answers, and closes in the same packet, unannounced."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)
        connection.sendall(data, socket.MSG_MORE)
        connection.shutdown(socket.SHUT_WR)
        return False

    return behave


class StubProvider:
    """Serves one behaviour on a free loopback port, until the block ends.

    It counts connections and requests, and keeps the heads of the first requests. What comes late
    on a connection from before the last `reset` is neither answered nor counted.
    """

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.connections = 0
        self.requests = 0
        self.heads: list[str] = []
        self._lock = threading.Lock()
        self._done = threading.Event()
        stub = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                stub._serve(self.request, stub._server.made.pop(self.client_address))

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def reset(self, behaviour: Behaviour) -> None:
        """Another behaviour from the next connection on, with the counters at 0."""
        self._server.flush()
        with self._lock:
            self._server.resets += 1
            self.connections, self.requests = 0, 0
            self.behaviour, self.heads = behaviour, []

    def _serve(self, connection: socket.socket, made: int) -> None:
        with self._lock:
            self.connections += made == self._server.resets
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        received = b""
        while not self._done.is_set():
            try:
                while b"\r\n\r\n" not in received:
                    if not (data := connection.recv(65536)):
                        return
                    received += data
                head, _, received = received.partition(b"\r\n\r\n")
                with self._lock:
                    if made != self._server.resets:
                        return
                    number, self.requests = self.requests, self.requests + 1
                    if number < _HEADS:
                        self.heads.append(head.decode("latin-1"))
                if not self.behaviour(connection, number):
                    return
            except OSError:  # the consumer hung up, which many behaviours provoke
                return

    def __enter__(self) -> Self:
        loop = {"target": self._server.serve_forever, "kwargs": {"poll_interval": 0.05}}
        threading.Thread(**loop, daemon=True).start()  # type: ignore[arg-type]
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    """Notes of each connection after how many resets it came."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.resets = 0
        self.made: dict[Any, int] = {}
        self._own: Any = None
        self._taken = threading.Event()

    def flush(self) -> None:
        """Returns when every earlier connection has been taken.

        They queue in order, so a last one of its own shows their end.
        """
        with socket.socket() as own:
            own.bind(("127.0.0.1", 0))
            self._own = own.getsockname()
            self._taken.clear()
            own.connect(self.server_address)
            if not self._taken.wait(_PATIENCE_S):
                raise TimeoutError("the stub takes no connections; use it within its block")

    def process_request(self, request: Any, client_address: Any) -> None:
        """In the order in which connections came, before each goes to its thread."""
        if client_address == self._own:
            self.shutdown_request(request)
            self._taken.set()
            return
        self.made[client_address] = self.resets
        super().process_request(request, client_address)
