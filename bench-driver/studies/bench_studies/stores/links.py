"""A relay before a server that counts what it carries: the link between two servers where no
network namespaces can be had.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

_PIECE = 65536


class Relay:
    """Listens on a free port of the loopback address and forwards to a server's. `to_server` and
    `from_server` are bytes of payload, counted as they are sent on.
    """

    def __init__(self, server: int) -> None:
        self.to_server = self.from_server = self.port = 0
        self._server = server
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=[ready], daemon=True)
        self._thread.start()
        ready.wait()

    def close(self) -> None:
        """Ends it, with all its connections."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self, ready: threading.Event) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve(ready))

    async def _serve(self, ready: threading.Event) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._stop.wait()
        server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, questions = await asyncio.open_connection("127.0.0.1", self._server)
        except OSError:
            writer.close()
            return
        try:
            await asyncio.gather(
                self._forward(reader, questions, "to_server"),
                self._forward(answers, writer, "from_server"),
            )
        finally:
            writer.close()
            questions.close()

    async def _forward(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: str
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(_PIECE):
                setattr(self, count, getattr(self, count) + len(piece))
                writer.write(piece)
                await writer.drain()
        # One side's end is the other's: a server that was killed closes both.
        writer.close()
