"""The routes: data below `api/`, the built page beside it.

Nothing is ever written; one route asks a server for a run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ..errors import BenchError
from .built import NOT_BUILT
from .data import Data
from .gate import Gate
from .problems import of_error, problem
from .streamed import Streamed
from .tried import Tried


def app(
    data: Data, page: Path | None, hosts: Sequence[str], port: int, ending: asyncio.Event
) -> Starlette:
    """The page in the folder `page` (None where it is not built) and its data, for requests that
    name one of `hosts`, until it is `ending`.
    """
    tried = Tried(data.root)
    packed: list[BaseRoute] = [
        Route("/api/sweeps.json", _answering(lambda request: data.sweeps())),
        Route(
            "/api/sweep/{sweep}.json",
            _answering(lambda request: data.sweep(request.path_params["sweep"])),
        ),
        Route(
            "/api/compared/{first}/{second}.json",
            _answering(
                lambda request: data.compared(
                    request.path_params["first"], request.path_params["second"]
                )
            ),
        ),
        Route(
            "/api/nights/{sweep}.json",
            _answering(lambda request: data.nights(request.path_params["sweep"])),
        ),
        *Streamed(data, ending).routes,
        Mount("/", StaticFiles(directory=page, html=True)) if page else Route("/", _not_built),
    ]
    # Try it's answers are handed on unchanged: the page asks for objects by the thousand, and
    # each would be packed here and unpacked there.
    routes = [
        *tried.routes,
        Mount("/", routes=packed, middleware=[Middleware(GZipMiddleware, minimum_size=1000)]),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Gate, hosts=hosts, port=port)],
        lifespan=tried.connected,
        exception_handlers={
            BenchError: of_error,
            HTTPException: _refused,
            ClientDisconnect: _gone,
            Exception: _failed,
        },
    )


def _answering(answer: Callable[[Request], bytes]) -> Callable[[Request], Response]:
    """A route that answers JSON, or with 304 that the asker has it already."""

    def route(request: Request) -> Response:
        body = answer(request)
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return Response(body, media_type="application/json", headers={"ETag": tag})

    return route


def _not_built(request: Request) -> Response:
    return HTMLResponse(NOT_BUILT, 503)


def _failed(_: Request, error: Exception) -> Response:
    return problem(
        500,
        "failed",
        "the server failed",
        why=type(error).__name__,
        do="see what `bench-driver serve` says, and report it as a defect",
    )


def _gone(_: Request, __: Exception) -> Response:
    return Response(
        status_code=499
    )  # nobody reads it: the client left, or its body did not come in time


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return problem(
            405,
            "method_not_allowed",
            "nothing can be written here",
            why=f"the request is a {request.method}",
            do="use GET",
        )
    return problem(
        error.status_code, "not_found", f"{request.url.path} is not here", do="open the page at /"
    )
