"""Plans: what is run, in which order, from which words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.errors import UsageError
from bench_driver.plan import Conditions, Plan, choose, parse_amounts, scenarios

ALL = scenarios(["a-server", "b-server"], ["a-provider", "b-provider"], ["One", "Two"], ["JSON", "BSON", "XML"])


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


def test_scenarios_are_every_combination() -> None:
    assert len(ALL) == len(set(ALL)) == 24


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.booleans())
def test_each_point_comes_once_a_round_and_the_seed_decides_the_order(seed: int, rounds: int, independent: bool) -> None:
    plan = Plan(ALL, (10, 20, 30), rounds, seed, Conditions(independent=independent))
    jobs = list(plan.jobs())
    assert jobs == list(plan.jobs())
    for number in range(1, rounds + 1):
        turns = [job for job in jobs if job.round == number]
        assert sorted(job.scenario for job in turns) == sorted(ALL)
        assert [job.order for job in turns] == list(range(1, 25))
    for job in jobs:
        assert sorted(amount for run in job.runs for amount in run) == [10, 20, 30]
        assert len(job.runs) == (3 if independent else 1)


def test_rounds_and_seeds_differ_in_order() -> None:
    def order(seed: int, number: int) -> list[str]:
        return [str(job.scenario) for job in Plan(ALL, (1,), 2, seed, Conditions()).jobs() if job.round == number]

    assert order(1, 1) != order(1, 2)
    assert order(1, 1) != order(2, 1)


def test_a_filter_takes_names_whole_or_by_their_first_word() -> None:
    known = ["rust-server", "java-server"]
    assert choose([], known, "--consumer") == ("rust-server", "java-server")
    assert choose(["java"], known, "--consumer") == ("java-server",)
    assert choose(["Rust-Server"], known, "--consumer") == ("rust-server",)
    assert choose(["json"], ["BSON", "JSON"], "--format") == ("JSON",)


def test_a_filter_that_fits_nothing_says_what_there_is() -> None:
    with pytest.raises(UsageError, match="--format YAML fits nothing") as refused:
        choose(["YAML"], ["JSON", "XML"], "--format")
    assert "JSON, XML" in refused.value.why
