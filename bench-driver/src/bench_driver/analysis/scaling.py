"""How a contender's rate grows from one thread to all of them, out of the groups in which it has a
slice of each. Pure.
"""

from __future__ import annotations

from dataclasses import replace
from math import log

from ..model.cell import ONE_THREAD, Contender, Slice
from ..stats.interval import Interval
from ..stats.log_ratios import estimate, figure
from ..stats.pairs import Rounds


def scaling(rounds: Rounds, contender: Contender, rows: int) -> Interval | None:
    """Its rate on all threads over its rate on one times the threads, 1 being perfect; None where
    no group has both.

    A round's is the median of its groups', and the estimate is one of `rows` simultaneous
    intervals.
    """
    one = replace(contender, role=ONE_THREAD)
    logs = [
        [
            _of(group[one], group[contender])
            for group in groups
            if one in group and contender in group
        ]
        for groups in rounds.values()
    ]
    figures = [figure(values) for values in logs if values]
    return estimate(figures, rows) if figures else None


def _of(one: Slice, every: Slice) -> float:
    """The logarithm of the scaling of two slices of a group."""
    return log(one.figure_ns / every.figure_ns * one.threads / every.threads)


def threads(rounds: Rounds) -> int:
    """On how many threads the slices of a cell parsed that used all of them."""
    return max(
        one.threads for groups in rounds.values() for group in groups for one in group.values()
    )
