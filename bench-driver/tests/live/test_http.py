"""The grammar of HTTP (docs/contract/http.md): both servers give each answer of a provider and each
request its verdict, at once.
"""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import parse_headers
from typing import Any, BinaryIO
from urllib.parse import urlsplit

import pytest

from bench_driver.servers.launch import Stack
from bench_lab.endure.stub import StubProvider, after, answering

from .conftest import HTTP, trigger
from .facts import CONSUMERS, PROVIDERS_FOLDER
from .test_failures import GOLDEN, GOOD

ANSWERS: list[dict[str, str]] = json.loads(
    (PROVIDERS_FOLDER / "vectors" / "answers.json").read_text(encoding="utf-8")
)
REQUESTS: list[dict[str, Any]] = json.loads(
    (PROVIDERS_FOLDER / "vectors" / "requests.json").read_text(encoding="utf-8")
)
#: A verdict comes at once, which is long before a provider's time is over.
READ_TIMEOUT_MS = 20_000
AT_ONCE_S = 10.0


@pytest.fixture(scope="module")
def consumers(stub: StubProvider) -> Iterator[Stack]:
    with Stack.start(
        CONSUMERS, ports="free", allow=[stub.url], env={"READ_TIMEOUT_MS": str(READ_TIMEOUT_MS)}
    ) as stack:
        yield stack


def sent(case: dict[str, str]) -> bytes:
    """The bytes of an answer, with the object in it."""
    words = {
        "{object}": GOLDEN.decode("latin-1"),
        "{length}": str(len(GOLDEN)),
        "{size}": f"{len(GOLDEN):x}",
    }
    answer = case["answer"]
    for word, value in words.items():
        answer = answer.replace(word, value)
    return answer.encode("latin-1")


@pytest.mark.parametrize("good_before", [0, 3])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_answer_gets_its_verdict_at_once(
    consumers: Stack, stub: StubProvider, consumer: str, good_before: int
) -> None:
    wrong = []
    for case in ANSWERS:
        # A connection that is to end is ended by the consumer, so that the stub need not know which
        # does.
        stub.reset(after(good_before, GOOD, answering(sent(case))))
        begun = time.monotonic()
        answer = trigger(consumers.url(consumer), stub.url, amount=good_before + 3)
        took = time.monotonic() - begun
        verdict = "read" if answer.status_code == 200 else answer.json()["code"]
        if verdict != case["verdict"] or took > AT_ONCE_S:
            wrong.append(
                f"{case['name']} should be {case['verdict']}: {verdict} after {took:.1f} s, {answer.text[:200]}"
            )
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_answer_that_is_cut_off_is_refused_wherever_it_ends(
    consumers: Stack, stub: StubProvider, consumer: str
) -> None:
    answer = sent(next(case for case in ANSWERS if case["name"] == "trailers"))
    head, body = answer.index(b"\r\n\r\n") + 4, answer.index(GOLDEN)
    wrong = []
    # What is inside the object is inside a chunk, wherever it is.
    for cut in [*range(body + 2), *range(body + len(GOLDEN), len(answer))]:
        stub.reset(answering(answer[:cut], stay_open=False))
        verdict = trigger(consumers.url(consumer), stub.url, amount=1).json().get("code", "read")
        if verdict != ("provider_unreachable" if cut < head else "provider_truncated"):
            wrong.append(f"cut off behind byte {cut}, {answer[:cut][-10:]!r}: {verdict}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("name", "connections"),
    [
        ("as the servers send it", 1),
        ("HTTP/1.0 with keep-alive", 4),
        ("Connection: close", 4),
        ("chunks", 1),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_both_keep_a_connection_in_the_same_cases(
    consumers: Stack, stub: StubProvider, consumer: str, name: str, connections: int
) -> None:
    stub.reset(answering(sent(next(case for case in ANSWERS if case["name"] == name))))
    assert trigger(consumers.url(consumer), stub.url, amount=4).status_code == 200
    assert stub.connections == connections


#: What shows whether a connection is kept: a request of which 204 or 200 would be another answer.
LAST = b"GET /health_check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def status(answer: BinaryIO, has_body: bool) -> int | None:
    """The status of the next answer that is no interim one; none where the connection ended."""
    try:
        line = answer.readline()
        fields = parse_headers(answer)
        body = answer.read(int(fields.get("Content-Length", 0)) if has_body else 0)
    except ConnectionResetError:
        return None
    if not line:
        return None
    code = int(line.split()[1])
    # A refusal says why, as every problem does.
    assert code < 400 or not has_body or json.loads(body)["status"] == code
    return status(answer, has_body) if code == 100 else code


def conversation(url: str, case: dict[str, Any]) -> tuple[list[int], bool]:
    """The statuses that a server answers to the bytes of a case, and whether it answers another
    request behind them.
    """
    target = urlsplit(url)
    with (
        socket.create_connection(
            (str(target.hostname), int(target.port or 80)), timeout=60
        ) as client,
        client.makefile("rb") as answer,
    ):
        client.sendall(case["request"].replace("{host}", target.netloc).encode("latin-1"))
        has_body = not case["request"].startswith("HEAD ")
        statuses = [status(answer, has_body) for _ in case["statuses"]]
        with contextlib.suppress(OSError):
            client.sendall(LAST)
        last = status(answer, True)
        # Nothing comes behind the last.
        assert last is None or status(answer, True) is None
        return [status for status in statuses if status is not None], last is not None


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_request_gets_its_answers_and_no_more(consumers: Stack, consumer: str) -> None:
    url = consumers.url(consumer)
    # Some servers wait a second for a client to read a refusal before they close.
    with ThreadPoolExecutor(16) as clients:
        conversations = clients.map(lambda case: conversation(url, case), REQUESTS)
    wrong = [
        f"{case['name']} should be {case['statuses']}, kept {case['kept']}: {statuses}, kept {kept}"
        for case, (statuses, kept) in zip(REQUESTS, conversations, strict=True)
        if (statuses, kept) != (case["statuses"], case["kept"])
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("DELETE /engines", "GET, HEAD"),
        ("OPTIONS /JSONObject/1", "GET, HEAD"),
        ("OPTIONS /triggerReqs", "POST"),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_method_that_is_refused_names_those_that_are_not(
    consumers: Stack, consumer: str, line: str, allowed: str
) -> None:
    method, path = line.split()
    answer = HTTP.request(method, consumers.url(consumer) + path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
