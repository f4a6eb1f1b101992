"""Runs of operation encode: what both servers write and time, that it needs no provider, and what
is refused beside it.
"""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
import pytest

from .conftest import HTTP
from .facts import CONSUMERS, FORMATS, PROVIDERS_FOLDER

ENCODE = {
    "operation": "encode",
    "amount": 600,
    "object_format": "JSON",
    "object_type": "DummyObject",
}


def post(url: str, **changes: Any) -> httpx.Response:
    """One run that encodes."""
    return HTTP.post(f"{url}/triggerReqs", json={**ENCODE, **changes}, timeout=120)


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_every_writer_writes_the_canonical_bytes(
    urls: dict[str, str], consumer: str, format_name: str
) -> None:
    known = HTTP.get(
        f"{urls[consumer]}/engines?object_type=DummyObject,NumericObject&format={format_name}"
    ).json()["engines"]
    writers = [engine for engine in known if engine["operation"] == "encode"]
    assert writers and [engine["default"] for engine in writers] == [True] + [False] * (
        len(writers) - 1
    )
    for engine in writers:
        assert (engine["kind"], engine["checks"], "skipped" in engine) == ("canonical", [], False)
        for object_type in engine["object_types"]:
            said = post(
                urls[consumer],
                object_format=format_name,
                engine=engine["name"],
                object_type=object_type,
                warmup=100,
                checkpoints=[500, 600],
            ).json()
            assert (said["verified"], said["engine"]["operation"], said["engine"]["kind"]) == (
                600,
                "encode",
                "canonical",
            ), said
            golden = (
                PROVIDERS_FOLDER / "golden" / f"{object_type}.{format_name.lower()}"
            ).read_bytes()
            assert said["payload"]["sha256"] == hashlib.sha256(golden).hexdigest()
            assert said["payload"]["bytes"] == 600 * len(golden)
            name = f"{format_name.lower()}_encoding_time_micro_s"
            assert (
                said[name]
                == (said["encode"]["total_ns"] + 500) // 1000
                == said["checkpoints"][-1]["encoding_time_micro_s"]
            )
            assert said["warmup"]["encode"]["total_ns"] > 0
            assert (
                not {
                    "rust",
                    "java",
                    "parse",
                    "guard_ns",
                    "connections",
                    "fetch",
                    "lead_ns",
                    "cores",
                }
                & said.keys()
            )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_all_variants_are_those_that_a_provider_sends(urls: dict[str, str], consumer: str) -> None:
    digest = hashlib.sha256(
        b"".join(
            HTTP.get(f"{urls[consumer]}/BSONObject/Order?size=1KiB&index={index}").content
            for index in range(20)
        )
    ).hexdigest()
    said = post(
        urls[consumer], object_format="BSON", object_type="Order", size="1KiB", variants=20
    ).json()
    assert said["payload"]["sha256"] == digest


@pytest.mark.parametrize(
    "more",
    [
        {"provider_url": "http://127.0.0.1:1"},
        {"server_type": "java"},
        {"source": "http"},
        {"block": 1},
        {"concurrency": 1},
        {"threads": 1},
    ],
    ids=str,
)
def test_what_says_whence_bodies_come_is_refused_by_both(
    urls: dict[str, str], more: dict[str, Any]
) -> None:
    for consumer in CONSUMERS:
        said = post(urls[consumer], **more)
        assert (said.status_code, said.json()["field"]) == (400, next(iter(more))), said.text
        assert "encode needs no bodies" in said.json()["detail"]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_table_says_that_it_was_written(urls: dict[str, str], consumer: str) -> None:
    said = HTTP.post(
        f"{urls[consumer]}/triggerReqs", json=ENCODE, headers={"Accept": "text/plain"}
    ).text
    assert said.startswith(f"600 DummyObject as JSON written by {consumer.partition('-')[0]}")
    assert "\ncondition      variants 1, operation encode, kind canonical\n" in said
