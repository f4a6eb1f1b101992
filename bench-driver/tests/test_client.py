"""The client against servers in miniature: what it believes, what it refuses, and in
which words.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench_driver.errors import RunFailed, ServerError, Unreachable
from bench_driver.servers.client import Client, Event

from .miniatures import (
    Behaviour,
    Miniature,
    changed,
    engines,
    part,
    problem,
    refusing,
    right,
    until_result,
    without,
)

REQUEST = {
    "amount": 100,
    "provider_url": "http://127.0.0.1:1",
    "object_format": "BSON",
    "server_type": "java",
    "object_type": "DummyObject",
}


def run(behaviour: Behaviour, events: list[Event] | None = None, **changes: Any) -> Any:
    with Miniature("rust", behaviour) as server, Client(server.url) as client:
        return client.run({**REQUEST, **changes}, (events if events is not None else []).append)


def test_a_run_gives_the_answer_as_read_and_as_it_came() -> None:
    result, raw = run(right, warmup=10, checkpoints=[50, 100])
    assert (result.verified, result.windows.p50_ns, result.sum_micro_s, result.total_time_ms) == (
        100,
        3000,
        300,
        20,
    )
    assert raw["bson_parsing_time_micro_s"] == 300
    assert result.advice == raw["advice"] != []
    assert result.histograms is not None
    assert [result.histograms.measured, result.histograms.warmup] == list(
        raw["histograms"].values()
    )
    assert "event" not in raw


def test_events_come_in_order() -> None:
    events: list[Event] = []
    run(right, events, checkpoints=[50, 100])
    assert [event["event"] for event in events] == ["started", "checkpoint", "checkpoint", "result"]


def test_fields_that_are_new_are_let_pass() -> None:
    result, raw = run(changed(reclaim={"drop_ns": 5}))
    assert result.verified == 100
    assert raw["reclaim"] == {"drop_ns": 5}


LIES: dict[str, tuple[Behaviour, str]] = {
    "another amount": (changed(amount=99), "amount is 99"),
    "fewer verified": (changed(verified=99), "verified is 99"),
    "another engine": (
        changed(engine={"name": "x", "library": "x", "version": "1", "format": "BSON"}),
        "engine.name is 'x'",
    ),
    "another provider": (changed(java=2), "java is 2"),
    "no provider": (without("java"), "java is None"),
    "checkpoints that nobody asked for": (changed(checkpoints=[part(10, 3000)]), "checkpoints"),
    "no warm-up": (without("warmup"), "warmup.amount is 0"),
    "a sum that is not the total": (
        changed(bson_parsing_time_micro_s=299),
        "the sum of the windows, us is 299",
    ),
    "a sum that is text": (changed(bson_parsing_time_micro_s="300"), "'300'"),
    "an amount that is text": (changed(amount="100"), "amount"),
    "no figures": (without("parse"), "parse"),
}


@pytest.mark.parametrize("case", LIES)
def test_an_answer_that_does_not_fit_is_refused(case: str) -> None:
    behaviour, said = LIES[case]
    with pytest.raises(ServerError) as refused:
        run(behaviour, engine="rust-bson", warmup=5)
    assert said in str(refused.value)
    assert refused.value.do


SEND = {
    "amount": 100,
    "receiver_url": "http://127.0.0.1:1",
    "object_format": "XML",
    "server_type": "java",
    "object_type": "DummyObject",
    "transfer": "framed",
    "receiver_engine": "java-xml",
    "warmup": 5,
}


def test_a_send_gives_the_receivers_answer_and_keeps_the_senders_beside_it() -> None:
    with Miniature("rust") as server, Client(server.url) as client:
        result, raw = client.run(SEND)
        assert server.posted == ["/triggerSends"]
    assert (
        result.windows.p50_ns,
        raw["rust"],
        raw["engine"]["name"],
        raw["environment"]["runtime"],
    ) == (9000, 1, "java-xml", "java")
    assert (
        raw["push"]["sender"]["encode"]["p50_ns"] == 6000
        and raw["push"]["sent"]["transfer"] == "framed"
    )


@pytest.mark.parametrize(
    ("end", "changes", "said"),
    [
        ("receiver", {"verified": 99}, "the receiver's verified is 99"),
        (
            "receiver",
            {"engine": {"name": "x", "library": "x", "version": "1", "format": "XML"}},
            "the receiver's engine.name is 'x'",
        ),
        ("sender", {"amount": 99}, "the sender's amount is 99"),
        ("sent", {"transfer": "request"}, "transfer is 'request'"),
        (
            "sender",
            {"payload": {"bytes": 1, "min_bytes": 1, "max_bytes": 1, "sha256": "1" * 64}},
            "the receiver's digest",
        ),
    ],
    ids=["verified", "engine", "amount", "transfer", "digest"],
)
def test_a_send_whose_ends_do_not_agree_is_refused(
    end: str, changes: dict[str, Any], said: str
) -> None:
    def lying(runtime: str, request: dict[str, Any]) -> Any:
        for event in right(runtime, request):
            yield (
                {**event, end: {**event[end], **changes}}
                if isinstance(event, dict) and end in event
                else event
            )

    with (
        pytest.raises(ServerError) as refused,
        Miniature("rust", lying) as server,
        Client(server.url) as client,
    ):
        client.run(SEND)
    assert said in str(refused.value)


BROKEN: dict[str, tuple[Behaviour, type[ServerError]]] = {
    "the connection breaks": (until_result(cut=True), Unreachable),
    "the connection breaks inside a line": (until_result(b'{"event":"resu', cut=True), Unreachable),
    "a last line is cut": (until_result(b'{"event":"result","amount":1'), ServerError),
    "no result comes": (until_result(), ServerError),
    "a line is no JSON": (until_result(b"oh\n"), ServerError),
    "a line is no event": (until_result(b'{"amount":1}\n'), ServerError),
    "a line is a list": (until_result(b"[]\n"), ServerError),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_stream_is_no_result(case: str) -> None:
    behaviour, kind = BROKEN[case]
    events: list[Event] = []
    with pytest.raises(kind):
        run(behaviour, events, checkpoints=[50, 100])
    assert [event["amount"] for event in events if event["event"] == "checkpoint"] == [50, 100], (
        "what was measured before it is not lost"
    )


def test_a_problem_in_the_stream_carries_all_that_the_server_said() -> None:
    said = problem(502, "provider_truncated", completed=40, request=40, phase="measured")
    with pytest.raises(RunFailed, match="provider_truncated after 40 objects") as failed:
        run(until_result({"event": "problem", **said}))
    assert failed.value.problem == said
    assert failed.value.why == "provider_truncated on purpose"


def test_a_problem_instead_of_a_stream_is_the_same_failure() -> None:
    with pytest.raises(RunFailed, match="the run ended in shutting_down") as failed:
        run(refusing(problem(503, "shutting_down")))
    assert failed.value.do, "says what to do"


@pytest.mark.parametrize("status", [409, 503])
def test_a_server_that_makes_somebody_elses_run_is_said_to_be_busy(status: int) -> None:
    with pytest.raises(RunFailed, match=r"^http://127.0.0.1:\d+ is busy\n") as failed:
        run(refusing(problem(status, "busy")))
    assert "somebody else asked it first" in failed.value.why
    assert "wait until that run has ended" in failed.value.do


@pytest.mark.parametrize("body", [{"status": 500}, {"status": 502, "code": 5}])
def test_an_error_that_is_no_problem_is_the_servers(body: dict[str, Any]) -> None:
    with pytest.raises(ServerError, match="neither a run nor a problem"):
        run(refusing(body | {"code": body.get("code")}))


MISDIRECTED = problem(421, "misdirected") | {
    "detail": 'this server does not answer to the host "127.0.0.1"; call it by one of its own names'
}


@pytest.mark.parametrize("asked", ["engines", "run"])
def test_a_server_that_answers_to_other_hosts_alone_is_explained(asked: str) -> None:
    with (
        Miniature("rust", refusing(MISDIRECTED), says=MISDIRECTED) as server,
        Client(server.url) as client,
        pytest.raises(ServerError) as refused,
    ):
        client.engines() if asked == "engines" else client.run(REQUEST)
    host = server.url.removeprefix("http://")
    assert refused.value.what == f"{server.url} does not answer to the host {host}"
    assert refused.value.why == MISDIRECTED["detail"]
    assert f"add {host} to the ALLOWED_HOSTS" in refused.value.do


def test_requests_name_one_host_and_neither_an_origin_nor_an_encoding() -> None:
    with Miniature("rust") as server, Client(server.url) as client:
        assert client.healthy()
        client.engines()
        client.run(REQUEST)
    assert len(server.heads) == 3
    for head in server.heads:
        assert f"http://{head['Host']}" == server.url
        assert not {"origin", "content-encoding"} & {name.lower() for name in head}


def test_engines_are_read_and_kept() -> None:
    with Miniature("java") as server, Client(server.url) as client:
        engines, raw = client.engines()
    assert [
        (engine.name, engine.series, len(engine.settings))
        for engine in engines.engines
        if engine.format == "XML"
    ] == [
        ("java-xml", ["usual"], 0),
        ("java-xml-other", ["usual", "equal"], 1),
        ("java-xml-pull", ["pull"], 0),
        ("java-xml", ["canonical"], 0),
    ]
    assert json.loads(json.dumps(raw))["runtime"] == "java"


def test_engines_are_asked_of_a_format_and_of_object_types_alone() -> None:
    with Miniature("java") as server, Client(server.url) as client:
        engines, _ = client.engines(["DummyObject", "NumericObject"], "XML")
        client.engines(["DummyObject"])
        client.engines()
        assert len(client.engines(["Tree"])[0].engines) > len(engines.engines), (
            "it knows no such type, and says what it knows"
        )
    assert {engine.format for engine in engines.engines} == {"XML"}
    assert server.asked == [
        "/engines?object_type=DummyObject%2CNumericObject&format=XML",
        "/engines?object_type=DummyObject",
        "/engines",
        "/engines?object_type=Tree",
        "/engines",
    ]


def test_engines_are_asked_again_until_they_are_proven() -> None:
    with Miniature("java") as server, Client(server.url) as client:
        server.unproven_answers = 2
        _, raw = client.engines(["DummyObject"])
        assert all(
            engine["object_types"] == ["DummyObject"] and "unproven" not in engine
            for engine in raw["engines"]
        )
        assert len(server.asked) == 3


def test_a_server_that_does_not_get_to_prove_its_engines_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bench_driver.servers.client.ENGINES_S", 0.5)
    with Miniature("java") as server, Client(server.url) as client:
        server.unproven_answers = 1_000_000
        with pytest.raises(ServerError, match="has not proven its engines within") as refused:
            client.engines()
    assert "while a run goes on" in refused.value.why


def test_engines_of_another_shape_are_refused() -> None:
    with (
        Miniature("java", says={"runtime": "java", "engines": []}) as server,
        Client(server.url) as client,
        pytest.raises(ServerError, match="something else"),
    ):
        client.engines()


@pytest.mark.parametrize("field", ["checks", "settings"])
def test_engines_that_do_not_say_their_series_or_settings_are_refused(field: str) -> None:
    known = engines("java")
    says = {
        **known,
        "engines": [
            {name: value for name, value in engine.items() if name != field}
            for engine in known["engines"]
        ],
    }
    with (
        Miniature("java", says=says) as server,
        Client(server.url) as client,
        pytest.raises(ServerError, match="something else") as refused,
    ):
        client.engines()
    assert field in refused.value.why


def test_nobody_there_is_said_so() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        with Client(f"http://127.0.0.1:{bound.getsockname()[1]}") as client:
            assert not client.healthy()
            with pytest.raises(Unreachable) as refused:
                client.engines()
    assert "bench-driver servers up" in refused.value.do


def test_a_proxy_in_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    with Miniature("rust") as server, Client(server.url) as client:
        assert client.healthy()


def test_a_signal_at_any_moment_of_a_run_ends_it_and_leaves_nothing_locked() -> None:
    command = [sys.executable, "-m", "tests.interrupting"]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        timeout=300,
        check=True,
    )
    moments = json.loads(done.stdout)
    assert moments["ended"] == 1
    assert moments["interrupted"] > 500, "a run has so many: it proves nothing"
