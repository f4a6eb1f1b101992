"""Sends to receivers that fall silent, lie, or answer otherwise than a server of the testbed does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bench_driver.servers.launch import Stack

from .conftest import prove_engines
from .facts import CONSUMERS
from .receiver import TOKEN, StubReceiver
from .test_push import PATIENCE_S, free, send


@pytest.fixture(scope="module", params=CONSUMERS)
def sender(request: pytest.FixtureRequest) -> Iterator[str]:
    """A sender alone, that does not wait long."""
    env = {
        "READ_TIMEOUT_MS": str(int(PATIENCE_S * 1000)),
        "RECEIVER_ALLOWLIST": "http://127.0.0.1:*",
    }
    with Stack.start([request.param], ports="free", env=env) as stack:
        prove_engines(stack.url(request.param))
        yield stack.url(request.param)


def send_to(sender: str, receiver: str, **changes: Any) -> httpx.Response:
    """One send to a receiver of our own, which says that it is a Rust server."""
    return send({"sender": sender, "rust": receiver}, "sender", "rust", **changes)


#: Larger together than what the system holds of a connection whose other end reads nothing.
LARGE = {"object_type": "Order", "size": "64KiB", "variants": 2, "amount": 400}


@pytest.mark.parametrize("connections", [1, 3])
@pytest.mark.parametrize("transfer", ["request", "connection", "framed"])
def test_a_receiver_that_falls_silent_ends_the_send_in_time(
    sender: str, transfer: str, connections: int
) -> None:
    changes = {"transfer": transfer, "connections": connections}
    with (
        StubReceiver() as receiver
    ):  # what a sender loads when it is first asked is no part of the time
        assert send_to(sender, receiver.url, **{**LARGE, **changes, "amount": 2}).status_code == 200
    with StubReceiver(silent=True) as receiver:
        began = time.monotonic()
        answer = send_to(sender, receiver.url, **LARGE, **changes)
        took_s = time.monotonic() - began
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (504, "receiver_timeout"), problem
    assert "READ_TIMEOUT_MS" in problem["detail"], problem
    assert PATIENCE_S * 0.9 < took_s < PATIENCE_S + 10
    assert free(sender)


ENGINE = {
    "name": "an-engine",
    "library": "a",
    "version": "1",
    "format": "JSON",
    "operation": "decode",
}
#: How a receiver's result lies, and the member that the sender names.
LIES: dict[str, tuple[dict[str, Any], str]] = {
    "no figures": ({"amount": None, "verified": None, "payload": None, "engine": None}, "amount"),
    "fewer objects": ({"amount": 1}, "amount"),
    "no amount": ({"amount": None}, "amount"),
    "an amount that is text": ({"amount": "3"}, "amount"),
    "an amount that is no whole number": ({"amount": 3.5}, "amount"),
    "fewer found right": ({"verified": 2}, "verified"),
    "none found right": ({"verified": None}, "verified"),
    "no payload": ({"payload": None}, "payload.sha256"),
    "a payload that is a list": ({"payload": []}, "payload.sha256"),
    "other bytes": ({"payload": {"sha256": "0" * 64}}, "payload.sha256"),
    "no engine": ({"engine": None}, "engine"),
    "an engine that is text": ({"engine": "an-engine"}, "engine"),
    "an engine without a name": ({"engine": {**ENGINE, "name": ""}}, "engine"),
    "an engine of another format": ({"engine": {**ENGINE, "format": "XML"}}, "engine"),
    "an engine of another operation": ({"engine": {**ENGINE, "operation": "encode"}}, "engine"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_receiver_that_lies_is_not_believed(sender: str, lie: str) -> None:
    lies, member = LIES[lie]
    with StubReceiver(lies=lies) as receiver:
        answer = send_to(sender, receiver.url, amount=3)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem.get("receiver_code")) == (
        502,
        "receiver_refused",
        None,
    ), problem
    assert "its result " in problem["detail"] and member in problem["detail"], problem
    assert free(sender)


@pytest.mark.parametrize("transfer", ["request", "connection", "framed"])
def test_a_receiver_that_tells_the_truth_is_believed(sender: str, transfer: str) -> None:
    with StubReceiver() as receiver:
        changes = {"warmup": 4, "variants": 3, "connections": 2, "receiver_engine": "an-engine"}
        answer = send_to(sender, receiver.url, amount=5, transfer=transfer, **changes)
    assert answer.status_code == 200 and answer.json()["receiver"]["verified"] == 5, answer.json()
    with StubReceiver(lies={"engine": {**ENGINE, "name": "another"}}) as receiver:
        problem = send_to(sender, receiver.url, amount=5, transfer=transfer, **changes).json()
    assert problem["code"] == "receiver_refused" and "engine" in problem["detail"], (
        "it was asked for by its name"
    )


PROBLEM = "application/problem+json"


def refusal(status: str, media_type: str = PROBLEM, body: str = "", *fields: str) -> bytes:
    """An answer that opens no ingest. Its length is said where it is a problem that has one."""
    length = [f"Content-Length: {len(body)}"] if media_type.lower().startswith(PROBLEM) else []
    return "\r\n".join(
        [f"HTTP/1.1 {status}", f"Content-Type: {media_type}", *fields, *length, "", body]
    ).encode()


BUSY = '{"code":"busy"}'
#: What a receiver does, and what the send ends in.
ODD: dict[str, tuple[dict[str, Any], str]] = {
    "a media type with a parameter": (
        {"opening": {"Content-Type": "application/x-ndjson; charset=utf-8"}},
        "believed",
    ),
    "a media type in capitals": ({"opening": {"Content-Type": "APPLICATION/X-NDJSON"}}, "believed"),
    "another media type": (
        {"opening": {"Content-Type": "application/json"}},
        "receiver_unreachable",
    ),
    "no media type": ({"opening": {"X-Cache": "hit"}}, "receiver_unreachable"),
    "identity": (
        {"opening": {"Content-Type": "application/x-ndjson", "Content-Encoding": "identity"}},
        "receiver_unreachable",
    ),
    "gzip": (
        {"opening": {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"}},
        "receiver_unreachable",
    ),
    "a long head": (
        {"opening": {"Content-Type": "application/x-ndjson", "X-Cache": "h" * 16_000}},
        "believed",
    ),
    "a long head of an answer to a push": (
        {"pushed": b"HTTP/1.1 204 No Content\r\nX-Cache: " + b"h" * 16_000 + b"\r\n\r\n"},
        "believed",
    ),
    "201": ({"refusal": refusal("201 Created", "application/x-ndjson")}, "receiver_unreachable"),
    "a redirect": (
        {"refusal": refusal("302 Found", PROBLEM, BUSY, "Location: /")},
        "receiver_unreachable",
    ),
    "a page that stays open": (
        {"refusal": refusal("409 Conflict", "text/html", BUSY)},
        "receiver_unreachable",
    ),
    "a problem": (
        {"refusal": refusal("400 Bad Request", PROBLEM, '{"code":"too_large"}')},
        "receiver_refused",
    ),
    "a problem in capitals": (
        {"refusal": refusal("409 Conflict", "Application/Problem+JSON; charset=utf-8", BUSY)},
        "busy",
    ),
    "a problem that is a list": (
        {"refusal": refusal("409 Conflict", PROBLEM, '["busy"]')},
        "receiver_unreachable",
    ),
    "a problem that is empty": ({"refusal": refusal("409 Conflict")}, "receiver_unreachable"),
    "a problem with two codes": (
        {"refusal": refusal("409 Conflict", PROBLEM, '{"code":"busy","code":"busy"}')},
        "receiver_unreachable",
    ),
    "two tokens": (
        {"opened": f'{{"event":"opened","token":"","token":"{TOKEN}"}}'.encode()},
        "receiver_unreachable",
    ),
    "a token in capitals": (
        {"opened": f'{{"event":"opened","token":"{"A" * 32}"}}'.encode()},
        "receiver_unreachable",
    ),
    "started before opened": (
        {"opened": f'{{"event":"started"}}\n{{"event":"opened","token":"{TOKEN}"}}'.encode()},
        "receiver_unreachable",
    ),
    "started before the result": ({"before": b'{"event":"started"}'}, "believed"),
    "a checkpoint before the result": (
        {"before": b'{"event":"checkpoint"}'},
        "receiver_unreachable",
    ),
    "a member twice, far down": (
        {"before": b'{"event":"started","a":[{"b":1,"b":1}]}'},
        "receiver_unreachable",
    ),
    "a figure that is not finite": (
        {"before": b'{"event":"started","a":1e999}'},
        "receiver_unreachable",
    ),
    "Connection: close": (
        {"pushed": b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"},
        "believed",
    ),
    "HTTP/1.0": ({"pushed": b"HTTP/1.0 204 No Content\r\n\r\n"}, "believed"),
    "204 with a body": (
        {"pushed": b"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"},
        "believed",
    ),
    "204 with chunks": (
        {"pushed": b"HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        "believed",
    ),
}


@pytest.mark.parametrize("odd", ODD)
def test_both_senders_read_a_receiver_alike(sender: str, odd: str) -> None:
    behaviour, expected = ODD[odd]
    with StubReceiver(**behaviour) as receiver:
        answer = send_to(sender, receiver.url, amount=3, warmup=2, transfer="request")
    verdict = "believed" if answer.status_code == 200 else answer.json()["code"]
    assert verdict == expected, answer.json()
    assert free(sender)
