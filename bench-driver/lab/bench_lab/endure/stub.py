"""A provider that misbehaves on purpose: one listener, one behaviour, real sockets, raw bytes.

A behaviour is called for each request with the connection and the request's number (from 0, over all connections); it writes what it likes and says
whether the connection stays open. Accepted connections are counted, so that a test can show that none was made; the heads of the first requests are kept.
What comes late of a run that has ended, on a connection that was made before the last `reset`, is neither answered nor counted.
"""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable
from typing import Any, Self

Behaviour = Callable[[socket.socket, int], bool]
#: Heads that are kept.
_HEADS = 16
#: How long `reset` waits for the connections before it to be taken, s.
_PATIENCE_S = 60.0


def response(body: bytes, content_type: str, *, status: str = "200 OK", headers: str = "", length: int | None = None) -> bytes:
    """A whole HTTP/1.1 response; `length` lies about the body's where it is given."""
    declared = len(body) if length is None else length
    return f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {declared}\r\n{headers}\r\n".encode() + body


def chunked(content_type: str, *chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    """A response in chunks, and how they end."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


def answering(data: bytes, *, stay_open: bool = True) -> Behaviour:
    """The same bytes for every request."""

    def behave(connection: socket.socket, _: int) -> bool:
        connection.sendall(data)
        return stay_open

    return behave


def after(count: int, good: Behaviour, bad: Behaviour) -> Behaviour:
    """`good` for the first `count` requests, `bad` from then on."""
    return lambda connection, number: (good if number < count else bad)(connection, number)


class StubProvider:
    """Serves one behaviour on a free loopback port, until the block ends."""

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
            self.behaviour, self.connections, self.requests, self.heads = behaviour, 0, 0, []

    def wait(self, seconds: float) -> bool:
        """Sleeps inside a behaviour, cut short when the provider stops."""
        return self._done.wait(seconds)

    def _serve(self, connection: socket.socket, made: int) -> None:
        with self._lock:
            self.connections += made == self._server.resets
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        received = b""
        while not self._done.is_set():
            try:
                while b"\r\n\r\n" not in received:
                    data = connection.recv(65536)
                    if not data:
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
        """The provider itself, listening."""
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops listening; connections end with their consumer."""
        self._done.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    """Knows of each connection after how many resets it was made. The queue of those not yet taken is in order, so a last one of its own shows its end."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.resets = 0
        self.made: dict[Any, int] = {}
        self._own: Any = None
        self._taken = threading.Event()

    def flush(self) -> None:
        """Returns when every connection that was made before has been taken."""
        with socket.socket() as own:
            own.bind(("127.0.0.1", 0))
            self._own = own.getsockname()
            self._taken.clear()
            own.connect(self.server_address)
            if not self._taken.wait(_PATIENCE_S):
                raise TimeoutError("the stub takes no connections; use it within its block")

    def process_request(self, request: Any, client_address: Any) -> None:
        """In the order in which connections were made, before each goes to its thread."""
        if client_address == self._own:
            self.shutdown_request(request)
            self._taken.set()
            return
        self.made[client_address] = self.resets
        super().process_request(request, client_address)
