"""Plans: what is run, in which order, from which words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bench_driver.errors import UsageError
from bench_driver.model.formats import USUAL
from bench_driver.plan.amounts import choose, parse_amounts
from bench_driver.plan.estimate import Rates, estimate
from bench_driver.plan.plan import Plan, planned
from bench_driver.plan.presets import PRESETS
from bench_driver.plan.request import Held, Request
from bench_driver.plan.stopping import PILOT
from bench_driver.servers.contract import Engines
from bench_driver.stats.verdict import PUBLISH_ROUNDS

from .plans import plan_of, slices, warmups


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("500", (500,)),
        ("1000,500", (500, 1000)),
        ("1000:3000:1000", (1000, 2000, 3000)),
        ("1000:3500:1000", (1000, 2000, 3000)),
        ("5:5:1", (5,)),
        ("10,1:3:1", (1, 2, 3, 10)),
        ("7,7", (7,)),
        ("1000000", (1_000_000,)),
    ],
)
def test_amounts_are_a_list_or_a_range(text: str, amounts: tuple[int, ...]) -> None:
    assert parse_amounts(text) == amounts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "-1",
        "1e3",
        "1.5",
        "a",
        "1:2",
        "3:1:1",
        "1:3:0",
        "1:3:-1",
        "1:2:3:4",
        "1000001",
        "1,,2",
        "1:257:1",
        "²",
    ],
)
def test_other_amounts_are_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_amounts(text)
    assert refused.value.why
    assert "1000:10000:1000" in refused.value.do


def test_presets_have_rounds_enough_for_what_they_are_for() -> None:
    requests = {name: preset.request for name, preset in PRESETS.items()}
    assert requests["quick"].stopping.rounds is None, "as many as the target takes"
    assert all(
        (requests[name].stopping.rounds or 0) >= PUBLISH_ROUNDS for name in ("full", "paper")
    )
    paper = requests["paper"].held
    assert (paper.variants, paper.cold) == (1, "one-provider")
    assert {second - first for first, second in pairwise((0, *paper.amounts))} == {500}


def announcing(*engines: tuple[str, list[str]], checks: Sequence[str] = ("usual",)) -> Engines:
    """A server with these engines: a format and the object types of each."""
    known = [
        {
            "name": name,
            "library": "x",
            "version": "1",
            "format": name,
            "object_types": types,
            "default": True,
            "checks": [*checks],
            "settings": [],
        }
        for name, types in engines
    ]
    return Engines.model_validate(
        {
            "runtime": "x",
            "runtime_version": "1",
            "server_version": "1",
            "flags": {},
            "engines": known,
        }
    )


SAID = announcing(*((name, ["One", "Two"]) for name in USUAL), checks=("usual", "equal"))


@pytest.mark.parametrize("name", PRESETS)
def test_a_presets_minutes_are_about_what_the_estimate_says(name: str) -> None:
    preset = PRESETS[name]
    wanted = replace(preset.request, object_types=preset.request.object_types and ("One",))
    plan = plan_of(wanted, {"rust-server": SAID, "java-server": SAID}, ["a", "b"])
    seconds = estimate(plan, preset.request.stopping.rounds or PILOT, Rates()).seconds
    # Of `first` most is starting and warming up, which machines do at very different speeds.
    near = 0.7 if name == "first" else 0.4
    assert seconds / 60 == pytest.approx(preset.minutes, rel=near)


def test_a_fourth_format_is_swept_where_it_is_asked_for() -> None:
    told = {"rust-server": announcing(*((name, ["One"]) for name in (*USUAL, "Fourth")))}

    def swept(*formats: str) -> list[str]:
        plan = plan_of(Request(formats=formats, object_types=("One",)), told, ["a", "b"])
        return [cell.format for cell in plan.contenders]

    assert swept() == [*USUAL]
    assert swept("all") == swept("json,fourth,bson,xml") == [*USUAL, "Fourth"]
    assert swept("fourth") == ["Fourth"]


def of_amounts(**changes: Any) -> Plan:
    held = Held(amounts=(10, 20, 30), cold_amounts=(1, 5), warmup_runs=1, **changes)
    request = Request(conditions=("http",), held=held, seed=7, object_types=("One", "Two"))
    return plan_of(request, {"rust-server": SAID, "java-server": SAID}, ["a", "b"])


@pytest.mark.parametrize("cold", ["none", "one-provider", "all"])
def test_each_point_comes_once_a_round(cold: Any) -> None:
    plan = of_amounts(cold=cold)
    sizes = {cell: plan.size(cell).amount for cell in plan.contenders}
    assert set(sizes.values()) == {30}
    for number in (1, 2):
        turns = [turn for turn, _ in warmups(plan, number)] + [
            turn for turn, _ in slices(plan, number, sizes)
        ]
        points = Counter(
            (turn.scenario, amount)
            for turn in turns
            if turn.series == "slice"
            for amount in turn.points
        )
        assert len(points) == 2 * 2 * 2 * 3 * 3 and set(points.values()) == {1}
        first = Counter(turn.scenario for turn in turns if turn.series == "cold")
        assert len(first) == {"none": 0, "one-provider": 12, "all": 24}[cold]
        assert plan.runs(number) == len(turns)
    assert planned(json.loads(json.dumps(plan.facts)), 7) == plan, "a plan comes back as it was"


BROAD = announcing(
    ("JSON", ["NumericObject", "DummyObject", "Order", "LogLine"]),
    ("XML", ["NumericObject", "DummyObject", "Order"]),
)


@pytest.mark.parametrize(
    ("asked", "cells"),
    [
        ((), "NumericObject JSON, NumericObject XML, DummyObject JSON, DummyObject XML"),
        (("Order",), "Order JSON, Order XML"),
        (("logline,order",), "Order JSON, Order XML, LogLine JSON"),
        (
            ("all",),
            "NumericObject JSON, NumericObject XML, DummyObject JSON, DummyObject XML, Order "
            "JSON, Order XML, LogLine JSON",
        ),
    ],
)
def test_a_sweep_measures_the_usual_object_types_or_those_asked_for_in_the_formats_that_carry_them(
    asked: tuple[str, ...], cells: str
) -> None:
    consumers = {"rust-server": BROAD, "java-server": BROAD}
    plan = plan_of(Request(conditions=("block",), object_types=asked), consumers, ["a", "b"])
    assert ", ".join(f"{cell.object_type} {cell.format}" for cell in plan.contenders) == cells


def test_an_object_type_that_one_consumer_lacks_is_planned_so_that_its_runs_say_why() -> None:
    lacking = announcing(("JSON", ["NumericObject"]), ("XML", ["NumericObject", "DummyObject"]))
    plan = plan_of(
        Request(conditions=("block",)), {"rust-server": BROAD, "java-server": lacking}, ["a", "b"]
    )
    assert {(cell.object_type, cell.format): len(those) for cell, those in plan.contenders.items()}[
        "DummyObject", "JSON"
    ] == 2


def test_a_type_in_no_format_that_carries_it_is_nothing_to_sweep() -> None:
    with pytest.raises(UsageError) as refused:
        plan_of(Request(object_types=("LogLine",), formats=("XML",)), {"rust-server": BROAD}, ["a"])
    assert "no engine of XML carries LogLine" in refused.value.why


def test_a_filter_takes_names_whole_or_by_their_first_word() -> None:
    known = ["rust-server", "java-server"]
    assert choose([], known, "--consumer") == ("rust-server", "java-server")
    assert choose(["java"], known, "--consumer") == ("java-server",)
    assert choose(["Rust-Server"], known, "--consumer") == ("rust-server",)
    assert choose(["json"], ["BSON", "JSON"], "--format") == ("JSON",)
    assert choose(["xml,json", "JSON"], ["BSON", "JSON", "XML"], "--format") == ("JSON", "XML")


def test_a_filter_that_fits_nothing_says_what_there_is() -> None:
    with pytest.raises(UsageError, match="--format YAML fits nothing") as refused:
        choose(["YAML"], ["JSON", "XML"], "--format")
    assert "JSON, XML" in refused.value.why
