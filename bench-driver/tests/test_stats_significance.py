"""Tests, corrections, effect size, slope and merged histograms, held against published numbers."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hdrh.histogram import HdrHistogram
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from bench_driver.stats import interval
from bench_driver.stats.histograms import merged
from bench_driver.stats.significance import holm, mann_whitney, superiority, welch
from bench_driver.stats.slope import per_object

samples = st.lists(st.integers(1, 400).map(lambda number: number / 8), min_size=2, max_size=14)


def test_students_t_is_the_printed_table() -> None:
    assert [round(interval.students_t(degrees), 3) for degrees in (1, 2, 4, 9, 29)] == [12.706, 4.303, 2.776, 2.262, 2.045]


# Student's sleep data: t.test(extra ~ group) of R gives t = -1.8608 at 17.776 degrees, p = 0.07939; wilcox.test with its correction W = 25.5, p = 0.06933.
SLEEP = ([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])


def test_the_worked_example_of_r() -> None:
    assert welch(*SLEEP) == pytest.approx(0.07939, abs=5e-6)
    assert mann_whitney(*SLEEP) == pytest.approx(0.06933, abs=5e-6)
    assert superiority(*SLEEP) == pytest.approx(25.5 / 100)


@given(samples, samples)
def test_samples_of_which_none_varies_have_no_welch_and_equal_ones_no_ranks(first: list[float], second: list[float]) -> None:
    assert isnan(welch(first, second)) == (len({*first}) == len({*second}) == 1)
    assert 0 < mann_whitney(first, second) <= 1
    assert mann_whitney(first, first[:1] * 3) <= 1.0 == mann_whitney(first[:1] * 3, first[:1] * 2)


def test_welch_needs_two_values_a_side() -> None:
    assert isnan(welch([1.0], [1.0, 2.0]))


def test_mann_whitney_of_three_and_three_cannot_fall_below_a_tenth() -> None:
    assert mann_whitney([1, 2, 3], [7, 8, 9]) == pytest.approx(0.1)
    assert isnan(mann_whitney([], [1.0]))


def test_mann_whitney_counts_out_few_and_takes_many_as_normal() -> None:
    first, second = list(range(20)), [value + 7.5 for value in range(20)]
    assert mann_whitney(first, second) != pytest.approx(mann_whitney([*first, 19.2], second), rel=0.01)
    for one, method in ((first, "exact"), ([*first, 19.2], "asymptotic")):
        assert mann_whitney(one, second) == scipy_stats.mannwhitneyu(one, second, method=method).pvalue


def test_holm_is_the_worked_example() -> None:
    # p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") of R.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, float("nan"), 0.6])[0] == 1.0
    assert isnan(holm([0.9, float("nan"), 0.6])[1])
    assert holm([]) == []


@given(samples, samples)
def test_superiority_is_mann_whitneys_u_over_the_pairs(first: list[float], second: list[float]) -> None:
    u = scipy_stats.mannwhitneyu(first, second).statistic
    assert superiority(first, second) == pytest.approx(u / (len(first) * len(second)))
    assert superiority(first, second) + superiority(second, first) == pytest.approx(1)


def test_the_slope_is_the_median_of_the_slopes_of_all_pairs() -> None:
    assert per_object({0: 0.0, 1: 1.0, 3: 9.0}) == pytest.approx(3.0)  # of 1, 3 and 4


def test_a_fixed_cost_and_one_wild_point_do_not_touch_the_slope() -> None:
    totals = {amount: 5e6 + 2500.0 * amount for amount in range(500, 100_001, 500)}
    assert per_object(totals) == pytest.approx(2500)
    assert per_object({**totals, 40_000: 9e9}) == pytest.approx(2500, rel=0.01)
    assert per_object({500: 1.0}) is None


def histogram(values: list[int], highest: int = 3_600_000_000_000) -> str:
    made = HdrHistogram(1, highest, 3)
    for value in values:
        made.record_value(value)
    return str(made.encode().decode())


def test_merged_histograms_say_what_all_values_together_say() -> None:
    generator = np.random.default_rng(5)
    parts = [generator.lognormal(8, 0.3, size).astype(int).tolist() for size in (5000, 700, 12_000)]
    whole = merged([histogram(part, highest) for part, highest in zip(parts, (10**7, 3_600_000_000_000, 10**9), strict=True)])
    values = sorted(value for part in parts for value in part)
    assert whole is not None
    assert whole.count == 17_700
    for percent, value in whole.at:
        assert value == pytest.approx(values[int(percent * len(values) / 100 + 0.5) - 1], rel=0.001)
    assert whole.maximum == pytest.approx(values[-1], rel=0.001)
    assert merged([]) is None
