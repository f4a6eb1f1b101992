"""Whether two are the same within a margin, by the interval of their ratio. Pure."""

from __future__ import annotations

from bench_driver.stats.interval import Interval


def within(ratio: Interval, margin: float) -> str:
    """Whether the two are the same within a margin."""
    if not ratio.known:
        return "too few rounds"
    low, high = 1 / (1 + margin), 1 + margin
    if low <= ratio.low and ratio.high <= high:
        return f"the same within {100 * margin:g} %"
    return "unresolved" if ratio.low < high and ratio.high > low else f"different by {100 * margin:g} % or more"
