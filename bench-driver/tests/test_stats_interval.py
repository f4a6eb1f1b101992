"""Intervals: they hold the truth as often as they say, pair what belongs together, and widen where rounds are few."""

from __future__ import annotations

from math import exp, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from bench_driver.stats.interval import FEW, Interval, median_interval, paired_ratio, unpaired_ratio
from bench_driver.stats.resample import draw_rounds, resampled_figures
from bench_driver.stats.verdict import Band, band, in_words, not_for_publishing, verdict

figures = st.lists(st.floats(1e2, 1e6), min_size=2, max_size=12)


@pytest.mark.parametrize("rounds", [3, 5, 10, 15])
def test_an_interval_holds_the_median_about_as_often_as_it_says(rounds: int) -> None:
    generator = np.random.default_rng(7)
    sweeps = [median_interval([[exp(value)] for value in generator.normal(8, 0.05, rounds)]) for _ in range(400)]
    held = sum(not sweep.excludes(exp(8)) for sweep in sweeps) / len(sweeps)
    assert held >= (0.93 if rounds < FEW else 0.9)
    assert held <= 0.99


def test_the_bootstrap_is_scipys() -> None:
    values = np.random.default_rng(3).lognormal(8, 0.1, 25)
    ours = median_interval([[value] for value in values])
    theirs = scipy_stats.bootstrap((values,), np.median, method="percentile", n_resamples=50_000, random_state=1).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=0.005)


def test_a_round_of_several_runs_counts_once_and_its_runs_are_drawn_too() -> None:
    generator = np.random.default_rng(1)
    assert median_interval([[1.0, 2.0, 3.0], [5.0], [9.0, 9.0]]).estimate == 5.0
    drawn = draw_rounds(2, generator, 4000)
    figures = resampled_figures([[1.0, 2.0, 3.0], [10.0]], drawn, generator)
    assert set(np.unique(figures)) == {1.0, 2.0, 3.0, 10.0}
    # The median of three drawn from 1, 2, 3 is 2 in 13 of 27.
    assert np.mean(figures[drawn == 0] == 2.0) == pytest.approx(13 / 27, abs=0.03)


def test_pairing_takes_out_what_slows_a_whole_round() -> None:
    night = [1.0, 1.5, 0.8, 2.0, 1.2, 0.9]
    base = {number: [1000 * slow] for number, slow in enumerate(night)}
    other = {number: [1200 * slow * jitter] for (number, slow), jitter in zip(enumerate(night), (1.01, 0.99, 1, 1.005, 0.995, 1), strict=True)}
    paired = paired_ratio(other, base)
    loose = unpaired_ratio(list(other.values()), list(base.values()))
    assert paired is not None
    assert loose is not None
    assert 1.18 < paired.low < 1.2 < paired.high < 1.22
    assert loose.low < 1 < loose.high


def test_only_rounds_that_both_have_make_a_ratio() -> None:
    ratio = paired_ratio({1: [20.0], 3: [33.0]}, {1: [10.0], 2: [99.0], 3: [11.0]})
    assert ratio is not None
    assert (ratio.estimate, ratio.rounds) == (2.5, 2)
    assert paired_ratio({1: [1.0]}, {2: [1.0]}) is None
    assert unpaired_ratio([], [[1.0]]) is None


def test_one_round_has_no_interval() -> None:
    for single in (median_interval([[5.0]]), paired_ratio({1: [5.0]}, {1: [5.0]}), unpaired_ratio([[1.0]], [[1.0], [2.0]])):
        assert single is not None
        assert isnan(single.low)
        assert not single.known
        assert not single.excludes(1e9)
        assert verdict(single, Band(1.01, 1)) == "too few rounds"


def test_few_rounds_widen_the_interval_to_students() -> None:
    values = [1000.0, 1010.0, 1030.0]
    made = median_interval([[value] for value in values])
    logs = np.log(values)
    low, high = scipy_stats.t.interval(0.95, 2, logs.mean(), logs.std(ddof=1) / np.sqrt(3))
    assert (made.low, made.high) == pytest.approx((exp(low), exp(high)))
    many = median_interval([[value] for value in [1000.0, *[1010.0] * (FEW - 2), 9000.0]])
    assert (many.low, many.high) == (1010.0, 1010.0), "from FEW on one outlier does not move it"


def test_unpaired_with_few_rounds_is_welchs() -> None:
    first, second = [1000.0, 1010.0, 1030.0], [800.0, 900.0, 850.0, 820.0]
    made = unpaired_ratio([[value] for value in first], [[value] for value in second])
    theirs = scipy_stats.ttest_ind(np.log(first), np.log(second), equal_var=False).confidence_interval(0.95)
    assert made is not None
    assert (made.low, made.high) == pytest.approx((exp(theirs.low), exp(theirs.high)))


