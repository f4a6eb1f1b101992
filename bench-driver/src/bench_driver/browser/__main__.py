"""Starts the consumer: `HOST`, `PORT` and `PROVIDER_ALLOWLIST` as the servers have them, `BENCH_ROOT` or `BENCH_PAGE` for the built page."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from pathlib import Path

import uvicorn

from ..errors import BenchError
from ..web.built import built
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


async def _serve(page: Path) -> None:
    there: list[Chromium] = []
    allowed = [origin.strip() for origin in os.environ.get("PROVIDER_ALLOWLIST", "").split(",") if origin.strip()]
    with socket.create_server((os.environ.get("HOST", _HOST), int(os.environ.get("PORT", "0")))) as listening:
        host, port = listening.getsockname()[:2]
        app = Consumer(allowed, lambda: there[0]).app(page, [host, "localhost"], port)
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="off", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            async with chromium(f"http://{host}:{port}/contender.html") as opened:
                there.append(opened)
                print(json.dumps({"event": "listening", "runtime": "browser", "url": f"http://{host}:{port}"}), flush=True)
                await serving
        finally:
            server.should_exit = True
            await serving


if __name__ == "__main__":
    sys.exit(main())
