"""What the servers endure: the rules with numbers, the means with real sockets; both servers are in tests/live."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import httpx
import pytest

from bench_driver.errors import SetupError
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options
from bench_driver.system import processes
from bench_lab.endure import attacks, leaks, places, scene, soak
from bench_lab.endure.failures import READ_TIMEOUT_MS, Row, rows
from bench_lab.endure.leaks import Held
from bench_lab.endure.load import LOADS, Crowded, crowd
from bench_lab.endure.provoke import Seen, moment, table, wrong
from bench_lab.endure.soak import Look, Soaked
from bench_lab.endure.stub import (
    PACE_S,
    StubProvider,
    answering,
    response,
    trickling,
    whole_and_closed,
)
from bench_lab.endure.toxiproxy import Proxy, Toxiproxy
from bench_lab.endure.vitals import Vitals, take
from bench_lab.endure.watch import Watch

from .miniatures import Miniature

ROOT = Path(__file__).resolve().parents[2]
ROWS = {row.name: row for row in rows(ROOT)}
MB = 1_000_000


def seen(row: Row, **changes: object) -> Seen:
    """What a client sees where all is as contracted, with changes."""
    done = moment(row)
    answer = {"code": row.code, "completed": done, "request": done, "phase": "measured"} | (
        {"refused_by": row.refused_by} if row.refused_by else {}
    )
    facts = {
        "status": row.status,
        "answer": answer,
        "ms": READ_TIMEOUT_MS,
        "requests": done + 1,
        "unlisted": 0,
        "healthy": True,
        "next_run": "fine",
    }
    return Seen(**{**facts, **changes})  # type: ignore[arg-type]


def test_a_failure_as_contracted_is_no_finding() -> None:
    row = ROWS["sends null"]
    assert wrong(row, seen(row), moment(row)) == []


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"status": 500}, "status"),
        ({"healthy": False}, "health"),
        ({"next_run": "busy"}, "next run"),
        ({"requests": 9}, "retried"),
        ({"unlisted": 1}, "not allowed"),
        (
            {
                "answer": {
                    "code": "deserialize_failed",
                    "completed": 7,
                    "request": 7,
                    "phase": "measured",
                    "refused_by": "engine",
                }
            },
            "refused_by",
        ),
        (
            {
                "answer": {
                    "code": "deserialize_failed",
                    "completed": 6,
                    "request": 7,
                    "phase": "measured",
                    "refused_by": "guard",
                }
            },
            "completed",
        ),
        ({"answer": {**seen(ROWS["sends null"]).answer, "json_parsing_time_micro_s": 5}}, "sum"),
    ],
)
def test_what_is_not_as_contracted_is_found_and_named(
    changes: dict[str, object], word: str
) -> None:
    row = ROWS["sends null"]
    (found,) = wrong(row, seen(row, **changes), moment(row))
    assert word in found


@pytest.mark.parametrize(
    ("ms", "right"),
    [(READ_TIMEOUT_MS - 100, False), (READ_TIMEOUT_MS, True), (READ_TIMEOUT_MS + 9000, False)],
)
def test_a_timeout_comes_when_it_is_due(ms: float, right: bool) -> None:
    row = ROWS["trickles its body"]
    assert (wrong(row, seen(row, ms=ms), moment(row)) == []) is right


def test_a_line_of_the_table_says_who_refused_and_marks_what_is_wrong() -> None:
    row = ROWS["sends null"]
    made = table([(row, {"a": seen(row), "b": seen(row, status=500)})], ["a", "b"])
    (cells,) = made.rows
    assert list(cells[2:5]) == [
        "502 deserialize_failed, guard",
        "500 deserialize_failed, guard !",
        "7",
    ]
    assert len(cells) == len(made.head)


def test_every_failure_stands_in_the_documents_with_its_answer() -> None:
    lines = [
        line.split(" | ")
        for line in (ROOT / "docs" / "results" / "failures.md").read_text().splitlines()
    ]
    documented = {line[0].removeprefix("| "): line for line in lines if len(line) > 5}
    for row in ROWS.values():
        assert row.name in documented, (
            f"write the table of docs/results/failures.md anew: {row.name} is missing"
        )
        line = documented[row.name]
        assert line[1] == row.how.replace("|", "\\|"), row.name
        for answer in line[2:4]:
            assert answer.split(",")[0] == f"{row.status} {row.code}".strip(), row.name


def held(**changes: object) -> Held:
    vitals = Vitals(10, 20, {"LISTEN": 1}, 50 * MB)
    return Held(
        **{  # type: ignore[arg-type]
            "server": "x",
            "failures": 1000,
            "kinds": 9,
            "seconds": 1.0,
            "before": vitals,
            "halfway": vitals,
            "after": vitals,
            "wrong": [],
            **changes,
        }
    )


@pytest.mark.parametrize(
    ("changes", "grown"),
    [
        ({}, []),
        ({"after": Vitals(12, 22, {"LISTEN": 1}, 50 * MB)}, []),
        ({"after": Vitals(13, 20, {}, 50 * MB)}, ["threads"]),
        ({"after": Vitals(10, 23, {}, 50 * MB)}, ["open files"]),
        ({"after": Vitals(10, 20, {"CLOSE_WAIT": 3}, 50 * MB)}, ["sockets, CLOSE_WAIT"]),
        ({"after": Vitals(10, 20, {}, 50 * MB + 500 * 201)}, ["resident memory"]),
        (
            {
                "after": Vitals(10, 20, {}, 900 * MB, 5 * MB),
                "halfway": Vitals(10, 20, {}, 90 * MB, 5 * MB),
            },
            [],
        ),
        ({"wrong": ["x: y"]}, ["answers other than contracted"]),
    ],
)
def test_a_leak_is_what_grows(changes: dict[str, object], grown: list[str]) -> None:
    lines = list(leaks.judged(held(**changes)))
    assert [line.cells[1] for line in lines if line.held is False] == grown
    made = leaks.table(lines)
    assert {len(row) for row in made.rows} == {len(made.head)}


def soaked(memories: list[int], **changes: object) -> Soaked:
    looks = {
        "x": [
            Look(float(minute), Vitals(10, 20, {}, memory))
            for minute, memory in enumerate(memories)
        ]
    }
    facts = {"looks": looks, "runs": Counter(x=5), "noisy": Counter(x=1), "slowest_s": {"x": 0.2}}
    return Soaked(**{**facts, **changes})  # type: ignore[arg-type]


def off(found: Soaked) -> list[str]:
    return [line.cells[1] for line in soak.judged(found) if line.held is False]


def test_a_soak_says_what_grew_what_was_slow_and_what_was_wrong() -> None:
    assert off(soaked([50 * MB] * 9)) == []
    assert off(soaked([10 * MB, *[50 * MB] * 8])) == [], (
        "the first look is before anything was done"
    )
    assert off(soaked([50 * MB + 2 * MB * minute for minute in range(9)])) == ["resident memory"]
    assert (
        off(
            soaked(
                [50 * MB, 60 * MB, 70 * MB, 75 * MB, 76 * MB, 76 * MB, 76 * MB, 76 * MB, 76 * MB]
            )
        )
        == []
    ), "it has settled"
    assert off(soaked([50 * MB, 60 * MB, 90 * MB])) == [], "too few to tell"
    assert off(soaked([50 * MB] * 9, off=["a", "b"])) == ["what was not as contracted"]
    assert off(soaked([50 * MB] * 9, slowest_s={"x": 1.2})) == ["slowest health answer"]
    assert off(soaked([50 * MB] * 9, noisy=Counter())) == ["runs that did well under load"]


def test_nested_documents_are_as_deep_as_asked_for() -> None:
    body, depth = attacks.nested_bson(1750), 0
    assert int.from_bytes(body[:4], "little") == len(body) == 13_997
    while body[7 * depth + 4] == 3:
        depth += 1
    assert depth == 1749


@pytest.mark.parametrize(
    ("answer", "size", "right"),
    [
        ("422 deserialize_failed, guard", 9, True),
        ("413 too_large", 9, False),
        ("413 too_large", 70_000, True),
        ("422 deserialize_failed, guard", 70_000, False),
    ],
)
def test_an_attack_is_refused_by_the_cap_or_by_the_guard(
    answer: str, size: int, right: bool
) -> None:
    struck = attacks.Struck(
        "x",
        attacks.Attack("x", "JSON", b" " * size),
        "/decode",
        attacks.CAP,
        answer,
        [1],
        MB,
        MB,
        True,
    )
    assert struck.held is right
    made = attacks.table([struck, replace(struck, server="y")], ["x", "y"])
    (line,) = made.rows
    assert len(line) == len(made.head)
    assert line[5].endswith("!") is not right


def test_nobody_can_connect_where_the_backlog_is_full() -> None:
    with places.full() as origin, pytest.raises(httpx.ConnectTimeout):
        httpx.get(origin, timeout=0.3)


def test_nobody_can_know_the_unknown_host() -> None:
    with pytest.raises((socket.gaierror, UnicodeError)):
        socket.getaddrinfo(str(urlsplit(places.UNKNOWN).hostname), 80)


def test_a_trickle_is_slow_and_an_answer_may_end_with_its_connection() -> None:
    whole = response(b"{}", "application/json")
    with StubProvider(trickling(whole, len(whole) - 4)) as stub:
        assert httpx.get(stub.url).elapsed.total_seconds() > 3 * PACE_S
    with StubProvider(whole_and_closed(whole)) as stub:
        assert httpx.get(stub.url).json() == {}


def test_toxiproxy_that_is_missing_is_a_setup_error(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="make toxiproxy"):
        Toxiproxy(tmp_path, tmp_path)


class Proxies:
    """Proxies in name only."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def proxy(self, name: str, url: str) -> Proxy:
        return Proxy(None, name, url)


