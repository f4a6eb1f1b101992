"""The numbers of a logarithmic axis: as many as have room, and always one beyond the last mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, log, log10

#: Pixels between two numbers, so that they do not touch.
_ROOM = 30
#: For axes of a narrow range the step from one number to the next, the finest first.
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)
#: For others the numbers of a decade.
_DECADES = ((1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0), (1.0, 2.0, 5.0), (1.0,))


def ticks(low: float, high: float, pixels: int) -> list[float]:
    """The numbers from `low` to `high`, both above 0, of an axis that is so long."""
    for numbers in _candidates(low, high, pixels):
        gaps = [log(after / before) for before, after in pairwise(numbers)]
        if gaps and min(gaps) / log(high / low) * pixels >= _ROOM:
            return list(numbers)
    return [low, high]


def beyond(value: float) -> float:
    """The least number of an axis that is not below a value above 1, so that its mark has one
    beside it.
    """
    if value <= 1.5:
        return ceil(round(20 * value, 6)) / 20
    return next(number for number in _of_decades(_DECADES[0], value, 10 * value) if number >= value)


def _candidates(low: float, high: float, pixels: int) -> Iterator[Sequence[float]]:
    for step in _STEPS:
        if (high - low) / step < pixels / _ROOM:
            yield [
                round(place * step, 2)
                for place in range(ceil(round(low / step, 6)), floor(round(high / step, 6)) + 1)
            ]
    for decade in _DECADES:
        yield _of_decades(decade, low, high)


def _of_decades(decade: Sequence[float], low: float, high: float) -> list[float]:
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    every = (float(f"{number * 10.0**power:.6g}") for power in powers for number in decade)
    return [number for number in every if low * (1 - 1e-9) <= number <= high * (1 + 1e-9)]
