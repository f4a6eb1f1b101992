"""An estimate with the ends of its interval. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """An estimate and the ends of its interval of `CONFIDENCE`, in the unit of what was put in.

    One round has an estimate but no interval: NaN.
    """

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

    @property
    def half_width(self) -> float:
        """Of a ratio, its half-width as a factor less 1, as `sweep --target 5%` has it: 0.05 where
        each end is a factor of 1.05 from the middle.
        """
        return sqrt(self.high / self.low) - 1

    def excludes(self, value: float) -> bool:
        """Whether the value lies outside."""
        return self.known and not self.low <= value <= self.high
