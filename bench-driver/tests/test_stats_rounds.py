"""Spreads, with numbers."""

from __future__ import annotations

from bench_driver.stats.spread import Spread, spread


def test_a_spread_is_the_median_and_the_ends() -> None:
    assert spread([3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0, 3)
    assert spread([4.0, 1.0]) == Spread(2.5, 1.0, 4.0, 2)
    assert spread([]) is None
