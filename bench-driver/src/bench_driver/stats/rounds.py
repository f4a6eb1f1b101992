"""The few statistics of a summary: pure functions of numbers.

The unit of repetition is a round. A ratio is taken within each round, between runs of the same processes' time, and only then summed up: what slows a whole
round (a busy neighbour, a hot machine) then falls out of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

Verdict = Literal["faster", "slower", "not distinguishable", "one round only"]


@dataclass(frozen=True)
class Spread:
    """A median over rounds with the least and the greatest of them, in the unit of what was put in."""

    median: float
    low: float
    high: float
    rounds: int


def spread(values: Sequence[float]) -> Spread | None:
    """The spread of some values; None where there are none."""
    return Spread(median(values), min(values), max(values), len(values)) if values else None


def paired_ratio(numerator: Mapping[int, float], denominator: Mapping[int, float]) -> Spread | None:
    """The ratio of two figures by round, over the rounds that have both; None where no round does."""
    return spread([numerator[number] / denominator[number] for number in sorted(numerator.keys() & denominator.keys()) if denominator[number] > 0])


def verdict(ratio: Spread) -> Verdict:
    """What the ratio other/baseline of two times says of the baseline.

    "not distinguishable" where the rounds' range includes 1. One round has no range, so nothing is claimed from it.
    """
    if ratio.rounds < 2:
        return "one round only"
    if ratio.low > 1:
        return "faster"
    return "slower" if ratio.high < 1 else "not distinguishable"
