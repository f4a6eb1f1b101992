"""Starts the consumer.

`HOST`, `PORT` and `PROVIDER_ALLOWLIST` are as the servers have them, `BENCH_ROOT` or `BENCH_PAGE`
say where the built page lies.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from bench_driver.errors import BenchError
from bench_driver.system.sockets import listening
from bench_driver.web.built import built

from .app import Consumer
from .page import Chromium, chromium

_HOST = "127.0.0.1"


def main() -> int:
    """Serves until SIGTERM; says in a line when it is ready."""
    try:
        asyncio.run(_serve(built(None)))
    except BenchError as error:
        print(f"{error.what}: {error.why}; {error.do}", file=sys.stderr)
        return int(error.exit_code)
    return 0


class _Server(uvicorn.Server):
    """Leaves signals to us.

    It would raise one again as soon as it has ended, and Chromium would not be closed.
    """

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield

    def end(self) -> None:
        """Ends it, as a signal does."""
        self.should_exit = True


async def _serve(page: Path) -> None:
    there: list[Chromium] = []
    allowed = [
        origin.strip()
        for origin in os.environ.get("PROVIDER_ALLOWLIST", "").split(",")
        if origin.strip()
    ]
    with listening(os.environ.get("HOST", _HOST), int(os.environ.get("PORT", "0"))) as bound:
        host, port = bound.getsockname()[:2]
        app = Consumer(allowed, lambda: there[0]).app(page, [host, "localhost"], port)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        server = _Server(config)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, server.end)
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        try:
            async with chromium(f"http://{host}:{port}/index.html#contender") as opened:
                there.append(opened)
                print(
                    json.dumps(
                        {"event": "listening", "runtime": "browser", "url": f"http://{host}:{port}"}
                    ),
                    flush=True,
                )
                await serving
        finally:
            server.should_exit = True
            await serving


if __name__ == "__main__":
    sys.exit(main())
