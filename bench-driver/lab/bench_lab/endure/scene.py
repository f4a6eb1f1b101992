"""Consumers, and around them what can fail: a stub, real providers behind toxiproxy, and places where nobody answers."""

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
from .failures import JSON, golden
from .row import LIMITS, Cut, Place, Proxied, Row, Stub
from .stub import StubProvider, after, answering, response
from .toxiproxy import Proxy, Toxiproxy

#: The proxy that stands before the stub; the others are named after their providers.
BEFORE_STUB = "stub"


@dataclass(frozen=True)
class Scene:
    """Everything that stands, by name."""

    root: Path
    consumers: Stack
    providers: Stack
    stub: StubProvider
    unlisted: StubProvider
    proxies: Mapping[str, Proxy]
    places: Mapping[str, str]

    @property
    def servers(self) -> list[Server]:
        """The consumers, which are under test."""
        return self.consumers.servers

    @contextmanager
    def arranged(self, row: Row, good_before: int, provider: str) -> Iterator[str]:
        """Makes a row's failure for as long as the block lasts, and gives the origin that suffers from it."""
        made, good = row.made, answering(response(golden(self.root), JSON))
        if isinstance(made, Stub):
            self.stub.reset(after(good_before, good, made.behaviour))
            yield self.stub.url
        elif isinstance(made, Place):
            yield self.places[made.name]
        else:
            yield from self._proxied(made, provider)

    def _proxied(self, made: Proxied, provider: str) -> Iterator[str]:
        proxy = self.proxies[BEFORE_STUB if made.behaviour else provider]
        if made.behaviour:
            self.stub.reset(made.behaviour)
        if made.down:
            proxy.down()
        elif isinstance(made.toxic, Cut):
            proxy.poison("limit_data", {"bytes": _received(made.toxic, self.providers.url(provider))})
        elif made.toxic:
            proxy.poison(made.toxic.kind, made.toxic.attributes)
        try:
            yield proxy.url
        finally:
            proxy.heal()


def _received(cut: Cut, url: str) -> int:
    """How many bytes come before a cut: the size of an answer is asked of the provider."""
    answer = _answer(url)
    head = answer.index(b"\r\n\r\n") + 4
    return cut.answers * len(answer) + cut.bytes + (head if cut.part == "body" else 0)


def _answer(url: str) -> bytes:
    """What a provider answers, asked in the words of a consumer."""
    target = urlsplit(url)
    answer = b""
    with socket.create_connection((str(target.hostname), int(target.port or 80)), timeout=10) as connection:
        connection.sendall(f"GET /JSONObject/2 HTTP/1.1\r\nHost: {target.netloc}\r\nAccept: {JSON}\r\n\r\n".encode())
        while not answer.endswith(b"}"):
            answer += connection.recv(65_536)
    return answer


@contextmanager
def opened(options: Options, logs: Path, env: Mapping[str, str] = LIMITS, *, proxied: bool = True) -> Iterator[Scene]:
    """Starts all of it, consumers last, since they must be told whom they may ask; without toxiproxy where nobody needs it."""
    with ExitStack() as stack:
        stub, unlisted = (stack.enter_context(StubProvider(lambda *_: False)) for _ in range(2))
        behind = BEHIND_A_PROXY if proxied else {}
        providers = stack.enter_context(Stack.start(of_role("provider"), ports="free", options=options, logs=logs, env=behind))
        for server in providers.servers:
            httpx.get(f"{server.url}/JSONObject/2", timeout=60, trust_env=False)  # a JVM's first answer may take longer than the consumers wait
        proxies: dict[str, Proxy] = {}
        if proxied:
            toxiproxy = stack.enter_context(Toxiproxy(options.root, logs))
            upstreams = {BEFORE_STUB: stub.url, **{server.name: server.url for server in providers.servers}}
            proxies = {name: toxiproxy.proxy(name, url) for name, url in upstreams.items()}
        allowed = {"closed": stack.enter_context(places.closed()), "full": stack.enter_context(places.full()), "unknown": places.UNKNOWN}
        allow = [stub.url, *(server.url for server in providers.servers), *(proxy.url for proxy in proxies.values()), *allowed.values()]
        consumers = stack.enter_context(Stack.start(of_role("consumer"), ports="free", options=options, logs=logs, allow=allow, env=env))
        yield Scene(options.root, consumers, providers, stub, unlisted, proxies, {**allowed, "unlisted": unlisted.url})
