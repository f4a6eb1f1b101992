"""What is done for somebody who waits, as long as somebody does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

_T = TypeVar("_T")


async def unless_gone(request: Request, asked: Coroutine[Any, Any, _T]) -> _T | None:
    """What comes of it; None where whoever asked went away, and it was cancelled. Its request is
    read before.
    """
    asking, leaving = asyncio.create_task(asked), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        answered = asking.done()
        for task in (asking, leaving):
            task.cancel()
        await asyncio.gather(asking, leaving, return_exceptions=True)
    return asking.result() if answered else None


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
