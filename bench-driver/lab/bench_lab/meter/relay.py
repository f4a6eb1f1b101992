"""A relay between a consumer and a provider that answers later, or in small pieces: a real provider's bytes, another network."""

from __future__ import annotations

import socket
import socketserver
import threading
import time
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_END_OF_HEAD = b"\r\n\r\n"


class Relay:
    """Passes requests on to a provider and its answers back, on a free loopback port, until the block ends.

    `delay_s` is how much later each answer comes, and `piece` how many bytes are sent at a time (0: all at once); both may be changed between runs.
    """

    def __init__(self, provider_url: str) -> None:
        self.delay_s = 0.0
        self.piece = 0
        origin = urlsplit(provider_url)
        self._upstream = (str(origin.hostname), int(origin.port or 80))
        relay = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                relay._serve(self.request)

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self) -> Self:
        """The relay itself, listening."""
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stops listening; connections end with their consumer."""
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, consumer: socket.socket) -> None:
        """One connection of the consumer's, and one of its own to the provider."""
        with socket.create_connection(self._upstream) as provider:
            for end in (consumer, provider):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while (request := _message(consumer)) is not None:
                provider.sendall(request)
                if (answer := _message(provider)) is None:
                    return
                if self.delay_s:
                    time.sleep(self.delay_s)
                self._send(consumer, answer)

    def _send(self, consumer: socket.socket, answer: bytes) -> None:
        if not self.piece:
            consumer.sendall(answer)
            return
        # The head in one piece: what is cut is the body.
        head, body = answer.split(_END_OF_HEAD, 1)
        consumer.sendall(head + _END_OF_HEAD)
        for start in range(0, len(body), self.piece):
            consumer.sendall(body[start : start + self.piece])


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A consumer that closes first is no error."""


def _message(source: socket.socket) -> bytes | None:
    """The next whole HTTP/1.1 message, by its Content-Length; None where the connection ends."""
    received = b""
    while _END_OF_HEAD not in received:
        if not (data := source.recv(65536)):
            return None
        received += data
    head, body = received.split(_END_OF_HEAD, 1)
    missing = _content_length(head) - len(body)
    while missing > 0:
        if not (data := source.recv(65536)):
            return None
        received += data
        missing -= len(data)
    return received


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            return int(value)
    return 0
