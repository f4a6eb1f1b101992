"""The cost of one more object: the slope of summed time over amount, which a fixed cost at the
start does not touch.

H. Theil (1950); P. K. Sen, J. of the American Statistical Association 63 (1968), doi
10.1080/01621459.1968.10480934: the median of the slopes of all pairs.
"""

from __future__ import annotations

from collections.abc import Mapping

#: Points a side; of more, evenly spaced ones stand for the rest, since pairs grow with the square.
_MOST = 60


def per_object(totals: Mapping[int, float]) -> float | None:
    """The slope of totals by amount, in their unit an object; None of fewer than two amounts."""
    amounts = sorted(totals)
    if len(amounts) < 2:
        return None
    if len(amounts) > _MOST:
        amounts = [
            amounts[round(place * (len(amounts) - 1) / (_MOST - 1))] for place in range(_MOST)
        ]
    from scipy.stats import theilslopes  # where it is used, since the import takes a second

    return float(theilslopes([totals[amount] for amount in amounts], amounts).slope)
