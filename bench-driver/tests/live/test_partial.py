"""Three fields of an object, by every engine that reads them, in both servers: what `/decode`
answers, and runs.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bench_driver.model.formats import USUAL

from ..fuzz.wire import Verdict, led_to, same
from .conftest import HTTP, trigger
from .facts import CONSUMERS, PROVIDERS_FOLDER

EXCERPTS: dict[str, list[str]] = json.loads(
    (PROVIDERS_FOLDER / "vectors" / "excerpts.json").read_text()
)


def partial_engines(consumer: str) -> list[dict[str, Any]]:
    return [
        engine
        for engine in HTTP.get(f"{consumer}/engines").json()["engines"]
        if engine["operation"] == "partial"
    ]


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_both_servers_announce_the_excerpts_and_readers_of_them(
    urls: dict[str, str], consumer: str
) -> None:
    known = HTTP.get(urls[consumer] + "/engines").json()
    assert {
        one["name"]: one["excerpt"] for one in known["object_types"] if "excerpt" in one
    } == EXCERPTS
    engines = [engine for engine in known["engines"] if engine["operation"] == "partial"]
    there = {engine["format"] for engine in engines if engine["default"]}
    assert there == {engine["format"] for engine in engines} and there >= {*USUAL}
    assert all(
        engine["kind"] and engine["skipped"] and engine["checks"] == [] for engine in engines
    )
    assert {"partial-typed", "pull", "lazy", "tree"} == {engine["kind"] for engine in engines}
    assert [
        engine["name"] for engine in engines if set(engine["object_types"]) != set(EXCERPTS)
    ] == []


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_each_reads_the_fields_of_every_golden_and_of_every_accepted_body(
    urls: dict[str, str], consumer: str
) -> None:
    """What the default makes of a body is what its excerpt is taken of."""
    wrong = []
    wholes: dict[Path, Verdict] = {}
    for engine, (object_type, pointers) in product(
        partial_engines(urls[consumer]), EXCERPTS.items()
    ):
        folder = PROVIDERS_FOLDER / "accept" / engine["format"]
        golden = PROVIDERS_FOLDER / "golden" / f"{object_type}.{engine['format'].lower()}"
        for file in [golden, *sorted(folder.glob(f"{object_type}.*"))]:
            path = f"{urls[consumer]}/decode/{engine['format']}/{object_type}"
            if file not in wholes:
                whole = HTTP.post(path, content=file.read_bytes())
                wholes[file] = Verdict(whole.status_code, whole.content)
            told, due = (
                HTTP.post(path, params={"engine": engine["name"]}, content=file.read_bytes()),
                wholes[file].excerpt(pointers),
            )
            if told.status_code != 200 or not same(Verdict(200, told.content), due):
                wrong.append(f"{engine['name']}, {file.name}: {told.text}")
    assert wrong == []


@pytest.mark.parametrize(
    "condition",
    [{"block": 50}, {"source": "replay"}, {"source": "replay", "threads": 1}, {"concurrency": 4}],
)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_run_of_three_fields_says_so(
    urls: dict[str, str], consumer: str, condition: dict[str, Any]
) -> None:
    for engine in partial_engines(urls[consumer]):
        asked = {
            "object_format": engine["format"],
            "engine": engine["name"],
            "operation": "partial",
            "server_type": "rust",
        }
        told = trigger(
            urls[consumer],
            urls["rust-provider"],
            amount=200,
            warmup=50,
            variants=50,
            **condition,
            **asked,
        ).json()
        assert told.get("verified") == 200, told
        assert (told["engine"]["name"], told["engine"]["operation"], told["engine"]["kind"]) == (
            engine["name"],
            "partial",
            engine["kind"],
        )
        assert f"{engine['format'].lower()}_parsing_time_micro_s" in told


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_without_an_engine_the_first_that_is_announced_reads(
    urls: dict[str, str], consumer: str
) -> None:
    announced = partial_engines(urls[consumer])
    for format_name in {engine["format"] for engine in announced}:
        first = next(engine for engine in announced if engine["format"] == format_name)
        told = trigger(
            urls[consumer],
            urls["rust-provider"],
            amount=5,
            server_type="rust",
            object_format=format_name,
            operation="partial",
        ).json()
        assert told["engine"]["name"] == first["name"]
        whole = trigger(
            urls[consumer],
            urls["rust-provider"],
            amount=5,
            server_type="rust",
            object_format=format_name,
        ).json()
        assert (whole["engine"]["operation"], "kind" in whole["engine"]) == ("decode", False)


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_what_does_not_fit_is_refused_by_its_field(urls: dict[str, str], consumer: str) -> None:
    engine = partial_engines(urls[consumer])[0]
    for changes, field in (
        ({"operation": "write"}, "operation"),
        ({"operation": None}, "operation"),
        ({"operation": "partial", "object_type": "Order"}, "operation"),
        ({"engine": engine["name"], "object_format": engine["format"]}, "engine"),
        ({"operation": "partial", "engine": "no such engine"}, "engine"),
    ):
        told = trigger(
            urls[consumer], urls["rust-provider"], amount=5, server_type="rust", **changes
        )
        assert (told.status_code, told.json()["code"], told.json().get("field")) == (
            400,
            "invalid_request",
            field,
        ), changes


def test_the_pointers_lead_to_an_early_a_middle_and_a_last_field() -> None:
    for object_type, pointers in EXCERPTS.items():
        whole = json.loads((PROVIDERS_FOLDER / "objects" / f"{object_type}.json").read_text())
        assert None not in [led_to(whole, pointer) for pointer in pointers]
        names = list(whole)
        places = [names.index(pointer.split("/")[1]) for pointer in pointers]
        assert places == sorted(places)
        assert (places[0], places[-1]) == (0, len(names) - 1)
