"""A socket to serve at."""

from __future__ import annotations

import socket


def listening(address: str, port: int) -> socket.socket:
    """Listens at an address and port, 0 for a free one; its connections send at once. OSError."""
    made = socket.create_server(
        (address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET
    )
    # Its connections have it from here: asyncio sets it only where a socket names TCP as its
    # protocol, and each small answer waited 40 ms for an ACK.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
    return made
