"""What a run says beside its times: that its figures agree with each other, and with what was done
to it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import Any

import pytest
from hdrh.histogram import HdrHistogram

from bench_lab.endure.stub import StubProvider, answering, response

from .conftest import trigger
from .facts import CONSUMERS, FORMATS, MEDIA_TYPES
from .test_failures import GOOD

HOUR_NS = 3_600_000_000_000


def result(consumer: str, provider: str, **changes: Any) -> dict[str, Any]:
    answer = trigger(consumer, provider, **changes)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def parts(found: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """The measured part and the warm-up, each with its number of objects."""
    return [(found["amount"], found), (found["warmup"]["amount"], found["warmup"])]


def histogram(found: dict[str, Any], part: dict[str, Any]) -> HdrHistogram:
    """The histogram of a part."""
    return HdrHistogram.decode(found["histograms"]["measured" if part is found else "warmup"])


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_figures_of_a_part_agree_with_each_other(
    urls: dict[str, str], consumer: str, format_name: str
) -> None:
    found = result(
        urls[consumer], urls["rust-provider"], object_format=format_name, amount=2600, warmup=1500
    )
    for amount, part in parts(found):
        parse = part["parse"]
        assert (
            parse["min_ns"]
            <= parse["p50_ns"]
            <= parse["p90_ns"]
            <= parse["p99_ns"]
            <= parse["max_ns"]
        )
        assert parse["mean_ns"] == pytest.approx(parse["total_ns"] / amount)
        windows = histogram(found, part)
        assert windows.get_total_count() == amount
        assert min(windows.get_value_at_percentile(50), parse["max_ns"]) == parse["p50_ns"]
        assert (part["blocks"]["objects"], len(part["blocks"]["mean_ns"])) == (500, amount // 500)
        for figure in ("p50_ns", "scan_ns"):
            assert len(part["blocks"][figure]) == amount // 500
            assert all(ns > 0 for ns in part["blocks"][figure])
        whole = 500 * len(part["blocks"]["mean_ns"])
        assert 500 * sum(part["blocks"]["mean_ns"]) <= parse["total_ns"] + whole
        wall = (
            found[f"{format_name.lower()}_total_time_ms"]
            if part is found
            else part["total_time_ms"]
        )
        assert (
            parse["total_ns"] + part["guard_ns"] + part["fetch"]["total_ns"]
            <= (wall + 0.5) * 1_000_000
        ), "rounded half up"
        assert part["fetch"]["mean_ns"] == pytest.approx(part["fetch"]["total_ns"] / amount)
        assert part["fetch"]["p50_ns"] <= part["fetch"]["p99_ns"]
        assert part["memory"]["peak_rss_bytes"] > 1_000_000
        assert part["connections"] == 1
    assert found["payload"]["megabytes_per_second"] == pytest.approx(
        1000 * found["payload"]["bytes"] / found["parse"]["total_ns"], rel=0.01
    )


def test_block_means_of_whole_blocks_are_the_mean(urls: dict[str, str]) -> None:
    for consumer in CONSUMERS:
        found = result(urls[consumer], urls["rust-provider"], source="replay", amount=20_000)
        assert fmean(found["blocks"]["mean_ns"]) == pytest.approx(
            found["parse"]["mean_ns"], rel=0.001
        )
        assert sum(segment["blocks"] for segment in found["steadiness"]["segments"]) == 40


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_each_runtime_says_what_it_can_know_and_no_more(
    urls: dict[str, str], consumer: str
) -> None:
    found = result(urls[consumer], urls["rust-provider"], amount=600, warmup=600)
    for _, part in parts(found):
        java = consumer == "java-server"
        assert ("jit" in part, "gc_count" in part["reclaim"], "drop_ns" in part["reclaim"]) == (
            java,
            java,
            not java,
        )
    assert ("allocated_bytes_per_object" in found["memory"]) is (consumer == "java-server")
    assert "warmup" not in result(urls[consumer], urls["rust-provider"])["histograms"]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_environment_is_that_of_this_machine(urls: dict[str, str], consumer: str) -> None:
    environment = result(urls[consumer], urls["rust-provider"])["environment"]
    assert environment["machine"]["cores"] == os.cpu_count()
    assert environment["machine"]["kernel"] == os.uname().release
    assert environment["libraries"]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_replay_fetches_nothing_in_its_parts(urls: dict[str, str], consumer: str) -> None:
    found = result(
        urls[consumer], urls["rust-provider"], source="replay", amount=100, warmup=100, variants=3
    )
    assert ["fetch" in part for _, part in parts(found)] == [False, False]
    assert found["guard_ns"] > 0


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_later_replay_takes_the_bodies_of_an_earlier_one_unless_they_were_refused(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    stub.reset(answering(response(b"{}", MEDIA_TYPES["JSON"])))
    assert (
        trigger(urls[consumer], stub.url, amount=1, source="replay").json()["code"]
        == "deserialize_failed"
    )
    stub.reset(GOOD)
    first = result(urls[consumer], stub.url, source="replay")
    assert (stub.requests, first["connections"]) == (1, 1), "refused bodies are not kept"
    later = result(urls[consumer], stub.url, source="replay", warmup=5, concurrency=3)
    assert (stub.requests, later["connections"], later["warmup"]["connections"]) == (1, 0, 0)
    assert later["payload"]["sha256"] == first["payload"]["sha256"]


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_blocks_of_bodies_are_parsed_back_to_back_and_the_last_may_be_smaller(
    urls: dict[str, str], consumer: str, concurrency: int
) -> None:
    found = result(
        urls[consumer],
        urls["rust-provider"],
        amount=1230,
        warmup=70,
        block=100,
        variants=7,
        concurrency=concurrency,
        checkpoints=[99, 1230],
    )
    plain = result(urls[consumer], urls["rust-provider"], amount=1230, variants=7)
    assert found["verified"] == 1230
    assert [point["amount"] for point in found["checkpoints"]] == [99, 1230]
    assert found["payload"]["sha256"] == plain["payload"]["sha256"]
    assert found["connections"] == concurrency
    assert all(part["lead_ns"] > 0 for _, part in parts(found))
    assert [len(part["blocks"]["scan_ns"]) for _, part in parts(found)] == [2, 0], (
        "of windows, whatever the size of a block of bodies"
    )
    assert "lead_ns" not in plain


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"block": 0}, "block"),
        ({"block": 10_001}, "block"),
        ({"block": "5"}, "block"),
        ({"block": 2, "source": "replay"}, "block"),
    ],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_block_that_cannot_be_is_refused(
    urls: dict[str, str], consumer: str, fields: dict[str, Any], field: str
) -> None:
    answer = trigger(urls[consumer], urls["rust-provider"], **fields)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "invalid_request",
        field,
    ), answer.text


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_failure_in_a_block_says_what_was_completed(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    stub.reset(lambda connection, number: GOOD(connection, number) if number < 25 else False)
    problem = trigger(urls[consumer], stub.url, amount=100, block=10).json()
    assert (problem["code"], problem["completed"], problem["request"], problem["phase"]) == (
        "provider_unreachable",
        20,
        25,
        "measured",
    )


@contextmanager
def crowded() -> Iterator[None]:
    """Two busy processes a core, until the block ends."""
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(2 * (os.cpu_count() or 1))
    ]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_run_on_a_crowded_machine_says_that_it_was_noisy(
    urls: dict[str, str], consumer: str
) -> None:
    with crowded():
        found = result(urls[consumer], urls["rust-provider"], source="replay", amount=200_000)
    fired = {rule["rule"]: rule for rule in found["noise"]}
    assert {"cpu_pressure", "run_queue_wait"} & fired.keys()
    assert all(rule["value"] > rule["limit"] for rule in found["noise"])