@pytest.mark.parametrize("proxied", [True, False])
def test_only_providers_behind_a_proxy_answer_to_its_port(
    proxied: bool, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr(scene, "Toxiproxy", Proxies)
    with scene.opened(
        Options(checkout, checkout / "jdk"), tmp_path / "logs", proxied=proxied
    ) as opened:
        said = {
            server.name: httpx.get(f"{server.url}/engines", trust_env=False)
            .json()["flags"]
            .get("allowed_hosts")
            for server in (*opened.servers, *opened.providers.servers)
        }
    behind = "127.0.0.1:*" if proxied else None
    assert said == {
        "rust-server": None,
        "java-server": None,
        "rust-provider": behind,
        "java-provider": behind,
    }


def test_the_vitals_of_a_process_that_has_ended_are_a_setup_error(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    with pytest.raises(SetupError, match="cannot be looked at"):
        take(
            Server("x", "rust", "consumer", "", processes.Identity(child.pid, ""), tmp_path),
            Options(ROOT),
        )


def test_the_vitals_of_a_process_count_its_sockets_by_state() -> None:
    me = Server("x", "rust", "consumer", "", processes.Identity(os.getpid(), ""), Path())
    options = Options(ROOT)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        before = take(me, options)
        listener.listen()
        after = take(me, options)
    assert after.sockets.get("LISTEN", 0) == before.sockets.get("LISTEN", 0) + 1
    assert after.threads >= 1
    assert after.memory_bytes == after.rss_bytes > MB


def test_a_crowd_says_what_it_saw_and_ends_with_its_block() -> None:
    counts: dict[str, int] = {}
    with (
        StubProvider(answering(response(b"{}", "application/json"))) as stub,
        crowd(LOADS[0], stub.url, stub.url, counts),
    ):
        while stub.requests < 500:
            os.sched_yield()
    assert counts["answers"] >= 400
    assert not counts.get("wrong")
    assert Crowded(runs=1, heard=1, crowd=counts).off(LOADS[0]) == []
    assert Crowded(runs=1, crowd=counts).off(LOADS[0]) == [
        f"not every server's health was heard of under {LOADS[0].name}"
    ]
    assert Crowded(runs=1, heard=1, crowd={"answers": 5, "wrong": 1}).off(LOADS[0])
    assert Crowded(runs=0, heard=1, crowd={"answers": 5}).off(LOADS[0])


def test_a_crowd_that_nobody_ends_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "bench_lab.endure.crowd", "idle", "http://127.0.0.1:9", "3"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=True
    )
    assert isinstance(json.loads(done.stdout.splitlines()[-1]), dict)


def test_a_miniature_is_watched(tmp_path: Path) -> None:
    with Miniature("rust") as server:
        target = Server("x", "rust", "consumer", server.url, processes.Identity(0, ""), tmp_path)
        with Watch([target], interval_s=0.01) as watch:
            while watch.health["x"].answers < 3:
                os.sched_yield()
        assert watch.failures() == []
        server.well = False
        with Watch([target], interval_s=0.01) as watch:
            while not watch.failures():
                os.sched_yield()
    assert "503" in watch.failures()[0]


def test_what_comes_late_of_an_earlier_run_is_neither_answered_nor_counted() -> None:
    ask, answer = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", response(b"{}", "application/json")
    with StubProvider(answering(answer)) as stub:
        port = int(stub.url.rpartition(":")[2])
        with (
            socket.create_connection(("127.0.0.1", port)) as old,
            socket.create_connection(("127.0.0.1", port)) as silent,
        ):
            old.sendall(ask)
            assert old.recv(65_536) == answer
            stub.reset(answering(answer))
            for late in (old, silent):
                late.sendall(ask)
                assert late.recv(65_536) == b""
        with socket.create_connection(("127.0.0.1", port)) as new:
            new.sendall(ask)
            assert new.recv(65_536) == answer
        assert (stub.connections, stub.requests, len(stub.heads)) == (1, 1, 1)
