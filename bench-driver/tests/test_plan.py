"""Plans: what is run, in which order, from which words."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.cli import main
from bench_driver.errors import UsageError
from bench_driver.model.records import Conditions, Turn
from bench_driver.model.scenario import Scenario
from bench_driver.plan.amounts import choose, parse_amounts
from bench_driver.plan.contenders import grouped_plan
from bench_driver.plan.estimate import Rates, estimate, grouped_estimate
from bench_driver.plan.plan import Plan, interleaved, plan_of, request
from bench_driver.plan.presets import PRESETS
from bench_driver.plan.request import GroupedRequest, Request
from bench_driver.plan.stopping import PILOT
from bench_driver.servers.contract import Engines
from bench_driver.stats.verdict import CLAIM_ROUNDS, PUBLISH_ROUNDS

ALL = tuple(Scenario(*names) for names in product(["a-server", "b-server"], ["a-provider", "b-provider"], ["One", "Two"], ["JSON", "BSON", "XML"]))


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


@pytest.mark.parametrize("text", ["", "0", "-1", "1e3", "1.5", "a", "1:2", "3:1:1", "1:3:0", "1:3:-1", "1:2:3:4", "1000001", "1,,2", "1:257:1", "²"])
def test_other_amounts_are_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_amounts(text)
    assert refused.value.why
    assert "1000:10000:1000" in refused.value.do


@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.booleans(), st.integers(0, 3))
def test_each_point_comes_once_a_round_and_the_seed_decides_the_order(seed: int, rounds: int, independent: bool, pairs: int) -> None:
    plan = Plan(ALL, (10, 20, 30), rounds, seed, Conditions(independent=independent), tuple((item,) for item in ALL[:pairs]), ALL[3:9], (1, 5))
    turns = list(plan.turns())
    assert turns == list(plan.turns())
    for number in range(1, rounds + 1):
        own = [turn for turn in turns if turn.round == number]
        assert [turn.position for turn in own] == list(range(1, len(own) + 1))
        points = sorted((str(turn.scenario), turn.arm or "A", amount) for turn in own if turn.series == "steady" for amount in turn.points)
        arms = [(scenario, arm) for scenario in ALL for arm in ("AB" if scenario in ALL[:pairs] else "A")]
        assert points == sorted((str(scenario), arm, amount) for scenario, arm in arms for amount in (10, 20, 30))
        assert sorted(str(turn.scenario) for turn in own if turn.series == "cold") == sorted(map(str, ALL[3:9]))
        assert [turn.series for turn in own][:30] == ["provider-warmup"] * 24 + ["cold"] * 6, "then nothing is cold any more"
    for first, second in pairwise(turns):
        if first.series == "warmup":
            assert (second.series, second.scenario, second.arm) == ("steady", first.scenario, first.arm)
    for turn in turns:
        assert turn.amount == (turn.points[-1] if turn.points else 2000)


def test_rounds_and_seeds_differ_in_order() -> None:
    def order(seed: int, number: int) -> list[str]:
        return [str(turn.scenario) for turn in Plan(ALL, (1,), 2, seed, Conditions(warmup_provider=0)).turns() if turn.round == number]

    assert order(1, 1) != order(1, 2)
    assert order(1, 1) != order(2, 1)


def measured(plan: Plan, series: str = "steady") -> list[list[Turn]]:
    """A series' turns, round by round."""
    turns = list(plan.turns())
    return [[turn for turn in turns if (turn.round, turn.series) == (number, series)] for number in range(1, plan.rounds + 1)]


def objects(scenario: Scenario) -> tuple[str, str, str]:
    return (scenario.provider, scenario.object_type, scenario.format)


@pytest.mark.parametrize("series", ["steady", "cold"])
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_compared_is_measured_side_by_side(series: str, seed: int) -> None:
    for turns in measured(Plan(ALL, (10,), 2, seed, Conditions(), (ALL[:12], ALL[12:]), ALL, (1, 5)), series):
        assert len(turns) == 24 + 2 * (series == "steady")
        for first, second in zip(turns[::2], turns[1::2], strict=True):
            assert (objects(first.scenario), first.arm == "B") == (objects(second.scenario), second.arm == "B")
            assert first.scenario.consumer != second.scenario.consumer


