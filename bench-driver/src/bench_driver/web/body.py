"""The body of a request, as far as anybody may send one."""

from __future__ import annotations

from starlette.requests import Request

#: What a request for a run may have, bytes; a server takes no more either.
LARGEST = 65536


async def body_of(request: Request) -> bytes | None:
    """The body; None where it has more than `LARGEST` bytes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return None
    return bytes(body)
