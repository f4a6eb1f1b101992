"""Tests, corrections, effect size, slope and merged histograms, held against SciPy and published numbers."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
from hdrh.histogram import HdrHistogram
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from bench_driver.stats import students_t
from bench_driver.stats.histograms import merged
from bench_driver.stats.significance import holm, mann_whitney, superiority, welch
from bench_driver.stats.slope import per_object

samples = st.lists(st.integers(1, 400).map(lambda number: number / 8), min_size=2, max_size=14)


@pytest.mark.parametrize("degrees", [1, 1.5, 2, 4, 9.7, 30, 400])
def test_students_t_is_scipys(degrees: float) -> None:
    for t in (0.0, 0.01, 0.7, 2.3, 12.7, 300.0):
        assert students_t.two_sided(t, degrees) == pytest.approx(2 * scipy_stats.t.sf(t, degrees), rel=1e-10)
    for confidence in (0.5, 0.95, 0.999):
        assert students_t.quantile(confidence, degrees) == pytest.approx(scipy_stats.t.ppf((1 + confidence) / 2, degrees), rel=1e-10)


def test_students_t_is_the_printed_table() -> None:
    assert [round(students_t.quantile(0.95, degrees), 3) for degrees in (1, 2, 4, 9, 29)] == [12.706, 4.303, 2.776, 2.262, 2.045]


@pytest.mark.filterwarnings("ignore:Precision loss")  # SciPy's, of samples that do not vary
@given(samples, samples)
def test_welch_is_scipys(first: list[float], second: list[float]) -> None:
    if len({*first}) > 1 or len({*second}) > 1:
        assert welch(first, second) == pytest.approx(scipy_stats.ttest_ind(first, second, equal_var=False).pvalue, rel=1e-9, abs=1e-13)
    else:
        assert isnan(welch(first, second))


def test_welch_needs_two_values_a_side() -> None:
    assert isnan(welch([1.0], [1.0, 2.0]))


@given(samples, samples)
def test_mann_whitney_is_scipys(first: list[float], second: list[float]) -> None:
    ties = len({*first, *second}) < len(first) + len(second)
    theirs = scipy_stats.mannwhitneyu(first, second, method="asymptotic" if ties else "exact").pvalue
    assert mann_whitney(first, second) == pytest.approx(1.0 if np.isnan(theirs) else theirs, rel=1e-9)


def test_mann_whitney_of_three_and_three_cannot_fall_below_a_tenth() -> None:
    assert mann_whitney([1, 2, 3], [7, 8, 9]) == pytest.approx(0.1)
    assert isnan(mann_whitney([], [1.0]))


def test_mann_whitney_of_many_is_taken_as_normal() -> None:
    generator = np.random.default_rng(1)
    first, second = generator.normal(0, 1, 40).tolist(), generator.normal(0.6, 1, 40).tolist()
    assert mann_whitney(first, second) == pytest.approx(scipy_stats.mannwhitneyu(first, second, method="asymptotic").pvalue, rel=1e-9)


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


@given(st.dictionaries(st.integers(1, 10_000), st.floats(1, 1e9), min_size=2, max_size=15))
def test_the_slope_is_scipys(totals: dict[int, float]) -> None:
    amounts = sorted(totals)
    theirs = scipy_stats.theilslopes([totals[amount] for amount in amounts], amounts).slope
    assert per_object(totals) == pytest.approx(theirs, rel=1e-9, abs=1e-9)


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