def test_who_comes_first_is_drawn_for_each_that_is_compared() -> None:
    for series in ("steady", "cold"):
        (turns,) = measured(Plan(ALL, (10,), 1, 5, Conditions(), (), ALL, (1, 5)), series)
        firsts = [turn.scenario.consumer for turn in turns[::2]]
        assert set(firsts) == {"a-server", "b-server"}
        assert firsts != sorted(firsts) != list(reversed(firsts)), "no order of the consumers that could be foretold"
    plans = [Plan(ALL, (10,), 40, seed, Conditions()) for seed in (1, 2)]
    counts = [sum(turn.scenario.consumer == "a-server" for turns in measured(plan) for turn in turns[::2]) for plan in plans]
    assert counts[0] != counts[1]
    assert all(abs(count - 240) < 50 for count in counts), "each comes first about as often"


def test_a_consumer_that_does_not_parse_something_stands_alone() -> None:
    items: list[tuple[Scenario, str | None]] = [(ALL[0], None), (ALL[12], "A"), (ALL[12], "B"), (ALL[1], None)]
    found = interleaved(items, random.Random(3))
    assert sorted(map(str, found)) == sorted(map(str, items))
    places = [found.index(item) for item in items]
    assert abs(places[0] - places[1]) == 1, "arm A is the run that the other consumer's is compared with"


@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
def test_pairs_take_turns_through_all_scenarios(seed: int, rounds: int) -> None:
    groups = (ALL[:12], ALL[12:])
    plan = Plan(ALL, (10,), rounds, seed, Conditions(), groups)
    assert all(len(plan.pairs(number)) == 2 for number in range(1, rounds + 1))
    for place, group in enumerate(groups):
        found = [plan.pairs(number)[place] for number in range(1, 25)]
        assert sorted(found[:12]) == sorted(group), "each once, then each again"
        assert found[:12] == found[12:]
    assert all(objects(first) == objects(second) for first, second in map(plan.pairs, range(1, 25))), "consumers are measured twice on the same objects"
    for number, turns in enumerate(measured(plan), 1):
        assert sorted(turn.scenario for turn in turns if turn.arm == "B") == sorted(plan.pairs(number))


def test_pairs_begin_where_the_seed_says() -> None:
    assert len({Plan(ALL, (10,), 1, seed, Conditions(), (ALL[:12],)).pairs(1) for seed in range(20)}) > 5


def test_a_cold_run_asks_for_no_warm_up_and_a_steady_one_for_its_checkpoints() -> None:
    turns = {turn.series: turn for turn in Plan(ALL[:1], (10, 20), 1, 1, Conditions(), (), ALL[:1], (1, 5)).turns()}
    asked = {series: request(turn, Conditions(), server_type="a", engine="x") for series, turn in turns.items()}
    assert asked["cold"]["checkpoints"] == [1, 5]
    assert "warmup" not in asked["cold"]
    assert (asked["steady"]["checkpoints"], asked["steady"]["warmup"], asked["steady"]["source"]) == ([10, 20], 5000, "http")
    assert (asked["warmup"]["source"], asked["warmup"]["amount"]) == ("replay", 100_000)


def test_presets_have_rounds_enough_for_what_they_are_for_and_parse_many_objects() -> None:
    assert PRESETS["quick"].by_amounts.rounds >= CLAIM_ROUNDS
    assert min(PRESETS[name].by_amounts.rounds for name in ("full", "paper")) >= PUBLISH_ROUNDS
    night = PRESETS["full"].grouped
    assert night
    assert (night.stopping.rounds or 0) >= PUBLISH_ROUNDS
    assert {name: preset.by_amounts.conditions.variants for name, preset in PRESETS.items()} == {"quick": 256, "full": 256, "paper": 1}
    paper = PRESETS["paper"].by_amounts
    assert {second - first for first, second in pairwise((0, *paper.amounts))} == {500}


def announcing(*engines: tuple[str, list[str]], checks: Sequence[str] = ("usual",)) -> Engines:
    """A server with these engines: a format and the object types of each."""
    known = [
        {"name": name, "library": "x", "version": "1", "format": name, "object_types": types, "default": True, "checks": [*checks], "settings": []}
        for name, types in engines
    ]
    return Engines.model_validate({"runtime": "x", "runtime_version": "1", "server_version": "1", "flags": {}, "engines": known})


