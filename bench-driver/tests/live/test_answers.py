"""How a run is told: the order of its fields, its advice, and the table for people."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench_driver.servers.launch import Stack
from bench_lab.endure.stub import StubProvider

from .conftest import HTTP, request, trigger
from .facts import CONSUMERS, FORMATS, RUNTIMES
from .test_failures import GOOD
from .test_runs import PATIENCE_S, until


@pytest.fixture
def fresh_java(urls: dict[str, str]) -> Iterator[str]:
    """A java-server that has parsed nothing yet."""
    with Stack.start(["java-server"], ports="free", allow=[urls["rust-provider"]]) as stack:
        yield stack.url("java-server")


#: What old scripts read, and what people should read, before all else.
FIRST = [
    "{provider}",
    "amount",
    "{format}_parsing_time_micro_s",
    "{format}_total_time_ms",
    "parse",
    "advice",
]


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("provider", RUNTIMES)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_what_is_read_first_comes_first_and_what_is_long_last(
    urls: dict[str, str], consumer: str, provider: str, format_name: str
) -> None:
    answer = trigger(
        urls[consumer],
        urls[f"{provider}-provider"],
        server_type=provider,
        object_format=format_name,
        warmup=5,
    )
    names = list(answer.json())
    assert names[: len(FIRST)] == [
        name.format(provider=provider, format=format_name.lower()) for name in FIRST
    ]
    assert names[-1] == "histograms"
    assert list(answer.json()["histograms"]) == ["measured", "warmup"]


def test_both_servers_tell_the_same_fields_in_the_same_order(urls: dict[str, str]) -> None:
    found = [
        trigger(
            urls[consumer], urls["rust-provider"], amount=6000, warmup=6000, checkpoints=[10]
        ).json()
        for consumer in CONSUMERS
    ]
    own = {"jit"}
    names = [[name for name in part if name not in own] for part in found]
    assert names[0] == names[1]
    assert [name for name in found[0]["warmup"] if name not in own] == [
        name for name in found[1]["warmup"] if name not in own
    ]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_short_run_says_what_it_is_not_good_for(urls: dict[str, str], consumer: str) -> None:
    advice = trigger(urls[consumer], urls["rust-provider"], amount=10).json()["advice"]
    assert (
        'Of 10 objects the p99 says little more than the slowest. Ask for "amount": 1000 or more.'
        in advice
    )


def test_the_first_run_of_a_fresh_jvm_says_that_it_is_the_cold_figure(
    fresh_java: str, urls: dict[str, str]
) -> None:
    found = trigger(fresh_java, urls["rust-provider"], amount=1000).json()
    assert found["advice"][0].startswith(
        f"The JVM was still compiling, for {found['jit']['compilation_ms']} ms while this ran for "
    )
    assert found["advice"][0].endswith(
        'this is the cold figure. Add "warmup": 20000 for the steady one.'
    )


LINES = r"""(?P<amount>\d+) DummyObject as BSON from the rust provider (?P<origin>http://\S+), parsed by (?P<runtime>rust|java)

objects        (?P=amount), each as expected
us an object   p50 \d+\.\d{3}, p90 \d+\.\d{3}, p99 \d+\.\d{3}
sum            \d+ us
whole run      \d+ ms
warm-up        30 objects before these, not counted
condition      http, concurrency 2, variants 3, block 4
disturbed by   (nothing|[a-z_]+ \d+\.\d % \(limit \d+\.\d %\)(\n {15}[a-z_]+ \d+\.\d % \(limit \d+\.\d %\))*)
advice         Of (?P=amount) objects .*(\n {15}\S.*)*
engine         \S+ \d\S+( \(\S+\))?
runtime        \S.*
libraries      \S+ \S+(, \S+ \S+)+
"""
PLAIN = {"Accept": "text/plain"}


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_table_for_people(urls: dict[str, str], consumer: str) -> None:
    changes: dict[str, Any] = {
        "amount": 200,
        "warmup": 30,
        "object_format": "BSON",
        "concurrency": 2,
        "variants": 3,
        "block": 4,
    }
    answer = trigger(urls[consumer], urls["rust-provider"], headers=PLAIN, **changes)
    assert answer.headers["content-type"].lower().replace(" ", "") == "text/plain;charset=utf-8"
    body = re.sub(
        r"advice         The JVM was still compiling.*\n {15}", "advice         ", answer.text
    )
    found = re.fullmatch(LINES, body)
    assert found, answer.text
    assert (found["amount"], found["origin"], found["runtime"]) == (
        "200",
        urls["rust-provider"],
        consumer.removesuffix("-server"),
    )


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("", "application/json"),
        ("text/html", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("text/plain, application/json", "text/plain"),
        ("TEXT/PLAIN;q=0.5", "text/plain"),
        ("text/html,application/x-ndjson;q=0.9,text/plain", "application/x-ndjson"),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_first_form_that_is_named_is_that_of_the_answer(
    urls: dict[str, str], consumer: str, accept: str, media_type: str
) -> None:
    answer = trigger(urls[consumer], urls["rust-provider"], headers={"Accept": accept}, amount=5)
    assert answer.headers["content-type"].split(";")[0] == media_type


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_problem_is_one_whatever_is_accepted(
    urls: dict[str, str], closed_origin: str, consumer: str
) -> None:
    for origin, status in ((closed_origin, 502), ("x", 400)):
        answer = trigger(urls[consumer], origin, headers=PLAIN)
        assert (answer.status_code, answer.headers["content-type"]) == (
            status,
            "application/problem+json",
        )


@pytest.mark.parametrize(
    "headers",
    ["", "Accept: application/x-ndjson\r\n", "Accept: text/plain\r\n"],
    ids=["plain", "stream", "table"],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_client_that_closes_its_side_has_gone_and_gets_no_answer(
    urls: dict[str, str], stub: StubProvider, consumer: str, headers: str
) -> None:
    stub.reset(GOOD)
    body = json.dumps(request(stub.url, amount=1_000_000))
    head = f"POST /triggerReqs HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    target = urlsplit(urls[consumer])
    with socket.create_connection(
        (str(target.hostname), int(target.port or 80)), timeout=PATIENCE_S
    ) as client:
        client.sendall((head + body).encode())
        assert until(lambda: stub.requests > 100)
        client.shutdown(socket.SHUT_WR)
        came = b""
        try:
            while data := client.recv(65_536):
                came += data
        except ConnectionResetError:
            pass
    assert b"problem" not in came
    assert b"result" not in came
    assert bool(came) == ("ndjson" in headers), came
    assert until(
        lambda: trigger(urls[consumer], urls["rust-provider"], amount=1).status_code == 200
    ), "the next run may begin"


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_each_variant_is_asked_for_by_its_index_and_a_single_one_without(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    for variants, paths in (
        (1, ["/JSONObject/2"]),
        (3, ["/JSONObject/2?index=0", "/JSONObject/2?index=1", "/JSONObject/2?index=2"]),
    ):
        stub.reset(GOOD)
        trigger(urls[consumer], stub.url, amount=variants, variants=variants)
        # The stub sends the same object for all, so a run of several ends at its second.
        assert [head.split()[1] for head in stub.heads] == paths[:2]
        assert all(
            f"host: {urlsplit(stub.url).netloc}" in head.lower().split("\r\n")
            for head in stub.heads
        )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_health_is_answered_in_every_form(urls: dict[str, str], consumer: str) -> None:
    assert HTTP.get(urls[consumer] + "/healthCheck", headers=PLAIN).status_code == 200
