"""The tests that many readers expect, for two samples that are taken as independent, and the correction of a table of them.

They judge chance alone; the verdict of `verdict.py` also asks whether the same night called equal things different. SciPy is imported where it is used, since
that takes a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from statistics import fmean, stdev

#: Up to this many pairs the distribution of U without ties is counted out; above, or with ties, it is taken as normal.
_EXACT_PAIRS = 400


def welch(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p of equal means, variances not taken as equal: Welch, Biometrika 34 (1947). NaN for fewer than two values a side or none that vary."""
    if min(len(first), len(second)) < 2 or len({*first}) == len({*second}) == 1:
        return nan
    from scipy.stats import ttest_ind_from_stats

    sides = [part for values in (first, second) for part in (fmean(values), stdev(values), len(values))]
    return float(ttest_ind_from_stats(*sides, equal_var=False).pvalue)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p of U: Mann, Whitney, Annals of Mathematical Statistics 18 (1947). NaN where a side is empty."""
    if not first or not second:
        return nan
    different = len({*first, *second})
    if different == 1:
        return 1.0
    from scipy.stats import mannwhitneyu

    exact = different == len(first) + len(second) and len(first) * len(second) <= _EXACT_PAIRS
    return float(mannwhitneyu(first, second, method="exact" if exact else "asymptotic").pvalue)


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
