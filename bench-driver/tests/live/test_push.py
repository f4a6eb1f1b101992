"""Sends and ingests: every crossing of the servers, what is refused at both ends, and what a
receiver bears.
"""

from __future__ import annotations

import hashlib
import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bench_driver.servers.launch import Stack
from bench_lab.endure.pushes import BREAKS, INGEST, framed, opened

from .conftest import HTTP, prove_engines
from .facts import CONSUMERS, FORMATS, GUARDED, PROVIDERS_FOLDER

SENDERS = ("rust-provider", "java-provider")
SEND = {"amount": 300, "object_format": "JSON", "object_type": "DummyObject"}
GOLDEN = (PROVIDERS_FOLDER / "golden" / "DummyObject.json").read_bytes()
#: What a receiver of its own waits for an object, s: long enough for a busy machine between two of
#: them, short enough to wait for its end.
PATIENCE_S = 1.5
#: A frame whose object does not come whole.
BEGUN = framed(GOLDEN, 0)[:50]


def runtime(name: str) -> str:
    """What a server is."""
    return name.partition("-")[0]


def send(urls: dict[str, str], sender: str, receiver: str, **changes: Any) -> httpx.Response:
    """One send."""
    body = {**SEND, "receiver_url": urls[receiver], "server_type": runtime(receiver), **changes}
    return HTTP.post(f"{urls[sender]}/triggerSends", json=body, timeout=120)


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("receiver", CONSUMERS)
@pytest.mark.parametrize("sender", SENDERS)
def test_every_crossing_finds_every_object_right(
    urls: dict[str, str], sender: str, receiver: str, format_name: str
) -> None:
    golden = (PROVIDERS_FOLDER / "golden" / f"DummyObject.{format_name.lower()}").read_bytes()
    for transfer, connections in (
        ("framed", 1),
        ("framed", 4),
        ("request", 1),
        ("request", 4),
        ("connection", 1),
        ("connection", 4),
    ):
        answer = send(
            urls,
            sender,
            receiver,
            object_format=format_name,
            warmup=50,
            transfer=transfer,
            connections=connections,
        )
        said = answer.json()
        assert answer.status_code == 200 and list(said) == ["sent", "sender", "receiver"], said
        written, read, sent = said["sender"], said["receiver"], said["sent"]
        assert (
            written["verified"],
            read["verified"],
            written["warmup"]["amount"],
            read["warmup"]["amount"],
        ) == (300, 300, 50, 50)
        assert (written["engine"]["operation"], read["engine"]["operation"]) == ("encode", "decode")
        assert read[runtime(sender)] == 1 and read["environment"]["runtime"] == runtime(receiver)
        assert (
            written["payload"]["sha256"]
            == read["payload"]["sha256"]
            == hashlib.sha256(golden).hexdigest()
        )
        assert (
            written["encode"]["total_ns"] > 0 < read["parse"]["total_ns"]
            and read["fetch"]["total_ns"] > 0
        )
        assert (sent["transfer"], sent["connections"], sent["requests"]) == (
            transfer,
            connections,
            connections if transfer == "framed" else 300,
        )
        assert read["connections"] == (350 if transfer == "connection" else connections), (
            "one an object, those of the warm-up too"
        )
        framed = 300 * (len(golden) + 8)
        least, most = (
            (framed, framed + 1000 * connections)
            if transfer == "framed"
            else (300 * len(golden), 300 * (len(golden) + 400))
        )
        assert (
            least < sent["sent_bytes"] < most
            and sent["received_bytes"] > 0 < sent["answers"]["p50_ns"]
        )


