"""Student's t, slopes and merged histograms, held against published numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hdrh.histogram import HdrHistogram

from bench_driver.stats.histograms import merged
from bench_driver.stats.slope import per_object


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
    parts[1].append(5_000_000_000)  # beyond what the others have room for
    whole = merged(
        [
            histogram(part, highest)
            for part, highest in zip(parts, (10**7, 3_600_000_000_000, 10**9), strict=True)
        ]
    )
    values = sorted(value for part in parts for value in part)
    assert whole is not None
    assert whole.count == 17_701
    for percent, value in whole.at:
        assert value == pytest.approx(values[int(percent * len(values) / 100 + 0.5) - 1], rel=0.001)
    assert whole.maximum == pytest.approx(values[-1], rel=0.001)
    assert merged([]) is None
