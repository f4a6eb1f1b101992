"""The failure contract: each way in which a provider fails has its code, the same from both servers, and the server serves on."""

from __future__ import annotations

import gzip
import socket
import struct

import httpx
import pytest

from .conftest import trigger
from .facts import CONSUMERS, MEDIA_TYPES, PROVIDERS_FOLDER
from .stub_provider import Behaviour, StubProvider, after, answering, response

GOLDEN = (PROVIDERS_FOLDER / "golden" / "DummyObject.json").read_bytes()
ANOTHER = (PROVIDERS_FOLDER / "objects" / "DummyObject.variants.jsonl").read_bytes().splitlines()[1]
JSON = MEDIA_TYPES["JSON"]
GOOD = answering(response(GOLDEN, JSON))


def raw(data: bytes) -> Behaviour:
    return answering(data, stay_open=False)


def reset(connection: socket.socket, _: int) -> bool:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


#: how the provider behaves, and the status and code of the answer
FAILURES: dict[str, tuple[Behaviour, int, str]] = {
    "closes without a word": (lambda *_: False, 502, "provider_unreachable"),
    "resets the connection": (reset, 502, "provider_unreachable"),
    "answers 500": (raw(response(b"no", "text/plain", status="500 Internal Server Error")), 502, "provider_status"),
    "answers 404": (raw(response(b"{}", JSON, status="404 Not Found")), 502, "provider_status"),
    "answers 204": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), 502, "provider_status"),
    "answers 206": (raw(response(GOLDEN, JSON, status="206 Partial Content")), 502, "provider_status"),
    "redirects": (raw(response(b"", JSON, status="302 Found", headers="Location: http://127.0.0.1:9/\r\n")), 502, "provider_status"),
    "sends HTML": (raw(response(b"<html></html>", "text/html")), 502, "provider_content_type"),
    "sends another format's type": (raw(response(GOLDEN, "application/xml")), 502, "provider_content_type"),
    "sends no type": (raw(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(GOLDEN) + GOLDEN), 502, "provider_content_type"),
    "compresses": (raw(response(gzip.compress(GOLDEN), JSON, headers="Content-Encoding: gzip\r\n")), 502, "provider_content_type"),
    "ends before its length": (raw(response(GOLDEN[:-1], JSON, length=len(GOLDEN))), 502, "provider_truncated"),
    "ends inside a chunk": (raw(chunked(GOLDEN[:10], end=b"ff\r\nabc")), 502, "provider_truncated"),
    "ends before the last chunk": (raw(chunked(GOLDEN, end=b"")), 502, "provider_truncated"),
    "declares too much": (raw(response(GOLDEN, JSON, length=65537)), 502, "provider_too_large"),
    "declares 8 EiB": (raw(response(GOLDEN, JSON, length=2**63 - 1)), 502, "provider_too_large"),
    "sends too much in chunks": (raw(chunked(*[b" " * 4096] * 17)), 502, "provider_too_large"),
    "sends no JSON": (raw(response(b"{]", JSON)), 502, "deserialize_failed"),
    "sends an empty body": (raw(response(b"", JSON)), 502, "deserialize_failed"),
    "sends null": (raw(response(b"null", JSON)), 502, "deserialize_failed"),
    "sends an object with a field more": (raw(response(GOLDEN[:-1] + b',"more":1}', JSON)), 502, "deserialize_failed"),
    "sends an object with a field less": (raw(response(GOLDEN.replace(b'"age":29,', b""), JSON)), 502, "deserialize_failed"),
    "sends two objects": (raw(response(GOLDEN + GOLDEN, JSON)), 502, "deserialize_failed"),
    "sends another object": (raw(response(ANOTHER, JSON)), 502, "deserialize_failed"),
    "sends 65 levels": (raw(response(b"[" * 65 + b"]" * 65, JSON)), 502, "deserialize_failed"),
    "speaks no HTTP": (raw(b"220 ready\r\n\r\n"), 502, "provider_unreachable"),
}
REFUSED_BY = {"sends 65 levels": "guard", "sends an empty body": "guard", "sends null": "engine", "sends another object": "comparison"}


