"""The consumer's routes: the contract's for the driver, the page and its bodies for Chromium."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from bench_driver import __version__
from bench_driver.web.body import LARGEST, body_of
from bench_driver.web.gate import Gate
from bench_driver.web.problems import problem
from bench_driver.web.waited import unless_gone

from .answer import answer
from .asked import Asked, asked
from .bodies import Kept, Whose
from .page import Chromium, Hold, Reading
from .problem import ProblemError

#: What a provider can be asked for at most.
_VARIANTS = 1024


class Consumer:
    """The browser as a server: one run at a time."""

    def __init__(self, allowed: Sequence[str], chromium: Callable[[], Chromium]) -> None:
        self._kept, self._chromium, self._alone = Kept(allowed), chromium, asyncio.Lock()
        self._engines: list[dict[str, Any]] = []

    def app(self, page: Path, hosts: Sequence[str], port: int) -> Starlette:
        """The routes, for requests that name one of the hosts."""
        routes = [
            Route(
                "/health_check",
                lambda _: Response(status_code=200 if self._chromium().well else 503),
            ),
            Route("/engines", self._says),
            Route("/triggerReqs", self._run, methods=["POST"]),
            Route("/bodies/{name}", self._bodies),
            Mount("/", StaticFiles(directory=page)),
        ]
        return Starlette(
            routes=routes,
            middleware=[Middleware(Gate, hosts=hosts, port=port)],
            exception_handlers={ProblemError: _refused, Exception: _failed},
        )

    @property
    def _environment(self) -> dict[str, Any]:
        return {
            "runtime": "browser",
            "runtime_version": f"Chromium {self._chromium().version}",
            "server_version": __version__,
            "flags": {},
        }

    async def _says(self, _: Request) -> Response:
        engines = await self._known()
        names = list(dict.fromkeys(name for one in engines for name in one["object_types"]))
        types = [{"name": name, "variants": _VARIANTS} for name in names]
        return JSONResponse({**self._environment, "engines": engines, "object_types": types})

    async def _known(self) -> list[dict[str, Any]]:
        """The page's engines as the contract has them; the first of a format is its default."""
        if not self._engines:
            found = await self._chromium().engines()
            first = {one["format"]: one["name"] for one in reversed(found)}
            more = {"operation": "decode", "checks": ["usual"], "settings": [], "failing": []}
            self._engines = [
                {**one, "default": first[one["format"]] == one["name"], **more} for one in found
            ]
        return self._engines

    async def _bodies(self, request: Request) -> Response:
        found = self._kept.named(request.path_params["name"])
        return Response(
            found.framed if found else b"",
            200 if found else 404,
            media_type="application/octet-stream",
        )

    async def _run(self, request: Request) -> Response:
        if (body := await body_of(request)) is None:
            raise ProblemError(413, "too_large", f"the request has more than {LARGEST} bytes")
        of = asked(body)
        if self._alone.locked():
            raise ProblemError(409, "busy", "a run is on its way; one is made at a time")
        async with self._alone:
            made = await unless_gone(request, self._made(of))
            if made is None:
                await self._chromium().stop()
                return Response(status_code=499)  # nobody reads it
        return Response(
            json.dumps({"event": "result", **made}) + "\n", media_type="application/x-ndjson"
        )

    async def _made(self, of: Asked) -> dict[str, Any]:
        known = await self._known()
        mine = [
            one
            for one in known
            if one["format"] == of.object_format and one["name"] == (of.engine or one["name"])
        ]
        if not mine or of.object_type not in mine[0]["object_types"]:
            why = (
                f"no engine {of.engine or ''} of {of.object_format} reads {of.object_type}; GET "
                "/engines says which do"
            )
            raise ProblemError(400, "invalid_request", why)
        engine = mine[0]
        whose = Whose(of.provider_url, of.object_type, of.object_format, of.variants)
        bodies, opened = await self._kept.of(whose)
        await self._chromium().hold(
            Hold(
                of.object_type, Reading(engine["name"], _path(whose)), await self._beside(of, known)
            )
        )
        measured = await self._chromium().slice(of.warmup, of.amount)
        return answer(of, engine, bodies, opened, measured, self._environment)

    async def _beside(self, of: Asked, known: Sequence[dict[str, Any]]) -> Reading | None:
        """Who reads the same objects in another format; None where no other carries the type."""
        other = next(
            (
                one
                for one in known
                if one["format"] != of.object_format and of.object_type in one["object_types"]
            ),
            None,
        )
        if other is None:
            return None
        whose = Whose(of.provider_url, of.object_type, other["format"], of.variants)
        await self._kept.of(whose)
        return Reading(other["name"], _path(whose))


def _path(whose: Whose) -> str:
    """Where the page fetches bodies."""
    return f"bodies/{whose.name}"


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem(error.status, error.code, error.detail)


def _failed(_: Request, error: Exception) -> Response:
    """What is no problem of a run's: the log has where it came from."""
    return problem(500, "internal", f"the consumer failed: {type(error).__name__}")