@pytest.mark.parametrize("receiver", CONSUMERS)
@pytest.mark.parametrize("sender", SENDERS)
def test_sizes_variants_engines_and_checkpoints_go_along(
    urls: dict[str, str], sender: str, receiver: str
) -> None:
    known = HTTP.get(f"{urls[receiver]}/engines?format=JSON&object_type=Order").json()["engines"]
    other = next(
        engine["name"]
        for engine in known
        if engine["operation"] == "decode"
        and not engine["default"]
        and "Order" in engine["object_types"]
    )
    more = {
        "object_type": "Order",
        "size": "64KiB",
        "variants": 8,
        "receiver_engine": other,
        "checkpoints": [10, 40],
        "amount": 40,
        "connections": 3,
    }
    said = send(urls, sender, receiver, **more).json()
    assert said["receiver"]["engine"]["name"] == other, said
    assert [point["amount"] for point in said["sender"]["checkpoints"]] == [10, 40]
    assert (
        said["receiver"]["payload"]["max_bytes"] > 50_000
        and said["receiver"]["payload"]["sha256"] == said["sender"]["payload"]["sha256"]
    )
    assert said["sender"]["payload"]["bytes"] == said["receiver"]["payload"]["bytes"]


@pytest.mark.parametrize("sender", SENDERS)
def test_a_send_streams_its_events(urls: dict[str, str], sender: str) -> None:
    body = {
        **SEND,
        "receiver_url": urls["rust-server"],
        "server_type": "rust",
        "checkpoints": [100],
    }
    answer = HTTP.post(
        f"{urls[sender]}/triggerSends",
        json=body,
        headers={"Accept": "application/x-ndjson"},
        timeout=120,
    )
    events = [json.loads(line) for line in answer.text.splitlines()]
    assert [event["event"] for event in events] == ["started", "checkpoint", "result"] and events[
        -1
    ]["receiver"]["verified"] == 300


@pytest.mark.parametrize("sender", SENDERS)
def test_a_send_that_may_not_be_or_fails_says_why(
    urls: dict[str, str], closed_origin: str, sender: str
) -> None:
    cases: list[tuple[dict[str, Any], int, str, Any]] = [
        ({"receiver_url": "http://localhost:1"}, 403, "receiver_not_allowed", None),
        ({"receiver_url": closed_origin}, 502, "receiver_unreachable", None),
        ({"receiver_engine": "no-such-engine"}, 502, "receiver_refused", "invalid_request"),
        ({"receiver_engine": "no such"}, 400, "invalid_request", None),
        ({"connections": 0}, 400, "invalid_request", None),
        ({"transfer": "mail"}, 400, "invalid_request", None),
        ({"provider_url": "http://127.0.0.1:1"}, 400, "invalid_request", None),
    ]
    for more, status, code, receiver_code in cases:
        said = send(urls, sender, "java-server", **more)
        problem = said.json()
        assert (said.status_code, problem["code"], problem.get("receiver_code")) == (
            status,
            code,
            receiver_code,
        ), (more, problem)
    assert send(urls, sender, "java-server").status_code == 200, "the right to run is free again"


@pytest.mark.parametrize("receiver", CONSUMERS)
def test_one_push_at_a_time(urls: dict[str, str], receiver: str) -> None:
    with opened(HTTP, urls[receiver]) as ingest:
        answer = send(urls, "rust-provider", receiver)
        assert (answer.status_code, answer.json()["code"]) == (409, "busy"), (
            "the receiver's own word is passed on"
        )
        assert HTTP.post(f"{urls[receiver]}/ingests", json=INGEST).json()["code"] == "busy"
        assert HTTP.get(f"{urls[receiver]}/health_check").status_code == 200
        assert ingest.frames(*[GOLDEN] * 3) == 204
        assert ingest.end()["verified"] == 3
    assert free(urls[receiver])


def free(url: str) -> bool:
    """Whether the right to run is free soon."""
    encode = {
        "operation": "encode",
        "amount": 1,
        "object_format": "JSON",
        "object_type": "DummyObject",
    }
    for _ in range(100):
        if HTTP.post(f"{url}/triggerReqs", json=encode, timeout=60).status_code == 200:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(scope="module", params=CONSUMERS)
def receiver(request: pytest.FixtureRequest) -> Iterator[str]:
    """A receiver alone, that does not wait long.

    No block may hold one object, but a push is no block.
    """
    env = {"READ_TIMEOUT_MS": str(int(PATIENCE_S * 1000)), "MAX_BLOCK_BYTES": "500"}
    with Stack.start([request.param], ports="free", env=env) as stack:
        prove_engines(stack.url(request.param))
        yield stack.url(request.param)


