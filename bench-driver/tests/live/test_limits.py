"""Every limit of docs/configuration.md, at its edge and beyond it, at both consumers, which are
started with small ones.
"""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root
from bench_lab.endure import places
from bench_lab.endure.failures import JSON, golden
from bench_lab.endure.stub import (
    Behaviour,
    StubProvider,
    after,
    answering,
    chunked,
    hung_up,
    response,
    silent,
)

from .conftest import HTTP, request, trigger
from .facts import CONSUMERS, ROOT
from .test_runs import until

GOLDEN = golden(ROOT)
GOOD = response(GOLDEN, JSON)
OBJECT, REQUEST, BLOCK = len(GOLDEN) + 10, 600, 6 * (len(GOLDEN) + 1)
CONNECT_MS, READ_MS, BASE_MS, PER_OBJECT_MS = 300, 1500, 3000, 20
CLIENT_MS, KEPT_MS, CONNECTIONS = 1500, 2500, 8
SMALL = {
    "MAX_AMOUNT": 50, "MAX_CONCURRENCY": 3, "MAX_BLOCK": 6, "MAX_CHECKPOINTS": 4, "MAX_REQUEST_BYTES": REQUEST, "MAX_OBJECT_BYTES": OBJECT,
    "MAX_BLOCK_BYTES": BLOCK,
    "CONNECT_TIMEOUT_MS": CONNECT_MS, "READ_TIMEOUT_MS": READ_MS, "CLIENT_TIMEOUT_MS": CLIENT_MS, "KEEP_ALIVE_TIMEOUT_MS": KEPT_MS,
}  # fmt: skip
#: What a timeout may come late by on a busy machine, ms: a timeout that does not hold comes never.
LATE_MS = 15_000
#: What the end of a run may come late by, ms: less than some hundred large objects take.
SOON_MS = 4_000


@pytest.fixture(scope="module")
def provider() -> Iterator[StubProvider]:
    with StubProvider(answering(GOOD)) as stub:
        yield stub


@pytest.fixture(scope="module")
def full_origin() -> Iterator[str]:
    with places.full() as origin:
        yield origin


@pytest.fixture(scope="module")
def small(provider: StubProvider, full_origin: str) -> Iterator[dict[str, str]]:
    """The origin of each consumer, by its name."""
    env = {name: str(value) for name, value in SMALL.items()}
    with Stack.start(
        CONSUMERS,
        ports="free",
        allow=[provider.url, full_origin],
        env=env,
        options=Options(find_root()),
    ) as stack:
        yield {server.name: server.url for server in stack.servers}


@pytest.fixture(scope="module")
def hurried(provider: StubProvider) -> Iterator[dict[str, str]]:
    """The origin of each consumer whose runs may not take long."""
    env = {"RUN_TIMEOUT_BASE_MS": str(BASE_MS), "RUN_TIMEOUT_PER_OBJECT_MS": str(PER_OBJECT_MS)}
    with Stack.start(
        CONSUMERS, ports="free", allow=[provider.url], env=env, options=Options(find_root())
    ) as stack:
        yield {server.name: server.url for server in stack.servers}


@pytest.fixture(scope="module")
def strict() -> Iterator[dict[str, str]]:
    """The origin of a provider, and of each consumer whose runs may take a second, whatever their
    objects are.
    """
    env = {"RUN_TIMEOUT_BASE_MS": "1000", "RUN_TIMEOUT_PER_OBJECT_MS": "0"}
    with Stack.start(
        ["rust-provider", *CONSUMERS], ports="free", env=env, options=Options(find_root())
    ) as stack:
        yield {server.name: server.url for server in stack.servers}


@pytest.fixture(scope="module")
def narrow() -> Iterator[dict[str, str]]:
    """The origin of each consumer where few may connect at a time."""
    with Stack.start(
        CONSUMERS,
        ports="free",
        env={"MAX_CONNECTIONS": str(CONNECTIONS)},
        options=Options(find_root()),
    ) as stack:
        yield {server.name: server.url for server in stack.servers}