@pytest.mark.parametrize("good_before", [0, 7])
@pytest.mark.parametrize("case", FAILURES)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_failing_provider(urls: dict[str, str], stub: StubProvider, consumer: str, case: str, good_before: int) -> None:
    behaviour, status, code = FAILURES[case]
    stub.reset(after(good_before, GOOD, behaviour))
    answer = trigger(urls[consumer], stub.url, amount=20)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), answer.text
    assert problem["completed"] == problem["request"] == good_before
    assert problem["phase"] == "measured"
    assert not any("parsing_time" in key for key in problem), "a failed run answers with no sum"
    assert stub.requests == good_before + 1, "nothing is retried"
    if case in REFUSED_BY:
        assert problem["refused_by"] == REFUSED_BY[case]
    if code == "deserialize_failed":
        assert problem["body_bytes"] >= 0
        assert len(problem["body_sha256"]) == 64
    assert httpx.get(urls[consumer] + "/health_check").status_code == 200
    stub.reset(GOOD)
    assert trigger(urls[consumer], stub.url, amount=20).json()["verified"] == 20


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_failure_in_the_warmup_says_so(urls: dict[str, str], stub: StubProvider, consumer: str) -> None:
    stub.reset(after(3, GOOD, raw(response(b"{", JSON))))
    problem = trigger(urls[consumer], stub.url, amount=20, warmup=10).json()
    assert (problem["phase"], problem["request"], problem["completed"]) == ("warmup", 3, 0)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_provider_that_is_down(urls: dict[str, str], closed_origin: str, consumer: str) -> None:
    answer = trigger(urls[consumer], closed_origin, amount=1)
    assert (answer.status_code, answer.json()["code"]) == (502, "provider_unreachable")


@pytest.mark.parametrize("consumer", CONSUMERS)
@pytest.mark.parametrize("case", ["sends nothing", "sends a byte now and then"])
def test_a_slow_provider_is_cut_at_the_read_timeout(urls: dict[str, str], stub: StubProvider, consumer: str, case: str) -> None:
    def slow(connection: socket.socket, _: int) -> bool:
        data = response(GOLDEN, JSON)
        for byte in data if case == "sends a byte now and then" else b"":
            connection.sendall(bytes([byte]))
            if stub.wait(0.05):
                return False
        return not stub.wait(30)

    stub.reset(after(2, GOOD, slow))
    answer = trigger(urls[consumer], stub.url, amount=5)
    assert (answer.status_code, answer.json()["code"]) == (504, "provider_timeout"), answer.text
    assert answer.json()["completed"] == 2
    assert answer.elapsed.total_seconds() < 5


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_provider_that_closes_after_each_answer_is_served_by_new_connections(urls: dict[str, str], stub: StubProvider, consumer: str) -> None:
    stub.reset(answering(response(GOLDEN, JSON, headers="Connection: close\r\n"), stay_open=False))
    result = trigger(urls[consumer], stub.url, amount=5).json()
    assert result["verified"] == result["connections"] == stub.connections == 5


@pytest.mark.parametrize("chunks", [[GOLDEN], [GOLDEN[:1], GOLDEN[1:500], GOLDEN[500:]], [bytes([byte]) for byte in GOLDEN]])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_body_in_chunks_is_whole_before_it_is_parsed(urls: dict[str, str], stub: StubProvider, consumer: str, chunks: list[bytes]) -> None:
    stub.reset(answering(chunked(*chunks)))
    assert trigger(urls[consumer], stub.url, amount=5).json()["verified"] == 5


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_refused_origin_sees_no_connection(urls: dict[str, str], unlisted: StubProvider, consumer: str) -> None:
    answer = trigger(urls[consumer], unlisted.url, amount=1)
    assert (answer.status_code, answer.json()["code"]) == (403, "provider_not_allowed")
    assert unlisted.connections == 0
