"""Sends to receivers that fall silent or lie."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bench_driver.servers.launch import Stack
from bench_lab.endure.receiver import StubReceiver

from .conftest import prove_engines
from .facts import CONSUMERS
from .test_push import PATIENCE_S, free, send


@pytest.fixture(scope="module", params=CONSUMERS)
def sender(request: pytest.FixtureRequest) -> Iterator[str]:
    """A sender alone, that does not wait long."""
    env = {"READ_TIMEOUT_MS": str(int(PATIENCE_S * 1000)), "RECEIVER_ALLOWLIST": "http://127.0.0.1:*"}
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
def test_a_receiver_that_falls_silent_ends_the_send_in_time(sender: str, transfer: str, connections: int) -> None:
    changes = {"transfer": transfer, "connections": connections}
    with StubReceiver() as receiver:  # what a sender loads when it is first asked is no part of the time
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


ENGINE = {"name": "an-engine", "library": "a", "version": "1", "format": "JSON", "operation": "decode"}
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
    assert (answer.status_code, problem["code"], problem.get("receiver_code")) == (502, "receiver_refused", None), problem
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
    assert problem["code"] == "receiver_refused" and "engine" in problem["detail"], "it was asked for by its name"
