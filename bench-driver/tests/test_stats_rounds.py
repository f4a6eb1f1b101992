"""Statistics, with numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.stats.rounds import Spread, Verdict, paired_ratio, spread, verdict


def test_a_spread_is_the_median_and_the_ends() -> None:
    assert spread([3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0, 3)
    assert spread([4.0, 1.0]) == Spread(2.5, 1.0, 4.0, 2)
    assert spread([]) is None


def test_ratios_are_paired_by_round() -> None:
    # Round 2 was slow for both: unpaired, the ranges would overlap; paired, each round says 2.
    assert paired_ratio({1: 20.0, 2: 60.0, 3: 22.0}, {1: 10.0, 2: 30.0, 3: 11.0}) == Spread(2.0, 2.0, 2.0, 3)


def test_a_round_that_one_of_both_lacks_does_not_count() -> None:
    assert paired_ratio({1: 20.0, 3: 33.0}, {1: 10.0, 2: 30.0, 3: 11.0}) == Spread(2.5, 2.0, 3.0, 2)
    assert paired_ratio({1: 20.0}, {2: 10.0}) is None
    assert paired_ratio({1: 20.0}, {1: 0.0}) is None


@pytest.mark.parametrize(
    ("low", "high", "rounds", "expected"),
    [
        (1.1, 2.0, 3, "faster"),
        (0.5, 0.9, 3, "slower"),
        (0.9, 1.1, 3, "not distinguishable"),
        (1.0, 1.5, 3, "not distinguishable"),
        (0.5, 1.0, 2, "not distinguishable"),
        (5.0, 5.0, 1, "one round only"),
    ],
)
def test_a_verdict_needs_a_range_that_excludes_1(low: float, high: float, rounds: int, expected: Verdict) -> None:
    assert verdict(Spread((low + high) / 2, low, high, rounds)) == expected


positive = st.dictionaries(st.integers(1, 9), st.floats(1e-3, 1e9), min_size=1)


@given(positive)
def test_a_thing_is_not_distinguishable_from_itself(times: dict[int, float]) -> None:
    same = paired_ratio(times, times)
    assert same == Spread(1.0, 1.0, 1.0, len(times))


@given(positive, st.floats(1.01, 100))
def test_the_verdict_turns_with_the_pair(times: dict[int, float], factor: float) -> None:
    slower = {number: value * factor for number, value in times.items()}
    ahead, behind = paired_ratio(slower, times), paired_ratio(times, slower)
    assert ahead is not None
    assert behind is not None
    assert {verdict(ahead), verdict(behind)} == ({"faster", "slower"} if len(times) > 1 else {"one round only"})
