"""Plans: what is run, in which order, from which words."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.amounts import choose, parse_amounts
from bench_driver.errors import UsageError
from bench_driver.plan import Conditions, Plan, Scenario, interleaved, request
from bench_driver.presets import PRESETS

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
    plan = Plan(ALL, (10, 20, 30), rounds, seed, Conditions(independent=independent), ALL[:pairs], ALL[3:9], (1, 5))
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


@given(st.integers(0, 99))
def test_consumers_take_turns_as_long_as_each_has_one_left(seed: int) -> None:
    items = [(scenario, None) for scenario in ALL]
    found = interleaved([*items, (ALL[0], "B")], random.Random(seed))
    assert sorted(str(item) for item in found) == sorted(str(item) for item in [*items, (ALL[0], "B")])
    names = [scenario.consumer for scenario, _ in found[:24]]
    assert all(first != second for first, second in zip(names[::2], names[1::2], strict=True))


def test_a_cold_run_asks_for_no_warm_up_and_a_steady_one_for_its_checkpoints() -> None:
    turns = {turn.series: turn for turn in Plan(ALL[:1], (10, 20), 1, 1, Conditions(), (), ALL[:1], (1, 5)).turns()}
    asked = {series: request(turn, Conditions(), server_type="a", engine="x") for series, turn in turns.items()}
    assert asked["cold"]["checkpoints"] == [1, 5]
    assert "warmup" not in asked["cold"]
    assert (asked["steady"]["checkpoints"], asked["steady"]["warmup"], asked["steady"]["source"]) == ([10, 20], 5000, "http")
    assert (asked["warmup"]["source"], asked["warmup"]["amount"]) == ("replay", 100_000)


def test_the_studys_grid_is_a_run_with_200_points() -> None:
    paper = PRESETS["paper"].request
    assert (paper.amounts[0], paper.amounts[-1], len(paper.amounts), paper.rounds) == (500, 100_000, 200, 3)
    assert PRESETS["full"].request.rounds >= 5


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
