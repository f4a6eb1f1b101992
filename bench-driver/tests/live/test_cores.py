"""Runs with `threads`: several parse at once, and say how fast they were together."""

from __future__ import annotations

from typing import Any

import pytest
from hdrh.histogram import HdrHistogram

from ..fuzz.contract import contract
from .conftest import HTTP, trigger
from .facts import CONSUMERS, FORMATS
from .test_figures import histogram, parts, result

MOST = 64


def cpus(consumer: str) -> int:
    """How many CPUs a server says that it may use."""
    return int(HTTP.get(f"{consumer}/engines").json()["cpus"])


def replayed(consumer: str, provider: str, threads: int, **changes: Any) -> dict[str, Any]:
    return result(
        consumer,
        provider,
        **{
            "source": "replay",
            "amount": 5001,
            "warmup": 1000,
            "variants": 256,
            "threads": threads,
            **changes,
        },
    )


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_object_is_verified_whatever_the_number_of_threads(
    urls: dict[str, str], consumer: str, format_name: str
) -> None:
    digests = set()
    for threads in sorted({1, min(2, cpus(urls[consumer])), min(MOST, cpus(urls[consumer]))}):
        found = replayed(
            urls[consumer],
            urls["java-provider"],
            threads,
            server_type="java",
            object_format=format_name,
        )
        digests.add(found["payload"]["sha256"])
        assert found["verified"] == 5001
        assert found["payload"]["min_bytes"] < found["payload"]["max_bytes"]
        for amount, part in parts(found):
            assert part["cores"]["threads"] == threads
            assert part["cores"]["objects_per_s"] > 0
            windows: HdrHistogram = histogram(found, part)
            assert windows.get_total_count() == amount
            assert part["parse"]["mean_ns"] == pytest.approx(part["parse"]["total_ns"] / amount)
            assert len(part["blocks"]["mean_ns"]) == sum(
                (amount // threads + (share < amount % threads)) // 500 for share in range(threads)
            )
            assert part.keys() & {"steadiness", "fetch", "lead_ns"} == set()
            assert "scan_ns" not in part["blocks"]
            assert part["guard_ns"] > 0
        wall_ns = (found[f"{format_name.lower()}_total_time_ms"] + 0.5) * 1_000_000
        assert found["parse"]["total_ns"] <= threads * wall_ns
    assert len(digests) == 1


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_figure_of_one_thread_is_what_its_windows_and_releases_say(
    urls: dict[str, str], consumer: str
) -> None:
    found = replayed(urls[consumer], urls["rust-provider"], 1, amount=50_000)
    reclaim = found["reclaim"]
    released_ns = reclaim["drop_ns"] if "drop_ns" in reclaim else reclaim["gc_pause_outside_ns"]
    assert found["cores"]["objects_per_s"] == pytest.approx(
        50_000e9 / (found["parse"]["total_ns"] + released_ns)
    )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_threads_are_as_the_contract_says(urls: dict[str, str], consumer: str) -> None:
    answer = trigger(
        urls[consumer],
        urls["rust-provider"],
        amount=2000,
        warmup=10,
        source="replay",
        threads=min(2, cpus(urls[consumer])),
    )
    assert answer.status_code == 200, answer.text
    contract["/triggerReqs"]["POST"].validate_response(answer)
    assert "cores" not in result(urls[consumer], urls["rust-provider"], source="replay")


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"threads": 0}, "threads", "from 1 to 64"),
        ({"threads": MOST + 1}, "threads", "from 1 to 64"),
        ({"source": "http"}, "threads", "source replay only"),
        ({"source": "http", "block": 2}, "threads", "source replay only"),
        ({"block": 2}, "block", "source http only"),
        ({"concurrency": 2}, "threads", "concurrency 1 only"),
        ({"checkpoints": [5]}, "threads", "empty checkpoints only"),
    ],
    ids=str,
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_threads_that_cannot_be_are_refused(
    urls: dict[str, str], consumer: str, fields: dict[str, Any], field: str, says: str
) -> None:
    answer = trigger(
        urls[consumer], urls["rust-provider"], **{"source": "replay", "threads": 1, **fields}
    )
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "invalid_request",
        field,
    ), answer.text
    assert says in answer.json()["detail"]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_more_threads_than_cpus_are_refused_with_how_many_there_are(
    urls: dict[str, str], consumer: str
) -> None:
    there_are = cpus(urls[consumer])
    answer = trigger(urls[consumer], urls["rust-provider"], source="replay", threads=there_are + 1)
    assert (answer.status_code, answer.json()["field"]) == (400, "threads"), answer.text
    assert str(min(there_are, MOST)) in answer.json()["detail"]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_the_table_tells_how_fast_they_were_together(urls: dict[str, str], consumer: str) -> None:
    lines = trigger(
        urls[consumer],
        urls["rust-provider"],
        source="replay",
        threads=1,
        headers={"Accept": "text/plain"},
    ).text.splitlines()
    assert any(
        line.startswith("cores          1 thread: ") and line.endswith(" objects a second")
        for line in lines
    ), lines
    assert "condition      replay, concurrency 1, variants 1, block 1, threads 1" in lines
