"""A run as a whole: its stream, its lock, its end."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from bench_lab.endure.failures import JSON
from bench_lab.endure.stub import StubProvider, answering, response

from .conftest import HTTP, request, trigger
from .facts import CONSUMERS
from .test_failures import GOLDEN, GOOD

NDJSON = {"Accept": "application/x-ndjson"}
#: How long a test waits for what must come: long, since the machine may be busy, and no claim.
PATIENCE_S = 60.0


def held(stub: StubProvider, started: threading.Event, go: threading.Event) -> None:
    """The stub answers its first request only when `go` is set, which keeps a run in progress for
    as long as a test needs.
    """

    def behave(connection: socket.socket, number: int) -> bool:
        if number == 0:
            started.set()
            go.wait(PATIENCE_S)
        return GOOD(connection, number)

    stub.reset(behave)


def until(condition: Any, seconds: float = PATIENCE_S) -> bool:
    """Whether the condition came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def quiet(stub: StubProvider, seconds: float = 0.3) -> bool:
    """Whether no request came to the stub for so long."""
    seen = stub.requests
    return not until(lambda: stub.requests > seen, seconds)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_stream_has_an_event_a_line_and_ends_in_the_result(
    urls: dict[str, str], consumer: str
) -> None:
    answer = trigger(
        urls[consumer],
        urls["rust-provider"],
        amount=100,
        warmup=10,
        checkpoints=[10, 100],
        headers=NDJSON,
    )
    assert answer.headers["content-type"] == "application/x-ndjson"
    events = [json.loads(line) for line in answer.text.splitlines()]
    assert [event.pop("event") for event in events] == [
        "started",
        "checkpoint",
        "checkpoint",
        "result",
    ]
    assert events[0]["amount"] == 100
    assert events[0]["warmup"] == 10
    assert events[1:3] == events[3]["checkpoints"]
    assert events[3]["verified"] == 100


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_failure_ends_the_stream_with_a_problem_after_what_was_measured(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    stub.reset(lambda connection, number: GOOD(connection, number) if number < 15 else False)
    answer = trigger(urls[consumer], stub.url, amount=100, checkpoints=[10, 20], headers=NDJSON)
    events = [json.loads(line) for line in answer.text.splitlines()]
    assert [event["event"] for event in events] == ["started", "checkpoint", "problem"]
    assert (events[-1]["code"], events[-1]["completed"]) == ("provider_unreachable", 15)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_bad_request_is_no_stream(urls: dict[str, str], consumer: str) -> None:
    answer = trigger(urls[consumer], urls["rust-provider"], amount=0, headers=NDJSON)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_one_run_at_a_time_and_health_answers_meanwhile(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    started, go, answers = threading.Event(), threading.Event(), []
    held(stub, started, go)
    first = threading.Thread(
        target=lambda: answers.append(trigger(urls[consumer], stub.url, amount=5))
    )
    first.start()
    try:
        assert started.wait(PATIENCE_S)
        assert HTTP.get(urls[consumer] + "/health_check").status_code == 200
        second = trigger(urls[consumer], urls["rust-provider"], amount=1)
        assert (second.status_code, second.json()["code"]) == (409, "busy")
        assert int(second.headers["retry-after"]) >= 1
    finally:
        go.set()
        first.join()
    assert answers[0].json()["verified"] == 5
    assert trigger(urls[consumer], urls["rust-provider"], amount=1).status_code == 200


@pytest.mark.parametrize("headers", [{}, NDJSON], ids=["plain", "stream"])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_client_that_goes_away_ends_the_run(
    urls: dict[str, str], stub: StubProvider, consumer: str, headers: dict[str, str]
) -> None:
    stub.reset(answering(response(GOLDEN, JSON)))
    body = json.dumps(
        request(stub.url, amount=1_000_000, checkpoints=[100 * n for n in range(1, 257)])
    ).encode()
    lines = [
        b"POST /triggerReqs HTTP/1.1",
        b"Host: localhost",
        b"Content-Type: application/json",
        b"Content-Length: %d" % len(body),
    ]
    lines += [f"{name}: {value}".encode() for name, value in headers.items()]
    target = urlsplit(urls[consumer])
    with socket.create_connection((target.hostname, target.port)) as client:
        client.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        assert until(lambda: stub.requests > 1000)
    assert until(
        lambda: trigger(urls[consumer], urls["rust-provider"], amount=1).status_code == 200
    ), "the lock is free again"
    assert until(lambda: quiet(stub)), "and no more requests come"


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_health_answers_while_a_run_parses(urls: dict[str, str], consumer: str) -> None:
    """Answers that wait for the run to end would come once; here they come again and again, however
    slow the machine is.
    """
    answers: list[httpx.Response] = []
    run = threading.Thread(
        target=lambda: answers.append(
            trigger(
                urls[consumer],
                urls["java-provider"],
                server_type="java",
                amount=20_000,
                concurrency=16,
            )
        )
    )
    run.start()
    meanwhile = 0
    with httpx.Client(base_url=urls[consumer], timeout=PATIENCE_S) as client:
        while run.is_alive():
            assert client.get("/health_check").status_code == 200
            meanwhile += run.is_alive()
    assert answers[0].json()["verified"] == 20_000
    assert meanwhile >= 3
