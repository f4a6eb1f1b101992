"""A relay before a provider whose answers come later, or in small pieces."""

from __future__ import annotations

import socket
import socketserver
import threading
import time
from typing import Self
from urllib.parse import urlsplit

_END_OF_HEAD = b"\r\n\r\n"


class Relay:
    """Passes requests on and their answers back, on a free loopback port, until the block ends.

    An answer comes `delay_s` later, its body `piece` bytes at a time (0: all at once); both may be
    changed between runs.
    """

    def __init__(self, provider_url: str) -> None:
        self.delay_s, self.piece = 0.0, 0
        origin = urlsplit(provider_url)
        self._upstream = (str(origin.hostname), int(origin.port or 80))
        relay = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                relay._serve(self.request)

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, consumer: socket.socket) -> None:
        """One connection of the consumer's, and one of its own to the provider."""
        with socket.create_connection(self._upstream) as provider:
            for end in (consumer, provider):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while request := _message(consumer):
                provider.sendall(request)
                if not (answer := _message(provider)):
                    return
                if self.delay_s:
                    time.sleep(self.delay_s)
                # The head comes in one piece.
                head = answer.index(_END_OF_HEAD) + 4 if self.piece else len(answer)
                consumer.sendall(answer[:head])
                for start in range(head, len(answer), self.piece or 1):
                    consumer.sendall(answer[start : start + self.piece])


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A consumer that closes first is no error."""


def _message(source: socket.socket) -> bytes:
    """The next whole HTTP/1.1 message, by its Content-Length; empty where the connection ends."""
    received, length = b"", None
    while length is None or len(received) < length:
        if not (data := source.recv(65536)):
            return b""
        received += data
        if length is None and (head := received.find(_END_OF_HEAD) + 4) >= 4:
            _, _, rest = received[:head].lower().partition(b"\r\ncontent-length:")
            length = head + int(rest.split(b"\r\n")[0] or 0)
    return received
