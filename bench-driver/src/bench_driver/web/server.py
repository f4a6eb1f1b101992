"""Binds, says where the page is, and serves until somebody ends it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from types import FrameType

from ..errors import ResultsError, UsageError
from ..system import signals
from ..system.sockets import listening
from .app import app
from .data import Data
from .gate import LOOPBACK


def serve(
    data: Data,
    page: Path | None,
    address: str,
    port: int,
    allowed: Sequence[str],
    ready: Callable[[str], None],
) -> None:
    """Serves at an address and port, 0 for a free one, and tells `ready` the page's URL.

    UsageError, ResultsError.
    """
    import uvicorn

    from .connection import Connection

    ending = asyncio.Event()

    class PageServer(uvicorn.Server):
        """Says its URL once a signal ends it well, and tells the streams that it ends, for which it
        would wait else.
        """

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            signals.check()  # from here on uvicorn takes them, and loses none in a finalizer
            await super().startup(sockets)
            ready(f"http://{named(address, hosts)}:{bound}/")

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            ending.set()
            super().handle_exit(sig, frame)

    hosts = hosts_of(address, allowed)
    with _listening(address, port) as bound_socket:
        bound = bound_socket.getsockname()[1]
        served = app(data, page, hosts, bound, ending)
        # One second, since a run that somebody waits for would go on to its end.
        config = uvicorn.Config(
            served,
            http=Connection,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        PageServer(config).run(sockets=[bound_socket])


def hosts_of(address: str, allowed: Sequence[str]) -> list[str]:
    """The hosts by which requests may name the server: on loopback its own, else those that are
    allowed.
    """
    try:
        loopback = address == "localhost" or ip_address(address).is_loopback
    except ValueError as error:
        raise UsageError(
            f"--host {address} cannot be used",
            why="it is no IP address",
            do="give one, such as 127.0.0.1 or 0.0.0.0",
        ) from error
    if not loopback and not allowed:
        why = "who can reach the machine could read the store, and a page that rebinds its name too"
        raise UsageError(
            f"--host {address} is not loopback",
            why=why,
            do="say with --allowed-host by which name the page is opened",
        )
    return [*allowed, *(LOOPBACK if loopback else ())]


def named(address: str, hosts: Sequence[str]) -> str:
    """How the page's URL names the server: by its address where that is one of its hosts, else by
    the first that is allowed.
    """
    written = f"[{address}]" if ":" in address else address
    return written if written in hosts else hosts[0]


def _listening(address: str, port: int) -> socket.socket:
    try:
        return listening(address, port)
    except OSError as error:
        why = error.strerror or str(error)
        raise ResultsError(
            f"nothing can be served at {address}, port {port}",
            why=why,
            do="end what listens there, or give --port 0",
        ) from error
