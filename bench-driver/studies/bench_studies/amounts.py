"""What objects take as a whole by how many there are, and the test that a study of single trials
makes of that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log
from statistics import fmean, median

from scipy.stats import ttest_ind

from bench_driver.analysis.curves import Curve
from bench_driver.analysis.ratios import ratio_between_rounds
from bench_driver.model.scenario import Scenario
from bench_driver.stats.interval import Interval
from bench_driver.stats.slope import per_object

#: By round and amount what an object took as a whole, ns.
Rounds = Mapping[int, Mapping[int, float]]


@dataclass(frozen=True)
class Crossing:
    """Who parsed what of whom, by amounts; times are ns."""

    scenario: Scenario
    #: what an object took as a whole, by amount, the median over rounds
    each_ns: Mapping[int, float]
    #: what an object adds to the whole; None of fewer than two amounts
    added_ns: float | None


@dataclass(frozen=True)
class Trials:
    """Two formats of a crossing, the first over the second: Student's test over the amounts as
    trials, and our interval over rounds.
    """

    #: in the first format
    scenario: Scenario
    #: two-sided, of the trials' whole times and of their times an object; None of fewer than two
    #: amounts
    p_total: float | None
    p_each: float | None
    #: None where no round has both
    ratio: Interval | None


def whole_ns(curve: Curve) -> Rounds:
    """What an object took, from the first request to the last answer.

    A millisecond is the least that the clock of a run tells.
    """
    return {
        number: {amount: 1e6 * max(wall_ms, 1) / amount for amount, wall_ms in totals.items()}
        for number, totals in curve.wall_ms.items()
    }


def curve_of(curves: Sequence[Curve], scenario: Scenario) -> Curve | None:
    """The curve of a scenario; None where it was not measured."""
    return next((curve for curve in curves if curve.scenario == scenario), None)


def crossing(curve: Curve) -> Crossing:
    """What objects took as a whole by how many there were."""
    each = _middles(whole_ns(curve))
    totals = {amount: amount * ns for amount, ns in each.items()}
    return Crossing(curve.scenario, each, per_object(totals))


def _middles(rounds: Rounds) -> dict[int, float]:
    """Of each amount the median over rounds."""
    amounts = sorted({amount for each in rounds.values() for amount in each})
    return {
        amount: median(each[amount] for each in rounds.values() if amount in each)
        for amount in amounts
    }


def trials(
    curves: Sequence[Curve], formats: tuple[str, str], amounts: Sequence[int]
) -> list[Trials]:
    """Both formats of every crossing of these amounts; all ratios are simultaneous at 95 %."""
    first, second = formats
    pairs = []
    for one in (curve for curve in curves if curve.scenario.format == first):
        if other := curve_of(curves, replace(one.scenario, format=second)):
            pairs.append((one.scenario, [whole_ns(one), whole_ns(other)]))
    return [_trials(scenario, two, amounts, len(pairs)) for scenario, two in pairs]


def _trials(scenario: Scenario, two: Sequence[Rounds], amounts: Sequence[int], many: int) -> Trials:
    sides = [_middles(rounds) for rounds in two]
    p_total, p_each = None, None
    if len(amounts) > 1 and all(amount in side for side, amount in product(sides, amounts)):
        p_total, p_each = (
            float(
                ttest_ind(
                    *[
                        [side[amount] * (amount if whole else 1) for amount in amounts]
                        for side in sides
                    ]
                ).pvalue
            )
            for whole in (True, False)
        )
    over, under = (
        {
            number: fmean(log(each[amount]) for amount in amounts)
            for number, each in rounds.items()
            if {*amounts} <= {*each}
        }
        for rounds in two
    )
    return Trials(scenario, p_total, p_each, ratio_between_rounds(over, under, many))
