"""Try it: who answers, a provider's bytes, and one run of a consumer, which takes the machine's
lock.

Servers are called by name, at the addresses that `bench-driver run` would call: nobody can make
this server ask another.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientResponseError,
    ClientSession,
    ClientTimeout,
)
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ..errors import Busy, ServerError
from ..model.series import DECODE
from ..servers import addresses, tokens
from ..servers.client import ADVICE, CONNECT_S
from ..servers.contract import Engines, read
from ..servers.external import BENCH_SERVERS, parse
from ..servers.specs import SERVERS, ServerSpec, of_role
from ..system import lock
from .body import LARGEST, body_of
from .problems import problem
from .waited import unless_gone

#: How long a server may take to say who it is, s. One that is down says so at once.
_SAYS = ClientTimeout(total=15.0)
#: How long one that was just started is given to prove its engines, s, which it does not while a
#: run goes on; then what it has proven is shown.
_PROVES_S = 15.0
#: How long a try that was cancelled may take to end, s: who starts another at once shall not be
#: told that one is running.
_ENDS_S, _LOOKS_S = 3.0, 0.05
#: In whose name the machine's lock is held.
_COMMAND = "bench-driver serve, Try it"
_ASKS = f"it asks for a token, which is not in the file of {tokens.BENCH_TOKENS_FILE}"
_START = "start the servers: `make up`"


class Tried:
    """The routes of Try it, for the servers of the checkout `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._http: ClientSession

    @asynccontextmanager
    async def connected(self, _: object) -> AsyncIterator[None]:
        """Keeps connections to servers while somebody serves, as Starlette's lifespan."""
        # A run takes as long as its server allows; whoever waits for it can go away, which ends it.
        waits = ClientTimeout(total=None, sock_connect=CONNECT_S)
        async with ClientSession(
            timeout=waits, auto_decompress=False, skip_auto_headers=["Accept-Encoding"]
        ) as self._http:
            yield

    @property
    def routes(self) -> list[BaseRoute]:
        """Where they are."""
        return [
            Route("/api/servers", self._servers),
            Route("/api/free", self._free),
            Route("/api/objects/{provider}/{format}/{object_type}", self._object),
            Route("/api/run/{consumer}", self._run, methods=["POST"]),
        ]

    @property
    def _known(self) -> dict[str, str]:
        """The origin of each server: as BENCH_SERVERS says, else as the checkout has it.

        UsageError.
        """
        given = filter(None, os.environ.get(BENCH_SERVERS, "").split(","))
        return {**addresses.known(self._root), **parse(given, BENCH_SERVERS)}

    async def _servers(self, _: Request) -> Response:
        known = self._known
        return JSONResponse(
            {
                "servers": await asyncio.gather(
                    *(self._says(spec, known[spec.name]) for spec in SERVERS)
                )
            }
        )

    async def _says(self, spec: ServerSpec, url: str) -> dict[str, Any]:
        """A server as the contract's `Server` has it."""
        who = {"name": spec.name, "role": spec.role, "runtime": spec.runtime, "url": url}
        try:
            said = await self._engines(url)
        except (ClientError, TimeoutError, ValueError, ServerError) as error:
            down = isinstance(error, ClientConnectorError | TimeoutError)
            asks = isinstance(error, ClientResponseError) and error.status == 401
            unread = _ASKS if asks else "its answer cannot be read"
            return {
                **who,
                "up": False,
                "why": "it does not answer" if down else unread,
                "engines": [],
                "object_types": [],
            }
        engines = [
            {
                "name": one.name,
                "library": one.library,
                "version": one.version,
                "format": one.format,
                "object_types": one.object_types,
            }
            for one in sorted(said.engines, key=lambda one: not one.default)
            if one.operation == DECODE
        ]
        types = [{"name": one.name, "variants": one.variants} for one in said.object_types]
        return {
            **who,
            "up": said.runtime == spec.runtime,
            "why": "",
            "engines": engines,
            "object_types": types,
        }

    async def _engines(self, url: str) -> Engines:
        """What a server says of its engines, once they are proven or have had the time for it."""
        until = asyncio.get_running_loop().time() + _PROVES_S
        while True:
            async with self._http.get(
                f"{url}/engines",
                timeout=_SAYS,
                allow_redirects=False,
                headers=tokens.headers(url),
            ) as answer:
                answer.raise_for_status()
                said = read(Engines, json.loads(await answer.read()), f"GET {url}/engines")
            if said.is_proven or asyncio.get_running_loop().time() > until:
                return said
            await asyncio.sleep(_LOOKS_S)

    async def _free(self, _: Request) -> Response:
        """Whether nobody measures; it holds the lock for no longer than that takes to find out."""
        try:
            async with _alone():
                return Response(status_code=204)
        except Busy as busy:
            return _machine_busy(busy)

    async def _object(self, request: Request) -> Response:
        name, format_name, object_type = (
            request.path_params[part] for part in ("provider", "format", "object_type")
        )
        if name not in of_role("provider"):
            return _unknown(name, "provider")
        if not re.fullmatch("[A-Z]{1,9}", format_name) or not re.fullmatch(
            "[A-Z][A-Za-z0-9]{0,63}", object_type
        ):
            return problem(
                404,
                "not_found",
                f"{request.url.path} is not here",
                do="name a format and an object type that /api/servers has",
            )
        url = f"{self._known[name]}/{format_name}Object/{object_type}"
        return await self._asked(
            name, "GET", url, params={"index": request.query_params.get("index", "0")}
        )

    async def _run(self, request: Request) -> Response:
        name = request.path_params["consumer"]
        if name not in of_role("consumer"):
            return _unknown(name, "consumer")
        if (body := await body_of(request)) is None:
            return problem(
                413,
                "too_large",
                "the request is too large",
                why=f"it has more than {LARGEST} bytes",
                do="ask for a run as docs/contract has it",
            )
        url = f"{self._known[name]}/triggerReqs"
        headers = {
            "Content-Type": request.headers.get("content-type", ""),
            "Accept": "application/json",
        }
        try:
            async with _alone():
                answer = await unless_gone(
                    request, self._asked(name, "POST", url, data=body, headers=headers)
                )
        except Busy as busy:
            return _machine_busy(busy)
        except asyncio.CancelledError:
            return problem(
                503,
                "failed",
                "bench-driver serve was ended",
                why="the run that was asked for ended with it",
                do="start it again",
            )
        return answer or Response(
            status_code=499
        )  # nobody reads it: the connection that asked was closed, which ended the run

    async def _asked(self, name: str, method: str, url: str, **sent: Any) -> Response:
        """What a server answers, as it came; its problems as the page has them."""
        sent["headers"] = {**sent.get("headers", {}), **tokens.headers(self._known[name])}
        try:
            async with self._http.request(method, url, allow_redirects=False, **sent) as answer:
                body, kind, status = (
                    await answer.read(),
                    answer.headers.get("content-type", ""),
                    answer.status,
                )
        except ClientConnectorError as error:
            return problem(
                502, "server_unreachable", f"{name} does not answer", why=str(error), do=_START
            )
        except (ClientError, TimeoutError) as error:
            return problem(
                502,
                "server_unreachable",
                f"{name} broke the connection",
                why=str(error) or type(error).__name__,
                do="see its log: it may have ended",
            )
        return Response(body, media_type=kind) if status == 200 else _refused(name, status, body)


@asynccontextmanager
async def _alone() -> AsyncIterator[None]:
    """Holds the machine's lock; waits a little where another try holds it, which may be about to
    end. Busy.
    """
    until = asyncio.get_running_loop().time() + _ENDS_S
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(lock.held(_COMMAND))
                break
            except Busy as busy:
                if _COMMAND not in busy.why or asyncio.get_running_loop().time() > until:
                    raise
            await asyncio.sleep(_LOOKS_S)
        yield


def _unknown(name: str, role: str) -> Response:
    return problem(
        404,
        "unknown_server",
        f"{name} is no {role}",
        why=f"known are {' and '.join(of_role(role))}",
        do="name one of these",
    )


def _machine_busy(busy: Busy) -> Response:
    holder = busy.why.partition("` measures")[0]
    who = (
        "a sweep is running"
        if re.search(r"sweep|nightly", holder)
        else "another try is running"
        if _COMMAND in holder
        else "something else measures"
    )
    return problem(409, "machine_busy", who, why=busy.why, do=busy.do)


def _refused(name: str, status: int, body: bytes) -> Response:
    """A server's problem: its code and detail, and what to do."""
    try:
        told = json.loads(body)
        code, detail = str(told["code"]), str(told.get("detail", ""))
    except (ValueError, KeyError, TypeError):
        return problem(
            502,
            "server_refused",
            f"{name} answered {status}",
            why="it says no more",
            do="see its log",
        )
    if code == "busy":
        return problem(409, "server_busy", f"{name} is busy", why=detail, do=ADVICE["busy"])
    return problem(
        status,
        "server_refused",
        f"{name} refused: {code}",
        why=detail,
        do=ADVICE.get(code, "ask for something else"),
    )