@given(figures, st.floats(0.1, 10))
def test_a_ratio_turns_with_the_pair(values: list[float], factor: float) -> None:
    base = {number: [value] for number, value in enumerate(values)}
    other = {number: [value * factor] for number, value in enumerate(values)}
    there, back = paired_ratio(other, base), paired_ratio(base, other)
    assert there is not None
    assert back is not None
    assert there.estimate == pytest.approx(factor)
    assert back.estimate == pytest.approx(1 / factor)
    assert there.low == pytest.approx(there.high)


@given(figures)
def test_ends_stand_around_the_estimate(values: list[float]) -> None:
    made = median_interval([[value] for value in values])
    assert made.low <= made.estimate * (1 + 1e-9)
    assert made.high >= made.estimate * (1 - 1e-9)
    assert made == median_interval([[value] for value in values]), "the same results give the same report"


def test_the_band_is_what_a_pair_differed_by_at_most_and_at_least_1_percent() -> None:
    assert band([]) is None
    assert band([Interval(1.0, float("nan"), float("nan"), 1)]) is None
    made = band([Interval(1.0, 0.99, 1.02, 5), Interval(0.97, 0.95, 1.01, 5)])
    assert made is not None
    assert (made.low, made.factor) == pytest.approx((0.97, 1 / 0.97))
    assert made.pairs == 2
    assert band([Interval(1.001, 0.9, 1.1, 3)]) == Band(1.01, 1)


def disturbed(generator: np.random.Generator, slower: float = 1.0) -> dict[int, list[float]]:
    """A scenario's six rounds where one run in ten is disturbed, and then slower by half in the mean."""
    slowed = generator.exponential(0.4, 6) * (generator.random(6) < 0.1)
    return {number: [1000 * slower * exp(value)] for number, value in enumerate(generator.normal(0, 0.02, 6) + slowed)}


@pytest.mark.parametrize(("slower", "least", "most"), [(1.0, 0.0, 0.05), (1.3, 0.6, 1.0), (2.0, 0.75, 1.0)])
def test_how_often_a_difference_is_claimed_where_there_is_none_and_where_there_is_one(slower: float, least: float, most: float) -> None:
    generator = np.random.default_rng(11)
    said = []
    for _ in range(60):
        pairs = [paired_ratio(disturbed(generator), disturbed(generator)) for _ in range(2)]
        aa = band(pair for pair in pairs if pair)
        said += [verdict(paired_ratio(disturbed(generator, slower), disturbed(generator)), aa) for _ in range(12)]
    claimed = sum(one != "unresolved" for one in said) / len(said)
    assert least <= claimed <= most


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1.06, 1.2, "slower"),
        (0.8, 0.94, "faster"),
        (1.04, 1.2, "unresolved"),
        (0.9, 0.96, "unresolved"),
        (0.9, 1.2, "unresolved"),
        (1.0, 1.2, "unresolved"),
    ],
)
def test_a_verdict_needs_an_interval_outside_1_and_the_band(low: float, high: float, said: str) -> None:
    assert verdict(Interval((low + high) / 2, low, high, 6), Band(1.05, 1)) == said


def test_a_verdict_says_what_it_lacks() -> None:
    assert verdict(None, Band(1.05, 1)) == "not measured"
    assert verdict(Interval(2.0, 1.9, 2.1, 6), None) == "no A/A pair"
    assert verdict(Interval(9.0, 8.9, 9.1, 5), Band(1.05, 1)) == "too few rounds"
    assert in_words("too few rounds", Interval(9.0, 8.9, 9.1, 5)) == "5 rounds; a claim needs 6"
    assert in_words("too few rounds", median_interval([[5.0]])) == "1 round; a claim needs 6"
    assert in_words("faster", Interval(0.5, 0.4, 0.6, 6)) == "faster"


def test_fewer_than_ten_rounds_are_not_for_publishing() -> None:
    assert not_for_publishing(10) == []
    assert not_for_publishing(9) == ["Not for publishing: these figures come from 9 rounds, and publishing takes 10."]


def test_a_row_that_is_open_says_how_wide_its_interval_is() -> None:
    assert in_words("unresolved", Interval(1.06, 0.9, 1.2, 10)) == "unresolved, 33 % wide"
    assert in_words("slower", Interval(1.4, 1.3, 1.5, 10)) == "slower"