SAID = announcing(*((name, ["One", "Two"]) for name in ("JSON", "BSON", "XML")), checks=("usual", "equal"))


def whole(request: Request) -> Plan:
    """What a preset plans for the servers that there are."""
    return plan_of(request, {"rust-server": SAID, "java-server": SAID}, ["a", "b"])


@pytest.mark.parametrize("name", PRESETS)
def test_a_presets_minutes_are_about_what_the_estimate_says(name: str) -> None:
    preset = PRESETS[name]
    if preset.grouped is None:
        seconds = estimate(whole(preset.by_amounts), Rates()).seconds
    else:
        plan = grouped_plan(preset.grouped, {"rust-server": SAID, "java-server": SAID}, ["a", "b"])
        seconds = grouped_estimate(plan, preset.grouped.stopping.rounds or PILOT, Rates()).seconds
    assert seconds / 60 == pytest.approx(preset.minutes, rel=0.4)


BROAD = announcing(("JSON", ["NumericObject", "DummyObject", "Order", "LogLine"]), ("XML", ["NumericObject", "DummyObject", "Order"]))


@pytest.mark.parametrize(
    ("asked", "cells"),
    [
        ((), "NumericObject JSON, NumericObject XML, DummyObject JSON, DummyObject XML"),
        (("Order",), "Order JSON, Order XML"),
        (("logline,order",), "Order JSON, Order XML, LogLine JSON"),
        (("all",), "NumericObject JSON, NumericObject XML, DummyObject JSON, DummyObject XML, Order JSON, Order XML, LogLine JSON"),
    ],
)
def test_a_sweep_measures_the_usual_object_types_or_those_asked_for_in_the_formats_that_carry_them(asked: tuple[str, ...], cells: str) -> None:
    consumers = {"rust-server": BROAD, "java-server": BROAD}
    plan = grouped_plan(GroupedRequest(conditions=("block",), object_types=asked), consumers, ["a", "b"])
    assert ", ".join(f"{cell.object_type} {cell.format}" for cell in plan.contenders) == cells
    by_amounts = plan_of(Request((10,), 1, object_types=asked), consumers, ["a"])
    assert ", ".join(f"{item.object_type} {item.format}" for item in by_amounts.scenarios if item.consumer == "rust-server") == cells


def test_an_object_type_that_one_consumer_lacks_is_planned_so_that_its_runs_say_why() -> None:
    lacking = announcing(("JSON", ["NumericObject"]), ("XML", ["NumericObject", "DummyObject"]))
    plan = grouped_plan(GroupedRequest(conditions=("block",)), {"rust-server": BROAD, "java-server": lacking}, ["a", "b"])
    assert {(cell.object_type, cell.format): len(those) for cell, those in plan.contenders.items()}["DummyObject", "JSON"] == 2


def test_a_type_in_no_format_that_carries_it_is_nothing_to_sweep() -> None:
    with pytest.raises(UsageError) as refused:
        plan_of(Request((10,), 1, object_types=("LogLine",), formats=("XML",)), {"rust-server": BROAD}, ["a"])
    assert "no engine of XML carries LogLine" in refused.value.why


@pytest.mark.parametrize(
    ("measured", "request_"),
    [
        (471, Request(tuple(range(1000, 10_001, 1000)), 5)),
        (1356, Request((100_000,), 3, conditions=Conditions(warmup=300_000, warmup_http=20_000), cold="one-provider", pairs="format")),
    ],
)
def test_the_estimate_fits_the_sweeps_that_it_comes_from(measured: float, request_: Request) -> None:
    assert estimate(whole(request_), Rates()).seconds == pytest.approx(measured, rel=0.03)


def test_help_takes_the_time_from_the_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert re.findall(r"defaults take at most about (\d+) minutes", shown) == [f"{PRESETS['quick'].minutes:.0f}"]
    for preset in PRESETS.values():
        assert f"{preset.words}; about" in shown
    assert "; about 8 minutes" in str(replace(PRESETS["quick"], minutes=8))
    assert "; about 1.7 hours" in str(replace(PRESETS["quick"], minutes=103))


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
