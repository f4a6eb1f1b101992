"""An estimate over rounds, with the interval of Student's t on the logarithms."""

from __future__ import annotations

from math import exp, isnan

import numpy as np
import pytest
from scipy import stats as scipy_stats

from bench_driver.stats.log_ratios import estimate, geometric_mean, half_width, rounds_needed


@pytest.mark.parametrize("rounds", [3, 6, 15])
def test_an_interval_holds_the_truth_as_often_as_it_says(rounds: int) -> None:
    generator = np.random.default_rng(7)
    sweeps = [geometric_mean(list(np.exp(generator.normal(8, 0.05, rounds)))) for _ in range(2000)]
    held = sum(not sweep.excludes(exp(8)) for sweep in sweeps) / len(sweeps)
    assert 0.935 <= held <= 0.965


def test_the_ends_are_students() -> None:
    values = [1000.0, 1010.0, 1030.0]
    mean, logs = geometric_mean(values), np.log(values)
    low, high = scipy_stats.t.interval(0.95, 2, logs.mean(), logs.std(ddof=1) / np.sqrt(3))
    assert (mean.low, mean.high) == pytest.approx((exp(low), exp(high)))
    assert mean.estimate == pytest.approx(scipy_stats.gmean(values))


def test_one_round_has_no_interval() -> None:
    single = geometric_mean([5.0])
    assert single.estimate == pytest.approx(5.0)
    assert isnan(single.low)
    assert not single.known
    assert not single.excludes(1e9)


def test_of_a_ratio_the_inverse_is_that_of_the_pair_turned_around() -> None:
    ratio, inverse = geometric_mean([2.0, 2.5]), geometric_mean([1 / 2.0, 1 / 2.5]).inverse
    assert (ratio.estimate, ratio.low, ratio.high) == pytest.approx(
        (inverse.estimate, inverse.low, inverse.high)
    )


@pytest.mark.parametrize("deviation", [0.01, 0.3])
def test_a_half_width_is_the_one_that_a_target_asks_for(deviation: float) -> None:
    rounds = [deviation * sign for sign in (1, -1) * 5]
    spread = float(np.std(rounds, ddof=1))
    ratio = estimate(rounds)
    assert 1 + ratio.half_width == pytest.approx(exp(half_width(spread, 10)))
    assert ratio.inverse.half_width == pytest.approx(ratio.half_width)
    assert rounds_needed(spread, 10, ratio.half_width + 1e-9) == 10
