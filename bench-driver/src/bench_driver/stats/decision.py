"""What may be said of a ratio: three verdicts, by a margin that is fixed beforehand. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import expm1, log
from typing import Literal

from .interval import Interval
from .log_ratios import rounds_needed
from .verdict import CLAIM_ROUNDS

Decided = Literal["faster", "slower", "same", "unresolved"]
#: A difference of less is no difference: 3 %.
MARGIN = 0.03


#: Who needs more rounds than these is told that this machine cannot tell: a day of measuring is no
#: advice.
MOST_ROUNDS = 60


@dataclass(frozen=True)
class Decision:
    """What is said of the other contender, by the ratio other / baseline of two times, and, where
    it is unresolved, how many rounds it would take; or None.
    """

    verdict: Decided
    ratio: Interval
    rounds_wanted: int | None = None


def decide(
    ratio: Interval,
    deviation: float | None,
    margin: float = MARGIN,
    rows: int = 1,
    fewest: int = CLAIM_ROUNDS,
) -> Decision:
    """The verdict on a ratio with a t interval; `deviation` is that of the rounds' log ratios, None
    where there is one round.

    Faster or slower where the whole interval lies at or beyond the margin, the same where it lies
    within. Fewer than `fewest` rounds say nothing.
    """
    if ratio.rounds >= fewest:
        if ratio.high <= 1 / (1 + margin):
            return Decision("faster", ratio)
        if ratio.low >= 1 + margin:
            return Decision("slower", ratio)
        if 1 / (1 + margin) < ratio.low and ratio.high < 1 + margin:
            return Decision("same", ratio)
    return Decision("unresolved", ratio, _wanted(ratio, deviation, margin, rows))


def rounds_for_gate(
    ratio: Interval, deviation: float | None, margin: float = MARGIN, rows: int = 1
) -> int | None:
    """The rounds after which a gate could tell whether the ratio lies beyond the margin's upper
    edge, if the estimate is right; None where no number would do, or nobody knows.
    """
    distance = abs(log(ratio.estimate) - log(1 + margin))
    return _rounds(ratio, deviation, distance, margin, rows)


def _wanted(ratio: Interval, deviation: float | None, margin: float, rows: int) -> int | None:
    """The rounds after which the interval would clear the margin's edge that it stands across, if
    the estimate is right; None where no number would do.
    """
    distance = abs(abs(log(ratio.estimate)) - log(1 + margin))
    return _rounds(ratio, deviation, distance, margin, rows)


def _rounds(
    ratio: Interval, deviation: float | None, distance: float, margin: float, rows: int
) -> int | None:
    if deviation is None or distance <= 0.1 * log(1 + margin):
        return None
    return max(CLAIM_ROUNDS, rounds_needed(deviation, max(2, ratio.rounds), expm1(distance), rows))
