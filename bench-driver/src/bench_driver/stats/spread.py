"""What rounds spread over: the median and the ends, which charts and tables show beside a curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


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
