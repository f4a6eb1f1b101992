"""Medians over rounds and ratios of two scenarios, each with an interval.

An estimate is the median over rounds of a round's figure. Its interval is the bootstrap's over rounds, by percentiles (B. Efron, Annals of Statistics 7,
1979, doi 10.1214/aos/1176344552). A sweep makes one run of a scenario and arm a round, so nothing is drawn within a round. With few rounds that is too
narrow: of three it cannot leave the least and the greatest, and holds the median in 1 - 2 / 2^3 = 75 % of sweeps. Below `FEW` rounds the interval therefore
also covers that of Student's t on the logarithms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from statistics import fmean, stdev

import numpy as np

from .resample import SEED, Array, Rounds, draw_rounds, drawn_rounds, resampled_figures, round_figures

CONFIDENCE = 0.95
#: Below this many rounds the bootstrap alone holds the median in 74 to 94 % of made-up sweeps; from it on in 92 % or more.
FEW = 10

ByRound = Mapping[int, Sequence[float]]


@dataclass(frozen=True)
class Interval:
    """An estimate and the ends of its interval of `CONFIDENCE`, in the unit of what was put in. One round has an estimate but no interval: NaN."""

    estimate: float
    low: float
    high: float
    rounds: int

    @property
    def known(self) -> bool:
        """Whether there are ends at all."""
        return self.rounds > 1

    @property
    def inverse(self) -> Interval:
        """Of a ratio, that of the pair turned around."""
        return Interval(1 / self.estimate, 1 / self.high, 1 / self.low, self.rounds)

    def excludes(self, value: float) -> bool:
        """Whether the value lies outside."""
        return self.known and not self.low <= value <= self.high


def median_interval(rounds: Rounds) -> Interval:
    """The median over rounds of positive figures; each round has one run, or counts by the median of its runs. At least one round."""
    figures = round_figures(rounds)
    if len(rounds) < 2:
        return _without_ends(figures)
    drawn = resampled_figures(rounds, drawn_rounds(len(rounds)), np.random.default_rng(SEED))
    return _interval(float(np.median(figures)), np.median(drawn, axis=1), figures)


def paired_ratio(numerator: ByRound, denominator: ByRound) -> Interval | None:
    """One over the other, round by round over the rounds that have both; None where no round has. What slows a whole round falls out of it."""
    both = sorted(numerator.keys() & denominator.keys())
    if not both:
        return None
    above, below = [numerator[number] for number in both], [denominator[number] for number in both]
    ratios = round_figures(above) / round_figures(below)
    if len(both) < 2:
        return _without_ends(ratios)
    generator, drawn = np.random.default_rng(SEED), drawn_rounds(len(both))
    resampled = np.median(resampled_figures(above, drawn, generator) / resampled_figures(below, drawn, generator), axis=1)
    return _interval(float(np.median(ratios)), resampled, ratios)


def unpaired_ratio(numerator: Rounds, denominator: Rounds) -> Interval | None:
    """The ratio of two medians whose rounds have nothing to do with each other, as those of two sweeps; None where one has no round."""
    if not numerator or not denominator:
        return None
    above, below = round_figures(numerator), round_figures(denominator)
    estimate = float(np.median(above) / np.median(below))
    if min(len(above), len(below)) < 2:
        return Interval(estimate, float("nan"), float("nan"), 1)
    generator = np.random.default_rng(SEED)
    sides = [np.median(resampled_figures(side, draw_rounds(len(side), generator), generator), axis=1) for side in (numerator, denominator)]
    low, high = np.quantile(sides[0] / sides[1], ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    rounds = min(len(above), len(below))
    if rounds < FEW:
        centre, half = _welch([log(value) for value in above], [log(value) for value in below])
        low, high = min(low, exp(centre - half)), max(high, exp(centre + half))
    return Interval(estimate, float(low), float(high), rounds)


def _interval(estimate: float, resampled: Array, figures: Array) -> Interval:
    low, high = np.quantile(resampled, ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    if len(figures) < FEW:
        logs = [log(value) for value in figures]
        half = students_t(len(logs) - 1) * stdev(logs) / sqrt(len(logs))
        low, high = min(low, exp(fmean(logs) - half)), max(high, exp(fmean(logs) + half))
    return Interval(estimate, float(low), float(high), len(figures))


def _welch(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The difference of two means, and half of its interval after Welch (Biometrika 34, 1947)."""
    parts = [stdev(values) ** 2 / len(values) for values in (first, second)]
    degrees = sum(parts) ** 2 / max(sum(part**2 / (len(values) - 1) for part, values in zip(parts, (first, second), strict=True)), 1e-300)
    return fmean(first) - fmean(second), students_t(max(degrees, 1.0)) * sqrt(sum(parts))


@cache
def students_t(degrees: float) -> float:
    """The t that a two-sided interval of `CONFIDENCE` reaches. From `scipy.special`, which loads at once where `scipy.stats` takes a second."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))


def _without_ends(figures: Array) -> Interval:
    return Interval(float(figures[0]), float("nan"), float("nan"), 1)
