"""The ratio of two contenders from groups of slices: a figure a round, an estimate over rounds, and
how the rounds needed follow from it. Pure.

A group is one slice of each contender, back to back, so that what lasts longer than a group falls
out of its ratio. A round's figure is the median of its groups' log ratios: a burst in a few groups
does not move it. The processes are started afresh for each round, and what a start changes (layout,
what a JIT compiler inlined) changes all of its groups alike. So the rounds are the sample, never
the groups (T. Kalibera, R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013, doi
10.1145/2464157.2464160).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, expm1, log, sqrt
from statistics import fmean, median, stdev, variance

import numpy as np
from scipy.special import stdtrit

from .interval import CONFIDENCE, Interval

#: Resamples of a round's groups, by which is found how much of the variance between rounds the
#: groups make.
_RESAMPLES = 200
_SEED = 20_261_122


@dataclass(frozen=True)
class Spreads:
    """Standard deviations of log ratios: of a group within its round, of a round's figure by its
    groups alone, and of what a start of the processes adds.
    """

    between_groups: float
    of_a_figure: float
    between_starts: float


def figure(log_ratios: Sequence[float]) -> float:
    """A round's figure: the median of its groups' log ratios; at least one."""
    return median(log_ratios)


def estimate(figures: Sequence[float], rows: int = 1) -> Interval:
    """The ratio over rounds, of a log ratio each: the geometric mean, and Student's t interval with
    rounds - 1 degrees.

    All of `rows` intervals are simultaneous at `CONFIDENCE` (Bonferroni). One round has an estimate
    and no interval.
    """
    centre, count = fmean(figures), len(figures)
    if count < 2:
        return Interval(exp(centre), float("nan"), float("nan"), count)
    half = half_width(stdev(figures), count, rows)
    return Interval(exp(centre), exp(centre - half), exp(centre + half), count)


def geometric_mean(figures: Sequence[float]) -> Interval:
    """The geometric mean of a positive figure a round, with Student's t on the logarithms."""
    return estimate([log(value) for value in figures])


def difference(before: Sequence[float], after: Sequence[float], rows: int = 1) -> Interval:
    """The ratio after / before of two samples of rounds that have nothing to do with each other, of
    logarithms each: Welch's interval.

    All of `rows` intervals are simultaneous at `CONFIDENCE`. B. L. Welch, Biometrika 34 (1947), doi
    10.1093/biomet/34.1-2.28. No interval where a side has one.
    """
    centre, count = fmean(after) - fmean(before), min(len(before), len(after))
    if count < 2:
        return Interval(exp(centre), float("nan"), float("nan"), 1)
    parts = [variance(side) / len(side) for side in (before, after)]
    degrees = sum(parts) ** 2 / max(
        sum(part**2 / (len(side) - 1) for part, side in zip(parts, (before, after), strict=True)),
        1e-300,
    )
    half = _t(max(degrees, 1.0), rows) * sqrt(sum(parts))
    return Interval(exp(centre), exp(centre - half), exp(centre + half), count)


def half_width(deviation: float, rounds: int, rows: int = 1) -> float:
    """Half of the interval of a mean log ratio whose rounds have that standard deviation; two
    rounds or more.
    """
    return _t(rounds - 1, rows) * deviation / sqrt(rounds)


def _t(degrees: float, rows: int) -> float:
    return float(stdtrit(degrees, 1 - (1 - CONFIDENCE) / (2 * rows)))


def rounds_needed(deviation: float, pilot: int, target: float, rows: int = 1) -> int:
    """How many rounds a half-width of `target`, 0.05 for 5 %, takes, the pilot's among them.

    The second stage of C. Stein, "A Two-Sample Test for a Linear Hypothesis Whose Power is
    Independent of the Variance" (Annals of Mathematical Statistics 16, 1945, doi
    10.1214/aoms/1177731088): its variance is the pilot's, and nothing is looked at again until all
    of them are made.
    """
    return max(pilot, ceil((_t(pilot - 1, rows) * deviation / log(1 + target)) ** 2))


def spreads(rounds: Sequence[Sequence[float]]) -> Spreads | None:
    """Where the variance of the rounds comes from, by the log ratios of each one's groups; None
    where two rounds of two groups are not there.

    What groups add to a figure is found by drawing each round's groups anew; what is left of the
    variance between rounds is the starts'.
    """
    known = [values for values in rounds if len(values) > 1]
    if len(known) < 2:
        return None
    generator = np.random.default_rng(_SEED)
    drawn = [
        np.median(generator.choice(np.array(values), (_RESAMPLES, len(values))), axis=1)
        for values in known
    ]
    of_a_figure = fmean(float(np.var(values)) for values in drawn)
    between_groups = fmean(variance(values) for values in known)
    between_rounds = variance(figure(values) for values in known)
    return Spreads(
        sqrt(between_groups), sqrt(of_a_figure), sqrt(max(0.0, between_rounds - of_a_figure))
    )


def in_per_cent(log_ratio: float) -> float:
    """A log ratio as per cent by which something is more."""
    return 100 * expm1(log_ratio)