BROKEN = {
    **BREAKS,
    "no object in time": (lambda ingest, golden: ingest.frames(golden), "sender_timeout"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_breaks_the_rules_ends_the_ingest_and_nothing_else(receiver: str, case: str) -> None:
    push, code = BROKEN[case]
    with opened(HTTP, receiver) as ingest:
        status = push(ingest, GOLDEN)
        problem = ingest.end()
        assert problem["code"] == code, (status, problem)
        assert status in ((204,) if code == "sender_timeout" else (400, 404, 413)), status
        assert problem["completed"] in (0, 1) and problem["phase"] == "measured"
        assert HTTP.get(f"{receiver}/health_check").status_code == 200
        assert ingest.frames(GOLDEN) == 404, "it has ended"
    assert free(receiver)


@pytest.mark.parametrize("format_name", GUARDED)
def test_every_vector_that_is_to_be_refused_is(receiver: str, format_name: str) -> None:
    files = sorted((PROVIDERS_FOLDER / "reject" / format_name).iterdir())
    assert len(files) > 50
    for file in files:
        body = file.read_bytes()
        with opened(
            HTTP, receiver, object_format=format_name, object_type=file.name.partition(".")[0]
        ) as ingest:
            assert ingest.object(0, body) in (404, 413)
            assert ingest.end()["code"] == ("deserialize_failed" if body else "sender_broken"), (
                file.name
            )
    assert free(receiver)


@pytest.mark.parametrize("name", CONSUMERS)
def test_a_sender_that_nobody_named_is_refused(name: str) -> None:
    for allowed, status in (("127.0.0.2,no-such-host.invalid", 403), ("localhost", 200)):
        with (
            Stack.start([name], ports="free", env={"SENDER_ALLOWLIST": allowed}) as stack,
            HTTP.stream("POST", f"{stack.url(name)}/ingests", json=INGEST) as answer,
        ):
            assert answer.status_code == status, allowed
            assert status == 200 or json.loads(answer.read())["code"] == "sender_not_allowed"


def test_a_sender_that_says_that_more_comes_and_is_silent_ends_in_time(receiver: str) -> None:
    for head, content in (
        ("Content-Length: 5000", BEGUN),
        ("Transfer-Encoding: chunked", b"5\r\nhello"),
        ("Content-Length: 5000", b""),
    ):
        with opened(HTTP, receiver) as ingest:
            began = time.monotonic()
            with ingest.raw(head, content):
                assert ingest.end()["code"] == "sender_timeout"
            assert PATIENCE_S * 0.9 < time.monotonic() - began < PATIENCE_S + 10
        assert free(receiver)


def test_a_sender_that_vanishes_ends_it(receiver: str) -> None:
    with opened(HTTP, receiver) as ingest:
        ingest.raw("Content-Length: 5000", BEGUN).close()
        assert ingest.end()["code"] in ("sender_broken", "sender_timeout")
    with opened(HTTP, receiver, amount=1_000_000) as ingest:
        assert ingest.object(0, GOLDEN) == 204
    assert free(receiver), "whoever closes the request that opened it ends it"


def test_a_sender_that_sends_for_ever_is_answered(receiver: str) -> None:
    with (
        opened(HTTP, receiver, amount=100) as ingest,
        ingest.raw("Transfer-Encoding: chunked", b"") as connection,
    ):
        frame = framed(GOLDEN, 0)
        chunk = f"{len(frame):x}\r\n".encode() + frame + b"\r\n"
        ended: list[dict[str, Any]] = []
        listener = threading.Thread(target=lambda: ended.append(ingest.end()))
        listener.start()
        by = time.monotonic() + 30
        with pytest.raises(OSError):  # it was answered, and closed
            while time.monotonic() < by:
                connection.sendall(chunk * 10)
        listener.join(30)
        assert ended[0].get("verified") == 100, ended
    assert free(receiver)


def test_as_many_push_as_it_was_opened_for(receiver: str) -> None:
    with opened(HTTP, receiver, connections=2) as ingest:
        with ingest.raw("Content-Length: 5000", BEGUN), ingest.raw("Content-Length: 5000", BEGUN):
            time.sleep(0.3)
            assert ingest.frames(GOLDEN) == 409
        ingest.end()
    assert free(receiver)


def test_a_port_that_comes_again_is_another_connection(receiver: str) -> None:
    with opened(HTTP, receiver) as ingest:
        port = 0
        for number in range(3):
            frame = framed(GOLDEN, number)
            with ingest.raw(f"Content-Length: {len(frame)}", frame, port) as connection:
                port = connection.getsockname()[1]
                assert connection.recv(4096).startswith(b"HTTP/1.1 204")
                # A reset at the close, which leaves the port free.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert ingest.end()["connections"] == 3
    assert free(receiver)


def test_a_hundred_at_once_leave_it_well(receiver: str) -> None:
    with opened(HTTP, receiver, connections=64, amount=64) as ingest:
        answers: list[int] = []

        def push(number: int) -> None:
            answers.append(ingest.object(number, GOLDEN))

        threads = [threading.Thread(target=push, args=(number,)) for number in range(64)]
        others = [
            threading.Thread(
                target=lambda: answers.append(
                    HTTP.post(f"{receiver}/ingests", json=INGEST, timeout=60).status_code
                )
            )
            for _ in range(36)
        ]
        for thread in (*threads, *others):
            thread.start()
        for thread in (*threads, *others):
            thread.join(60)
        assert ingest.end()["verified"] == 64
        assert answers.count(204) == 64 and answers.count(409) >= 30, sorted(answers)
    assert free(receiver)


@pytest.mark.parametrize("way", ["frames", "objects"])
def test_the_limit_of_a_block_ends_no_ingest(receiver: str, way: str) -> None:
    # Each object is larger than any block may be there.
    with opened(HTTP, receiver, amount=20) as ingest:
        if way == "frames":
            assert ingest.frames(*[GOLDEN] * 20) == 204
        else:
            assert {ingest.object(number, GOLDEN) for number in range(20)} == {204}
        assert ingest.end()["verified"] == 20
    assert free(receiver)


@pytest.mark.parametrize(
    "path",
    [
        "{};x/frames",
        "{};x=1/frames",
        "{}/frames;x",
        "{};x/objects/0",
        "{}/objects/0;x",
        "{}/objects;x/0",
    ],
)
def test_a_path_parameter_makes_it_another_path(receiver: str, path: str) -> None:
    with opened(HTTP, receiver) as ingest:
        answer = HTTP.post(
            receiver + path.format(ingest.path),
            content=GOLDEN if "objects" in path else framed(GOLDEN, 0),
        )
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert ingest.frames(*[GOLDEN] * 3) == 204
        assert ingest.end()["verified"] == 3
    assert free(receiver)


@pytest.mark.parametrize(
    "path",
    [
        "/ingests/" + "0" * 32 + "/frames",
        "/ingests/" + "0" * 32 + "/objects/0",
        "/ingests/x/frames",
        "/ingests/x/objects/-1",
    ],
)
def test_who_knows_no_token_pushes_nothing(receiver: str, path: str) -> None:
    answer = HTTP.post(f"{receiver}{path}", content=GOLDEN)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        (
            {"content": b"{}", "headers": {"Content-Type": "text/plain"}},
            415,
            "unsupported_media_type",
        ),
        ({"json": {**INGEST, "amount": 0}}, 400, "invalid_request"),
        ({"json": {**INGEST, "provider_url": "http://127.0.0.1:1"}}, 400, "invalid_request"),
        ({"json": INGEST, "headers": {"Origin": "http://evil.example"}}, 403, "origin_not_allowed"),
        ({"json": INGEST, "headers": {"Host": "evil.example"}}, 421, "misdirected"),
    ],
    ids=["media type", "amount", "field", "origin", "host"],
)
def test_an_ingest_that_may_not_be_takes_no_right(
    receiver: str, asked: dict[str, Any], status: int, code: str
) -> None:
    answer = HTTP.post(f"{receiver}/ingests", **asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert free(receiver)
