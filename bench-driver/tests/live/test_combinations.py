"""Every consumer with every type and format, from each provider in turn: all objects verified, and
the figures add up.
"""

from __future__ import annotations

import hashlib

import pytest

from .conftest import trigger
from .facts import CARRIED, CONSUMERS, FORMATS, PROVIDERS_FOLDER, RUNTIMES

#: The providers take turns, and what one consumer has from one the other has from the other.
SCENARIOS = [
    (consumer, RUNTIMES[(at + turn) % len(RUNTIMES)], *carried)
    for at, carried in enumerate(CARRIED)
    for turn, consumer in enumerate(CONSUMERS)
]


@pytest.mark.parametrize(("consumer", "provider", "object_type", "format_name"), SCENARIOS)
def test_a_scenario(
    urls: dict[str, str], consumer: str, provider: str, object_type: str, format_name: str
) -> None:
    amount, name = 300, format_name.lower()
    answer = trigger(
        urls[consumer], urls[f"{provider}-provider"], amount=amount, server_type=provider, object_type=object_type, object_format=format_name,
        warmup=50, checkpoints=[100, 200, 300],
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    result = answer.json()
    golden = (PROVIDERS_FOLDER / "golden" / f"{object_type}.{name}").read_bytes()
    assert result[provider] == 1
    assert result["amount"] == result["verified"] == amount
    assert result["payload"] == {
        "bytes": amount * len(golden),
        "min_bytes": len(golden),
        "max_bytes": len(golden),
        "megabytes_per_second": pytest.approx(
            1000 * amount * len(golden) / result["parse"]["total_ns"], rel=0.001
        ),
        "sha256": hashlib.sha256(golden).hexdigest(),
    }
    parse = result["parse"]
    assert result[f"{name}_parsing_time_micro_s"] == (parse["total_ns"] + 500) // 1000
    assert result[f"{name}_total_time_ms"] * 1_000_000 + 1_000_000 > parse["total_ns"]
    assert parse["mean_ns"] == pytest.approx(parse["total_ns"] / amount)
    assert 0 < parse["min_ns"] <= parse["p50_ns"] <= parse["p90_ns"] <= parse["p99_ns"]
    assert parse["max_ns"] <= parse["total_ns"]
    assert result["warmup"]["amount"] == 50
    assert result["connections"] == 1
    checkpoints = result["checkpoints"]
    assert [point["amount"] for point in checkpoints] == [100, 200, 300]
    totals = [point["parse"]["total_ns"] for point in checkpoints]
    assert totals == sorted(totals)
    assert checkpoints[-1]["parse"] == parse
    assert result["engine"]["format"] == format_name
    assert result["environment"]["runtime"] == consumer.removesuffix("-server")


@pytest.mark.parametrize("source", ["http", "replay"])
@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_variants_are_cycled_and_requests_overlap(
    urls: dict[str, str], consumer: str, format_name: str, source: str
) -> None:
    concurrency = 8 if source == "http" else 1
    answer = trigger(
        urls[consumer], urls["java-provider"], amount=3000, server_type="java", object_type="NumericObject", object_format=format_name,
        variants=1024, concurrency=concurrency, source=source,
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    result = answer.json()
    assert result["verified"] == 3000
    assert result["payload"]["min_bytes"] < result["payload"]["max_bytes"]
    assert result["connections"] == concurrency


@pytest.mark.parametrize("format_name", FORMATS)
def test_both_consumers_saw_the_same_bytes(urls: dict[str, str], format_name: str) -> None:
    digests = {
        trigger(urls[consumer], urls[f"{provider}-provider"], amount=100, server_type=provider, object_format=format_name, variants=64)
        .json()["payload"]["sha256"]
        for consumer in CONSUMERS
        for provider in RUNTIMES
    }  # fmt: skip
    assert len(digests) == 1
