"""A connection with a time limit for requests: uvicorn waits for ever for the rest of one that has
begun.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: How long a client may take to send a request's head, and then its body, s: what the servers
#: allow, too.
SENDING_S = 10.0


class Connection(H11Protocol):
    """Closes where a head, or a body, is not whole after `SENDING_S`.

    Between two requests uvicorn's `timeout_keep_alive` counts.
    """

    _awaited: type[h11.IDLE] | type[h11.SEND_BODY] | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first head is awaited from here on."""
        super().connection_made(transport)
        self._await()

    def data_received(self, data: bytes) -> None:
        """Goes on to what the client has to send next."""
        super().data_received(data)
        self._await()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._stop()
        super().connection_lost(exc)

    def _await(self) -> None:
        state = self.conn.their_state
        awaited = state if state in (h11.IDLE, h11.SEND_BODY) else None
        if awaited is not self._awaited:
            self._stop()
            self._awaited = awaited
            if awaited is not None:
                self._deadline = self.loop.call_later(SENDING_S, self.transport.close)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
