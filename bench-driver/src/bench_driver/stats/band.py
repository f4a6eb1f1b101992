"""What the same thing, measured twice in one sweep, differs by; and the verdict on a ratio, which has to exceed that.

A. Abedi, T. Brecht, "Conducting Repeatable Experiments in Highly Variable Cloud Computing Environments" (ICPE 2017, doi 10.1145/3030207.3030229):
two identical systems were reported as 38 % apart, at 95 % confidence. The A/A pair says what this machine, this night, calls different though it is the same.
It is judged by its estimate, which is found as a comparison's is; not by the ends of its interval, because a comparison has an interval of its own, and the
noise between rounds would count twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log
from typing import Literal

from .interval import Interval

Verdict = Literal["faster", "slower", "not distinguishable here", "no A/A pair", "one round only", "not measured"]


@dataclass(frozen=True)
class Band:
    """Ratios from 1 / `factor` to `factor` mean nothing: a pair of equals differed by as much."""

    factor: float
    pairs: int

    @property
    def low(self) -> float:
        """Its lower end."""
        return 1 / self.factor


#: No band is taken for narrower: two or three pairs may agree by chance.
NARROWEST = 1.01


def band(pairs: Iterable[Interval]) -> Band | None:
    """The band of the A/A ratios of a sweep: the greatest of them, either way; None where no pair has an interval."""
    known = [pair for pair in pairs if pair.known]
    if not known:
        return None
    return Band(max(NARROWEST, *(exp(abs(log(pair.estimate))) for pair in known)), len(known))


def verdict(ratio: Interval | None, aa: Band | None) -> Verdict:
    """What the ratio other / baseline of two times says of the other: different only where the interval excludes 1 and lies outside the band, whole."""
    if ratio is None:
        return "not measured"
    if not ratio.known:
        return "one round only"
    if aa is None:
        return "no A/A pair"
    if ratio.low > 1 and ratio.low > aa.factor:
        return "slower"
    return "faster" if ratio.high < 1 and ratio.high < aa.low else "not distinguishable here"