#: a field of a request: the variable that limits it, the rest of a request at the edge, and of one
#: beyond it
FIELDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "amount": ("MAX_AMOUNT", {"amount": 50}, {"amount": 51}),
    "warmup": ("MAX_AMOUNT", {"warmup": 50}, {"warmup": 51}),
    "concurrency": ("MAX_CONCURRENCY", {"concurrency": 3}, {"concurrency": 4}),
    "block": ("MAX_BLOCK", {"block": 6}, {"block": 7}),
    "checkpoints": (
        "MAX_CHECKPOINTS",
        {"checkpoints": [1, 2, 3, 4]},
        {"checkpoints": [1, 2, 3, 4, 5]},
    ),
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_field_may_be_as_large_as_its_limit_and_no_larger(
    small: dict[str, str], provider: StubProvider, consumer: str, field: str
) -> None:
    variable, edge, beyond = FIELDS[field]
    provider.reset(answering(GOOD))
    assert trigger(small[consumer], provider.url, **edge).status_code == 200
    requests = provider.requests
    answer = trigger(small[consumer], provider.url, **beyond)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "invalid_request",
        field,
    )
    assert str(SMALL[variable]) in answer.json()["detail"], "the answer says what is allowed"
    assert provider.requests == requests, "and nothing was asked of the provider"


def padded(provider: str, size: int) -> bytes:
    """A good request of that many bytes."""
    body = json.dumps(request(provider)).encode()
    return body[:-1] + b" " * (size - len(body)) + b"}"


@pytest.mark.parametrize("declared", [True, False], ids=["by its length", "while reading"])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_request_may_be_as_long_as_its_limit_and_no_longer(
    small: dict[str, str], provider: StubProvider, consumer: str, declared: bool
) -> None:
    provider.reset(answering(GOOD))
    for size, status in ((REQUEST, 200), (REQUEST + 1, 413)):
        body = padded(provider.url, size)
        answer = HTTP.post(
            f"{small[consumer]}/triggerReqs",
            content=body if declared else iter([body]),
            headers={"Content-Type": JSON},
            timeout=30,
        )
        assert answer.status_code == status, answer.text
    assert answer.json()["code"] == "too_large"


