"""The tests that many readers expect, for two samples that are taken as independent, and the correction of a table of them.

They judge chance alone; the verdict of `band.py` also asks whether the same night called equal things different.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, erfc, nan, sqrt
from statistics import fmean, variance

from .students_t import two_sided

#: Up to this many pairs the distribution of U without ties is counted out; above, or with ties, it is taken as normal.
_EXACT_PAIRS = 400


def welch(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p of equal means, variances not taken as equal: Welch, Biometrika 34 (1947). NaN for fewer than two values a side or none that vary."""
    if min(len(first), len(second)) < 2:
        return nan
    parts = [variance(first) / len(first), variance(second) / len(second)]
    if sum(parts) == 0:
        return nan
    degrees = sum(parts) ** 2 / (parts[0] ** 2 / (len(first) - 1) + parts[1] ** 2 / (len(second) - 1))
    return two_sided((fmean(first) - fmean(second)) / sqrt(sum(parts)), degrees)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p of U: Mann, Whitney, Annals of Mathematical Statistics 18 (1947). NaN where a side is empty.

    Ties as in E. Lehmann, "Nonparametrics" (1975), 1.4, with a correction for continuity.
    """
    m, n = len(first), len(second)
    if not m or not n:
        return nan
    u = sum((a > b) + 0.5 * (a == b) for a in first for b in second)
    larger = max(u, m * n - u)
    together = [*first, *second]
    ties = [together.count(value) for value in set(together)]
    if max(ties) == 1 and m * n <= _EXACT_PAIRS:
        tail = sum(_arrangements(m, n, int(score)) for score in range(int(larger), m * n + 1))
        return min(1.0, 2 * tail / comb(m + n, m))
    spread = m * n / 12 * (m + n + 1 - sum(tie**3 - tie for tie in ties) / ((m + n) * (m + n - 1)))
    return min(1.0, erfc((larger - m * n / 2 - 0.5) / sqrt(2 * spread))) if spread > 0 else 1.0


@cache
def _arrangements(m: int, n: int, u: int) -> int:
    """In how many orders of m and n values U is exactly u: the recurrence of Mann and Whitney."""
    if u < 0 or u > m * n:
        return 0
    return 1 if m == 0 or n == 0 else _arrangements(m - 1, n, u - n) + _arrangements(m, n - 1, u)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p of a table corrected for its length, in the order given: Holm, Scandinavian Journal of Statistics 6 (1979). NaN stays NaN and does not count."""
    known = sorted((p, place) for place, p in enumerate(p_values) if p == p)
    corrected, floor = [nan] * len(p_values), 0.0
    for rank, (p, place) in enumerate(known):
        floor = max(floor, min(1.0, (len(known) - rank) * p))
        corrected[place] = floor
    return corrected


def superiority(first: Sequence[float], second: Sequence[float]) -> float:
    """A: the chance that a value of the first is the greater, ties counted half, so that 0.5 says nothing; Cliff's delta is 2 A - 1. NaN where a side is empty.

    A. Vargha, H. Delaney, J. of Educational and Behavioral Statistics 25 (2000), doi 10.3102/10769986025002101.
    """
    pairs = len(first) * len(second)
    return sum((a > b) + 0.5 * (a == b) for a in first for b in second) / pairs if pairs else nan
