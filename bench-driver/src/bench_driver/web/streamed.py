"""Live, as JSON and as a stream of events: each is the whole state, so that who comes late, or lost
the connection, has all of it with the next.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from hashlib import sha256
from threading import Lock

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from ..errors import BenchError
from .data import Data
from .live import Watch

#: So often the store is looked at, s, however many watch, and not at all where nobody does.
LOOKS_S = 3.0
#: After so much silence, s, a stream says that it is still there, which ends it where nobody reads
#: any more.
_STILL_S = 15.0
#: After so long, ms, a page that lost its stream shall ask again.
_AGAIN_MS = 2000


class Streamed:
    """The routes of Live.

    One look serves all who watch; `ending` says that the server ends, and ends the streams.
    """

    def __init__(self, data: Data, ending: asyncio.Event) -> None:
        self._data, self._lock, self._ending = data, Lock(), ending
        self._watch: Watch | None = None
        self._told, self._looked = "", float("-inf")

    @property
    def routes(self) -> list[BaseRoute]:
        """Where they are."""
        return [Route("/api/live.json", self._once), Route("/api/live", self._stream)]

    def _state(self) -> str:
        """What is told, at most `LOOKS_S` old."""
        with self._lock:
            if time.monotonic() - self._looked >= LOOKS_S:
                self._watch = self._watch or Watch(self._data.store)
                self._told = json.dumps(
                    self._watch.state(), ensure_ascii=False, separators=(",", ":"), allow_nan=False
                )
                self._looked = time.monotonic()
            return self._told

    def _once(self, request: Request) -> Response:
        return Response(self._state(), media_type="application/json")

    async def _stream(self, request: Request) -> Response:
        told = await to_thread.run_sync(self._state)  # what goes wrong now is answered as a problem
        return StreamingResponse(
            self._events(told, request.headers.get("last-event-id", "")),
            media_type="text/event-stream",
        )

    async def _events(self, told: str, known: str) -> AsyncIterator[str]:
        """Events as the state changes; `known` is the one that is known already. Ends where the
        store cannot be read: who asks again is told why.
        """
        silent = 0.0
        yield f"retry: {_AGAIN_MS}\n\n"
        while True:
            if (name := sha256(told.encode()).hexdigest()[:16]) != known:
                known, silent = name, 0.0
                yield f"id: {name}\ndata: {told}\n\n"
            elif silent >= _STILL_S:
                silent = 0.0
                yield ": still here\n\n"
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), LOOKS_S)
                return
            try:
                silent, told = silent + LOOKS_S, await to_thread.run_sync(self._state)
            except BenchError:
                return
