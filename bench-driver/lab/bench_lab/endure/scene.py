"""Consumers, and around them what can fail: a stub, real providers behind toxiproxy, and places."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from bench_driver.servers.launch import Server, Stack
from bench_driver.servers.specs import BEHIND_A_PROXY, Options, of_role

from . import places
from .failures import JSON, LIMITS, Row, golden
from .stub import StubProvider, after, answering, response
from .toxiproxy import Proxy, Toxiproxy

#: The proxy before the stub; the others bear their providers' names.
_BEFORE_STUB = "stub"


@dataclass(frozen=True)
class Scene:
    """Everything that stands, by name; the consumers are under test."""

    root: Path
    consumers: Stack
    providers: Stack
    stub: StubProvider
    unlisted: StubProvider
    proxies: Mapping[str, Proxy]
    places: Mapping[str, str]

    @property
    def servers(self) -> list[Server]:
        """The consumers."""
        return self.consumers.servers

    @contextmanager
    def arranged(self, row: Row, good_before: int, provider: str) -> Iterator[str]:
        """Makes a row's failure within the block, and gives the origin that suffers from it."""
        if row.by == "place":
            yield self.places[row.place]
        elif row.by == "proxy":
            yield from self._proxied(row, provider)
        else:
            assert row.behaviour
            good = answering(response(golden(self.root), JSON))
            self.stub.reset(after(good_before, good, row.behaviour))
            yield self.stub.url

    def _proxied(self, row: Row, provider: str) -> Iterator[str]:
        proxy = self.proxies[_BEFORE_STUB if row.behaviour else provider]
        if row.behaviour:
            self.stub.reset(row.behaviour)
        if row.down:
            proxy.down()
        elif row.cut:
            proxy.poison("limit_data", {"bytes": _before(row.cut, self.providers.url(provider))})
        elif row.toxic:
            proxy.poison(*row.toxic)
        try:
            yield proxy.url
        finally:
            proxy.heal()


def _before(cut: tuple[int, int, str], url: str) -> int:
    """The bytes before a cut, by the size of the provider's answer to a consumer's words."""
    target, answer = urlsplit(url), b""
    address = str(target.hostname), int(target.port or 80)
    head = f"GET /JSONObject/2 HTTP/1.1\r\nHost: {target.netloc}\r\nAccept: {JSON}\r\n\r\n"
    with socket.create_connection(address, timeout=10) as connection:
        connection.sendall(head.encode())
        while not answer.endswith(b"}"):
            answer += connection.recv(65_536)
    answers, count, part = cut
    return answers * len(answer) + count + (answer.index(b"\r\n\r\n") + 4) * (part == "body")


@contextmanager
def opened(
    options: Options, logs: Path, env: Mapping[str, str] = LIMITS, *, proxied: bool = True
) -> Iterator[Scene]:
    """Starts all of it, the consumers last, since their allow-list names the rest."""
    with ExitStack() as stack:

        def start(role: str, **how: object) -> Stack:
            return stack.enter_context(
                Stack.start(of_role(role), ports="free", options=options, logs=logs, **how)  # type: ignore[arg-type]
            )

        stub, unlisted = (stack.enter_context(StubProvider(lambda *_: False)) for _ in range(2))
        providers = start("provider", env=BEHIND_A_PROXY if proxied else {})
        upstreams = {server.name: server.url for server in providers.servers}
        for url in upstreams.values():  # a JVM's first answer may outlast the consumers' patience
            httpx.get(f"{url}/JSONObject/2", timeout=60, trust_env=False)
        proxies: dict[str, Proxy] = {}
        if proxied:
            toxiproxy = stack.enter_context(Toxiproxy(options.root, logs))
            behind = {_BEFORE_STUB: stub.url, **upstreams}
            proxies = {name: toxiproxy.proxy(name, url) for name, url in behind.items()}
        nowhere = {
            "closed": stack.enter_context(places.closed()),
            "full": stack.enter_context(places.full()),
            "unknown": places.UNKNOWN,
        }
        through = [proxy.url for proxy in proxies.values()]
        allow = [stub.url, *upstreams.values(), *through, *nowhere.values()]
        consumers = start("consumer", allow=allow, env=env)
        everywhere = {**nowhere, "unlisted": unlisted.url}
        yield Scene(options.root, consumers, providers, stub, unlisted, proxies, everywhere)
