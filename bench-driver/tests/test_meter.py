"""The meter's rules, with numbers; and the relay, with real sockets."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest

from bench_driver.errors import SetupError
from bench_driver.servers.specs import Options
from bench_lab.meter import cases, prove
from bench_lab.meter.relay import Relay

BODY = bytes(range(256)) * 5


class Provider(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def provider() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_relay_passes_many_answers_on_over_one_connection(provider: str) -> None:
    with Relay(provider) as relay, httpx.Client(base_url=relay.url, trust_env=False) as client:
        assert [client.get("/").content for _ in range(3)] == [BODY] * 3


def test_a_relay_delays_by_what_it_is_told(provider: str) -> None:
    with Relay(provider) as relay, httpx.Client(base_url=relay.url, trust_env=False) as client:
        relay.delay_s = 0.05
        assert client.get("/").elapsed.total_seconds() >= 0.05


def test_a_relay_sends_the_body_in_pieces(provider: str) -> None:
    with (
        Relay(provider) as relay,
        socket.create_connection(relay.url.removeprefix("http://").split(":")) as consumer,  # type: ignore[arg-type]
    ):
        relay.piece = 7
        consumer.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        received, reads = b"", 0
        while not received.endswith(BODY):
            received += consumer.recv(7)
            reads += 1
        assert reads >= len(BODY) / 7


def test_the_provider_behind_the_relay_answers_to_the_relays_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[dict[str, Any]] = []

    def start(names: list[str], **given: Any) -> NoReturn:
        started.append({"names": names, **given})
        raise SetupError("enough is known")

    monkeypatch.setattr("bench_lab.meter.prove.Stack.start", start)
    with pytest.raises(SetupError, match="enough"):
        prove.prove(Options(tmp_path), 2, tmp_path, lambda *_: None)
    assert (started[0]["names"], started[0].get("env")) == (
        ["rust-provider"],
        {"ALLOWED_HOSTS": "127.0.0.1:*"},
    )


def test_a_wait_is_right_within_3_percent_or_60_ns() -> None:
    assert cases.waited(1, [1055, 1060, 1070], 40).held
    assert not cases.waited(1, [1061, 1061, 1061], 40).held
    assert cases.waited(20, [20_600], 40).held
    assert not cases.waited(20, [20_601], 40).held
    assert not cases.waited(5, [4_800], 40).held


def test_the_meters_engines_are_found_by_their_names() -> None:
    known = cases.engines(["a", "busy-wait-20us", "busy-wait-1us", "a-slower"])
    assert (known.waits, known.slower, known.wrapped) == (
        {1: "busy-wait-1us", 20: "busy-wait-20us"},
        "a-slower",
        "a",
    )


def medians(known: cases.Engines, **changed: list[float]) -> dict[str, list[float]]:
    usual = {
        case.name: [3000.0, 3010.0, 2990.0] * 4
        for together, _ in cases.cases(known)
        for case in together
    }
    return {**usual, "slower": [3300.0, 3310.0, 3290.0] * 4, "wait 1": [1040.0] * 3, **changed}


@pytest.fixture
def known() -> cases.Engines:
    return cases.engines(["x", "x-slower", "busy-wait-1us"])


def verdicts(known: cases.Engines, **changed: list[float]) -> dict[str, bool]:
    return {
        row.cells[0]: row.held
        for row in cases.lines(known, medians(known, **changed), 40)
        if row.held is not None
    }


def test_all_claims_hold_where_nothing_moves_but_what_should(known: cases.Engines) -> None:
    assert set(verdicts(known).values()) == {True}


@pytest.mark.parametrize(
    ("case", "found", "claim"),
    [
        ("slower", [3100.0, 3110.0, 3090.0], "an engine that is 10 % slower is found to be"),
        (
            "block +5 ms",
            [3100.0, 3110.0, 3095.0],
            "+5 ms moves the median of `block` by no more than A/A",
        ),
        (
            "block in 7-byte pieces",
            [2900.0, 2910.0, 2890.0],
            "7-byte pieces move the median of `block` by no more than A/A",
        ),
        (
            "100,000 objects",
            [2900.0, 2910.0, 2890.0],
            "500 and 100,000 objects agree per object once warm",
        ),
    ],
)
def test_a_claim_that_does_not_hold_is_found_and_no_other(
    known: cases.Engines, case: str, found: list[float], claim: str
) -> None:
    assert [name for name, held in verdicts(known, **{case: found * 4}).items() if not held] == [
        claim
    ]


def test_a_noisy_pair_of_equals_widens_the_band(known: cases.Engines) -> None:
    noisy = {"block A'": [3120.0, 3010.0, 3120.0] * 4, "block +5 ms": [3100.0, 3110.0, 3095.0] * 4}
    assert verdicts(known, **noisy)["+5 ms moves the median of `block` by no more than A/A"]


@pytest.mark.parametrize(
    ("case", "untold"),
    [
        ("block A'", {"+5 ms moves", "7-byte pieces"}),
        ("as it is again", {"an engine that is 10", "500 and 100,000 objects"}),
    ],
)
def test_nothing_is_told_where_equals_differ_by_more_than_the_claim(
    known: cases.Engines, case: str, untold: set[str]
) -> None:
    told = verdicts(known, **{case: [3600.0, 2500.0, 3010.0] * 4})
    every = verdicts(known)
    assert {name for name in every if name not in told} == {
        name for name in every if name.startswith(tuple(untold))
    }
    assert set(told.values()) == {True}
