"""What stands before every request: it must name this server, and come from no page of another origin. And what every answer carries.

A page of another origin, or one that rebinds its name to 127.0.0.1, shall neither read along nor ask for runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import problem

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With these two a page is isolated, and its clock steps by 5 µs instead of 100 (https://www.w3.org/TR/hr-time-3/#dfn-coarsen-time).
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-cache",
}


class Gate:
    """Lets requests through that name one of `hosts`, with the server's port or none, and whose `Origin`, if any, is the same."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], port: int) -> None:
        self._app = app
        self._known = {name.lower() for host in hosts for name in (host, f"{host}:{port}")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(Headers(scope=scope)) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, with_headers)

    def _refused(self, headers: Headers) -> ASGIApp | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._known:
            named = f"the request names {hosts[0] if hosts else 'no host'}"
            return problem(421, "misdirected", "this server has another name", why=named, do="open the address that `bench-driver serve` printed")
        if any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins):
            return problem(403, "origin_not_allowed", "a page of another origin asked", why=origins[0], do="open this server's own page")
        return None