#: how a provider sends a body of a size: its length declared, while reading, decoded
WAYS: dict[str, Any] = {
    "by its length": lambda body: answering(response(body, JSON)),
    "in chunks": lambda body: answering(chunked(JSON, body[:1000], body[1000:])),
    "until it closes": lambda body: answering(
        f"HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\n\r\n".encode() + body, stay_open=False
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_object_may_be_as_long_as_its_limit_and_no_longer(
    small: dict[str, str], provider: StubProvider, consumer: str, way: str
) -> None:
    for size, code in ((OBJECT, None), (OBJECT + 1, "provider_too_large")):
        provider.reset(WAYS[way](GOLDEN + b" " * (size - len(GOLDEN))))
        answer = trigger(small[consumer], provider.url, amount=3).json()
        assert answer.get("code") == code, answer
    assert answer["completed"] == 0


@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_block_may_hold_as_many_bytes_as_its_limit_and_no_more(
    small: dict[str, str], provider: StubProvider, consumer: str, concurrency: int
) -> None:
    edge, beyond = (answering(response(GOLDEN + padding, JSON)) for padding in (b" ", b"  "))
    provider.reset(edge)
    assert (
        trigger(small[consumer], provider.url, amount=12, block=6, concurrency=concurrency).json()[
            "verified"
        ]
        == 12
    )
    provider.reset(beyond)
    answer = trigger(
        small[consumer], provider.url, amount=12, block=6, concurrency=concurrency
    ).json()
    assert (answer["code"], answer["completed"]) == ("provider_too_large", 0)
    assert "MAX_BLOCK_BYTES" in answer["detail"]


@pytest.mark.parametrize("declared", [True, False], ids=["by its length", "while reading"])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_bytes_to_decode_may_be_as_many_as_the_limit_and_no_more(
    small: dict[str, str], consumer: str, declared: bool
) -> None:
    for size, status in ((OBJECT, 200), (OBJECT + 1, 413)):
        body = GOLDEN + b" " * (size - len(GOLDEN))
        answer = HTTP.post(
            f"{small[consumer]}/decode/JSON/2",
            content=body if declared else iter([body]),
            timeout=30,
        )
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_bytes_of_a_size_may_be_decoded_as_in_a_run_of_it(
    urls: dict[str, str], consumer: str
) -> None:
    body = HTTP.get(f"{urls['rust-provider']}/JSONObject/Order?size=64KiB&index=1").content
    most = 4 * 65_536
    for query, size, status in (
        ("?size=64KiB", most, 200),
        ("?size=64KiB", most + 1, 413),
        ("", max(len(body), 65_537), 413),
    ):
        answer = HTTP.post(f"{urls[consumer]}/decode/JSON/Order{query}", content=body.ljust(size))
        assert answer.status_code == status, (query, size, answer.text)
    answer = HTTP.post(f"{urls[consumer]}/decode/JSON/2?size=64KiB", content=b"{}")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "invalid_request",
        "size",
    )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_advice_in_a_refusal_can_be_followed(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    body = HTTP.get(f"{urls['rust-provider']}/JSONObject/Order?size=256KiB&index=1").content
    assert len(body) > 65_536
    wrong = body[:-1]
    stub.reset(answering(response(wrong, JSON)))
    problem = trigger(urls[consumer], stub.url, object_type="Order", size="256KiB", amount=1).json()
    [path] = re.findall(r"POST the same bytes to (/decode/\S+) to look into it", problem["detail"])
    answer = HTTP.post(urls[consumer] + path, content=wrong)
    assert (answer.status_code, answer.json()["refused_by"]) == (422, problem["refused_by"]), (
        answer.text
    )


def timed(consumer: str, origin: str, **changes: Any) -> tuple[dict[str, Any], float]:
    """The answer, and how long it took, ms."""
    began = time.monotonic()
    answer = trigger(consumer, origin, **changes)
    return dict(answer.json()), 1000 * (time.monotonic() - began)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_connection_may_take_as_long_as_its_timeout_to_open(
    small: dict[str, str], full_origin: str, consumer: str
) -> None:
    answer, ms = timed(small[consumer], full_origin)
    assert (answer["code"], answer["completed"]) == ("provider_timeout", 0)
    assert "CONNECT_TIMEOUT_MS" in answer["detail"]
    assert 0.95 * CONNECT_MS <= ms <= CONNECT_MS + LATE_MS


def later(seconds: float) -> Behaviour:
    """A good answer, so much later."""

    def behave(connection: Any, _: int) -> bool:
        if not hung_up(connection, seconds):
            connection.sendall(GOOD)
        return True

    return behave


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_answer_may_take_as_long_as_its_timeout(
    small: dict[str, str], provider: StubProvider, consumer: str
) -> None:
    provider.reset(later(READ_MS / 1000 / 5))
    assert timed(small[consumer], provider.url, amount=2)[0]["verified"] == 2
    provider.reset(after(2, answering(GOOD), silent))
    answer, ms = timed(small[consumer], provider.url, amount=5)
    assert (answer["code"], answer["completed"]) == ("provider_timeout", 2)
    assert "READ_TIMEOUT_MS" in answer["detail"]
    assert 0.95 * READ_MS <= ms <= READ_MS + LATE_MS


@pytest.mark.parametrize("more", [{}, {"concurrency": 3}, {"block": 6}], ids=str)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_run_may_take_as_long_as_its_objects_allow(
    hurried: dict[str, str], provider: StubProvider, consumer: str, more: dict[str, Any]
) -> None:
    provider.reset(answering(GOOD))
    assert timed(hurried[consumer], provider.url, amount=3, **more)[0].get("verified") == 3
    # Such a run may take 3.4 s; at 300 ms an object it would take 6, and over three connections as
    # long at three times that.
    provider.reset(later(0.9 if "concurrency" in more else 0.3))
    answer, ms = timed(hurried[consumer], provider.url, amount=20, **more)
    assert answer["code"] == "provider_timeout", answer
    assert 0 < answer["completed"] < 20
    assert "RUN_TIMEOUT_BASE_MS" in answer["detail"]
    due = BASE_MS + 20 * PER_OBJECT_MS
    assert 0.95 * due <= ms <= due + LATE_MS


@pytest.mark.parametrize(
    "more",
    [
        {"source": "replay"},
        {"source": "replay", "threads": 1},
        {"block": 100},
        {"operation": "encode"},
    ],
    ids=str,
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_end_is_seen_however_long_an_object_takes(
    strict: dict[str, str], consumer: str, more: dict[str, Any]
) -> None:
    large = {"amount": 20_000, "object_type": "NameList", "size": "256KiB", "object_format": "XML"}
    body = request(strict["rust-provider"], **large, **more)
    if more.get("operation") == "encode":
        body = {
            name: value
            for name, value in body.items()
            if name not in ("provider_url", "server_type")
        }
    began = time.monotonic()
    problem = HTTP.post(f"{strict[consumer]}/triggerReqs", json=body).json()
    ms = 1000 * (time.monotonic() - began)
    assert problem["code"] == "provider_timeout" and "RUN_TIMEOUT_BASE_MS" in problem["detail"], (
        problem
    )
    assert 950 <= ms <= 1000 + SOON_MS
    # Nor does a run whose client is gone hold the server.
    with suppress(httpx.ReadTimeout):
        HTTP.post(f"{strict[consumer]}/triggerReqs", json=body, timeout=0.5)
    assert until(
        lambda: (
            HTTP.post(f"{strict[consumer]}/triggerReqs", json={**body, "amount": 1}).status_code
            != 409
        ),
        SOON_MS / 1000,
    )


#: Types with sizes. A JVM loads as many variants of each as it takes a second for all, where it has
#: not yet.
SIZED = ("Timeline", "NameList", "Order", "Tweet")


def loading_s(origin: str, object_type: str, operation: str) -> tuple[str, float]:
    """How a run ends that loads all variants of a size and then finds no provider, or writes one
    object; and how long after it began, s.
    """
    body = request(
        "http://127.0.0.1:1",
        amount=1,
        object_type=object_type,
        size="16KiB",
        variants=512,
        operation=operation,
    )
    if operation == "encode":
        body = {
            name: value
            for name, value in body.items()
            if name not in ("provider_url", "server_type")
        }
    with HTTP.stream(
        "POST", f"{origin}/triggerReqs", json=body, headers={"Accept": "application/x-ndjson"}
    ) as answer:
        began = 0.0
        for line in answer.iter_lines():
            event = json.loads(line)
            # Until then it may have proven its engine, which no run's limit ends.
            began = began or time.monotonic()
    return str(event.get("code")), time.monotonic() - began


@pytest.mark.parametrize("operation", ["decode", "encode"])
def test_an_end_is_seen_while_variants_are_loaded(operation: str) -> None:
    took: dict[int, float] = {}
    for limit_ms in (60_000, 20):
        env = {"RUN_TIMEOUT_BASE_MS": str(limit_ms), "RUN_TIMEOUT_PER_OBJECT_MS": "0"}
        # One anew, since what was loaded once is there.
        with Stack.start(
            ["java-server"],
            ports="free",
            allow=["http://127.0.0.1:1"],
            env=env,
            options=Options(find_root()),
        ) as stack:
            ends = [
                loading_s(stack.url("java-server"), object_type, operation) for object_type in SIZED
            ]
        assert limit_ms > 20 or {code for code, _ in ends} == {"provider_timeout"}
        took[limit_ms] = sum(seconds for _, seconds in ends)
    assert took[20] < took[60_000] / 2, took


def connected(url: str) -> socket.socket:
    """A connection to a server."""
    target = urlsplit(url)
    return socket.create_connection(
        (str(target.hostname), int(target.port or 80)),
        timeout=(CLIENT_MS + KEPT_MS + 2 * LATE_MS) / 1000,
    )


def until_closed(client: socket.socket) -> tuple[bytes, float]:
    """What the server says before it closes the connection, and after how long it does, ms."""
    began, said = time.monotonic(), b""
    with suppress(ConnectionResetError):
        while data := client.recv(65_536):
            said += data
    return said, 1000 * (time.monotonic() - began)


#: what a slow client has sent, and how the answer begins where there must be one
SLOW: dict[str, tuple[bytes, bytes]] = {
    "a head": (b"GET /health_check HTTP/1.1\r\nHost:", b""),
    "a run's body": (
        b"POST /triggerReqs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        b"HTTP/1.1 400",
    ),
    "bytes to decode": (
        b"POST /decode/JSON/2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
        b"HTTP/1.1 400",
    ),
}


@pytest.mark.parametrize("what", SLOW)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_client_may_take_as_long_as_its_timeout_to_send(
    small: dict[str, str], consumer: str, what: str
) -> None:
    sent, begins = SLOW[what]
    with connected(small[consumer]) as client:
        client.sendall(sent)
        said, ms = until_closed(client)
    assert said.startswith(begins)
    assert b"CLIENT_TIMEOUT_MS" in said or not begins
    assert b"HTTP/1.1 200" not in said
    assert 0.5 * CLIENT_MS <= ms <= CLIENT_MS + LATE_MS, "timers may tick by half seconds"


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_connection_may_be_idle_as_long_as_its_timeout(
    small: dict[str, str], consumer: str
) -> None:
    with connected(small[consumer]) as client:
        for _ in range(2):
            client.sendall(b"GET /health_check HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert client.recv(65_536).startswith(b"HTTP/1.1 200")
        said, ms = until_closed(client)
    assert said == b""
    assert 0.5 * KEPT_MS <= ms <= KEPT_MS + LATE_MS


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_connections_beyond_their_limit_wait_for_their_turn(
    narrow: dict[str, str], consumer: str
) -> None:
    with ExitStack() as held:
        for _ in range(CONNECTIONS):
            client = held.enter_context(connected(narrow[consumer]))
            client.sendall(b"GET /health_check HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert client.recv(65_536).startswith(b"HTTP/1.1 200")
        with connected(narrow[consumer]) as late:
            late.sendall(b"GET /health_check HTTP/1.1\r\nHost: localhost\r\n\r\n")
            late.settimeout(0.5)
            with pytest.raises(TimeoutError):
                late.recv(65_536)
            held.close()
            late.settimeout(LATE_MS / 1000)
            assert late.recv(65_536).startswith(b"HTTP/1.1 200")


#: Where each limit is tested, beside what is above. The names of functions in other files are
#: looked up, so that none can be lost.
TESTED = {
    "HOST": "test_stack.py, and the start of each server's own tests",
    "PORT": "test_stack.py",
    "PROVIDER_ALLOWLIST": "test_origins.py",
    "RECEIVER_ALLOWLIST": "test_push.py",
    "SENDER_ALLOWLIST": "test_push.py",
    "ALLOWED_HOSTS": "test_hosts.py",
    "ALLOW_PUBLIC_ADDRESS": "each server's own tests",
    "AUTH_TOKEN": "test_tokens.py",
    "AUTH_TOKEN_FILE": "each server's own tests",
    "ORIGIN_TOKENS_FILE": "test_tokens.py",
    "MAX_AMOUNT": test_a_field_may_be_as_large_as_its_limit_and_no_larger,
    "MAX_CONCURRENCY": test_a_field_may_be_as_large_as_its_limit_and_no_larger,
    "MAX_BLOCK_BYTES": test_a_block_may_hold_as_many_bytes_as_its_limit_and_no_more,
    "MAX_BLOCK": test_a_field_may_be_as_large_as_its_limit_and_no_larger,
    "MAX_CHECKPOINTS": test_a_field_may_be_as_large_as_its_limit_and_no_larger,
    "MAX_REQUEST_BYTES": test_a_request_may_be_as_long_as_its_limit_and_no_longer,
    "MAX_OBJECT_BYTES": test_an_object_may_be_as_long_as_its_limit_and_no_longer,
    "CONNECT_TIMEOUT_MS": test_a_connection_may_take_as_long_as_its_timeout_to_open,
    "READ_TIMEOUT_MS": test_an_answer_may_take_as_long_as_its_timeout,
    "CLIENT_TIMEOUT_MS": test_a_client_may_take_as_long_as_its_timeout_to_send,
    "KEEP_ALIVE_TIMEOUT_MS": test_a_connection_may_be_idle_as_long_as_its_timeout,
    "MAX_CONNECTIONS": test_connections_beyond_their_limit_wait_for_their_turn,
    "RUN_TIMEOUT_BASE_MS": test_a_run_may_take_as_long_as_its_objects_allow,
    "RUN_TIMEOUT_PER_OBJECT_MS": test_a_run_may_take_as_long_as_its_objects_allow,
}


def test_every_variable_of_the_configuration_has_its_test() -> None:
    lines = (ROOT / "docs" / "configuration.md").read_text().splitlines()
    variables = {
        name
        for line in lines
        if line.startswith("| `")
        for name in re.findall(r"`([A-Z][A-Z_]+)`", line.split(" | ")[0])
    }
    assert variables - TESTED.keys() == set(), (
        "add the variable to TESTED, with the test of its edge"
    )
