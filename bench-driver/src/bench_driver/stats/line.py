"""The line through times over bytes, and where the times leave it. Pure.

Each time counts by its relative error, as each is measured to this many per cent whatever its size:
least squares with the weights 1 / time^2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from .interval import Interval
from .log_ratios import half_width

#: Mean bytes and the time of one object, ns.
Point = tuple[float, float]


@dataclass(frozen=True)
class Fit:
    """What an object costs whatever its bytes, ns, and what each byte adds, ns; intervals over
    rounds.
    """

    fixed_ns: Interval
    slope_ns: Interval
    #: of each point from the third, by its bytes: its time over the one where the line through the
    #: two points before it would be
    beyond: Mapping[float, Interval]

    def bend(self, margin: float) -> float | None:
        """The bytes of the first point that lies off the line before it by more than the margin,
        with its whole interval; None where there is none.
        """
        return next(
            (
                at
                for at, ratio in self.beyond.items()
                if ratio.known and (ratio.low > 1 + margin or ratio.high < 1 / (1 + margin))
            ),
            None,
        )


def line(rounds: Sequence[Sequence[Point]]) -> Fit | None:
    """The line over rounds, each of the same points in order of their bytes; None of fewer than two
    points or no round.
    """
    if not rounds or len(rounds[0]) < 2:
        return None
    fits = [_fit(points) for points in rounds]
    at = [bytes_ for bytes_, _ in rounds[0]]
    beyond = {
        at[place]: mean_interval([_beyond(points[place - 2 : place + 1]) for points in rounds])
        for place in range(2, len(at))
    }
    return Fit(
        mean_interval([fixed for fixed, _ in fits]),
        mean_interval([slope for _, slope in fits]),
        beyond,
    )


def mean_interval(figures: Sequence[float]) -> Interval:
    """The mean of figures of either sign, with the interval of Student's t; without ends of one."""
    if len(figures) < 2:
        return Interval(figures[0], float("nan"), float("nan"), 1)
    centre, half = (
        fmean(figures),
        half_width(stdev(figures), len(figures)),
    )
    return Interval(centre, centre - half, centre + half, len(figures))


def _fit(points: Sequence[Point]) -> Point:
    sizes, times = np.array(points).T
    slope, fixed = np.polyfit(sizes, times, 1, w=1 / times)
    return float(fixed), float(slope)


def _beyond(points: Sequence[Point]) -> float:
    (first, before), (second, at), (third, found) = points
    return found / (at + (at - before) / (second - first) * (third - second))
