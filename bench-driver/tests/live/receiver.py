"""A receiver that fails its sender: it answers as a server of the testbed does, but falls silent or
lies in its result.
"""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

#: What a receive buffer holds that its owner does not read, bytes: little, so that a sender notices
#: soon.
_BUFFER = 4096
TOKEN = "0" * 32


class StubReceiver:
    """Receives one send on a free loopback port, until the block ends.

    A silent one reads the head of a push, nothing of its body, and never answers. `lies` replace
    members of an honest result; None takes a member out. `refusal` is all that it answers to the
    opening of an ingest, whose connection it leaves open. `opening` are the fields of an answer
    that does open one, `opened` and `before` its lines before the result, `pushed` is its answer to
    each push.
    """

    def __init__(
        self,
        *,
        silent: bool = False,
        lies: Mapping[str, Any] | None = None,
        refusal: bytes = b"",
        opening: Mapping[str, str] | None = None,
        opened: bytes = json.dumps({"event": "opened", "token": TOKEN}).encode(),
        before: bytes = b"",
        pushed: bytes = b"HTTP/1.1 204 No Content\r\n\r\n",
    ) -> None:
        self._silent, self._lies = silent, lies or {}
        self._refusal, self._opening = refusal, opening or {"Content-Type": "application/x-ndjson"}
        self._opened, self._before, self._pushed = opened, before, pushed
        self._request: dict[str, Any] = {}
        self._bodies: dict[int, bytes] = {}
        self._left = 0
        self._lock = threading.Lock()
        self._all_pushed, self._closing = threading.Event(), threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                if self.path == "/ingests":
                    receiver._ingest(self)
                elif receiver._silent:
                    receiver._closing.wait()
                    self.close_connection = True
                else:
                    receiver._push(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
        self._server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER)
        self._server.server_bind()
        self._server.server_activate()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def _ingest(self, handler: BaseHTTPRequestHandler) -> None:
        self._request = json.loads(_content(handler))
        self._left = self._request["amount"] + self._request["warmup"]
        handler.close_connection = True
        if self._refusal:
            handler.wfile.write(self._refusal)
            # Ends when the sender hangs up.
            handler.rfile.read(1)
            return
        handler.send_response(200)
        for name, value in {**self._opening, "Transfer-Encoding": "chunked"}.items():
            handler.send_header(name, value)
        handler.end_headers()
        _send(handler, self._opened)
        self._all_pushed.wait()
        if not self._closing.is_set():
            if self._before:
                _send(handler, self._before)
            result = {"event": "result", **self._honest(), **self._lies}
            _send(
                handler,
                json.dumps(
                    {name: value for name, value in result.items() if value is not None}
                ).encode(),
            )
            handler.wfile.write(b"0\r\n\r\n")

    def _push(self, handler: BaseHTTPRequestHandler) -> None:
        content = _content(handler)
        number = handler.path.rpartition("/")[2]
        pushed = list(_frames(content)) if number == "frames" else [(int(number), content)]
        with self._lock:
            for at, body in pushed:
                self._bodies.setdefault(at % self._request["variants"], body)
            self._left -= len(pushed)
            done = self._left == 0
        handler.wfile.write(self._pushed)
        if done:
            self._all_pushed.set()

    def _honest(self) -> dict[str, Any]:
        """The members of a result that say what was received, and by which engine."""
        digest = hashlib.sha256(
            b"".join(body for _, body in sorted(self._bodies.items()))
        ).hexdigest()
        name = self._request.get("engine", "an-engine")
        engine = {
            "name": name,
            "library": "a",
            "version": "1",
            "format": self._request["object_format"],
            "operation": "decode",
        }
        amount = self._request["amount"]
        return {
            "amount": amount,
            "verified": amount,
            "payload": {"sha256": digest},
            "engine": engine,
        }

    def __enter__(self) -> Self:
        """The receiver itself, listening."""
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops listening, and ends what is silent."""
        self._closing.set()
        self._all_pushed.set()
        self._server.shutdown()
        self._server.server_close()


def _content(handler: BaseHTTPRequestHandler) -> bytes:
    return handler.rfile.read(int(handler.headers["Content-Length"]))


def _send(handler: BaseHTTPRequestHandler, event: bytes) -> None:
    """A line of the stream, as a chunk."""
    line = event + b"\n"
    handler.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))


def _frames(content: bytes) -> Any:
    """The number and the bytes of each frame."""
    at = 0
    while at < len(content):
        length, number = (
            int.from_bytes(content[at : at + 4], "big"),
            int.from_bytes(content[at + 4 : at + 8], "big"),
        )
        yield number, content[at + 8 : at + 8 + length]
        at += 8 + length
