"""What every request must pass, and what every answer carries.

A request names this server, comes from no page of another origin, and says one length. A page of
another origin, or one that rebinds its name to 127.0.0.1, shall not read along or ask for runs, nor
disturb a sweep by what it fetches.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import problem

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With these two a page is isolated, and its clock steps by 5 µs instead of 100
    # (https://www.w3.org/TR/hr-time-3/#dfn-coarsen-time).
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-cache",
}


#: A browser says whose request it is (https://www.w3.org/TR/fetch-metadata/): the page's own, or
#: its user's. An image of another page has no `Origin`. A client that is no browser sends neither.
_OWN_SITES = ("same-origin", "none")


class Gate:
    """Lets requests through that name one of `hosts`, with the server's port or none, and that no
    page of another origin makes.
    """

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

        refused = self._refused(scope, Headers(scope=scope)) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, with_headers)

    def _refused(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy may go by the other length and take the rest of the body for a request (RFC
            # 9112, 6.1).
            why = "it has Content-Length and Transfer-Encoding"
            answer = problem(
                400,
                "invalid_request",
                "the request says two lengths",
                why=why,
                do="send one of them",
            )
            answer.headers["Connection"] = "close"
            return answer
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._known:
            named = f"the request names {hosts[0] if hosts else 'no host'}"
            return problem(
                421,
                "misdirected",
                "this server has another name",
                why=named,
                do="open the address that `bench-driver serve` printed",
            )
        if any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins):
            return _foreign(origins[0])
        sites = headers.getlist("sec-fetch-site")
        if any(site not in _OWN_SITES for site in sites) and not _opens_the_page(scope, headers):
            return _foreign(f"Sec-Fetch-Site is {', '.join(sites)}")
        return None


def _foreign(why: str) -> ASGIApp:
    return problem(
        403,
        "origin_not_allowed",
        "a page of another origin asked",
        why=why,
        do="open this server's own page",
    )


def _opens_the_page(scope: Scope, headers: Headers) -> bool:
    """Whether somebody follows a link to the page from elsewhere; in a frame it is not shown."""
    how = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    return scope["path"] == "/" and how == ("navigate", "document")
