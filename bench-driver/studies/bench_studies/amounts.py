"""What objects take as a whole by how many there are, and the test that a study of single trials makes of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log
from statistics import fmean, median

from scipy.stats import ttest_ind

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.grouped.ratios import ratio_between_rounds
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
    """Two formats of a crossing, the first over the second: Student's test over the amounts as trials, and our interval over rounds."""

    #: in the first format
    scenario: Scenario
    #: two-sided, of the trials' whole times and of their times an object; None of fewer than two amounts
    p_total: float | None
    p_each: float | None
    #: None where no round has both
    ratio: Interval | None


def whole_ns(facts: Facts, scenario: Scenario) -> Rounds:
    """What an object took, from the first request to the last answer; of several runs the median."""
    found: dict[int, dict[int, list[float]]] = {}
    for one in facts.steady:
        if one.scenario == scenario:
            found.setdefault(one.round, {}).setdefault(one.amount, []).append(1e9 / one.objects_per_second)
    return {number: {amount: median(values) for amount, values in each.items()} for number, each in found.items()}


def crossings(facts: Facts) -> list[Crossing]:
    """Every scenario of the sweep, in the plan's order."""
    return [_crossing(one, whole_ns(facts, one)) for one in facts.scenarios]


def _crossing(scenario: Scenario, rounds: Rounds) -> Crossing:
    each = _middles(rounds)
    return Crossing(scenario, each, per_object({amount: amount * ns for amount, ns in each.items()}))


def _middles(rounds: Rounds) -> dict[int, float]:
    """Of each amount the median over rounds."""
    amounts = sorted({amount for each in rounds.values() for amount in each})
    return {amount: median(each[amount] for each in rounds.values() if amount in each) for amount in amounts}


def trials(facts: Facts, formats: tuple[str, str], amounts: Sequence[int]) -> list[Trials]:
    """Both formats of every crossing of these amounts; all ratios hold together with 95 %."""
    first, second = formats
    pairs = [(one, [whole_ns(facts, one), whole_ns(facts, replace(one, format=second))]) for one in facts.scenarios if one.format == first]
    measured = [(one, two) for one, two in pairs if all(two)]
    return [_trials(one, two, amounts, len(measured)) for one, two in measured]


def _trials(scenario: Scenario, two: Sequence[Rounds], amounts: Sequence[int], many: int) -> Trials:
    sides = [_middles(rounds) for rounds in two]
    p_total, p_each = None, None
    if len(amounts) > 1 and all(amount in side for side, amount in product(sides, amounts)):
        p_total, p_each = (
            float(ttest_ind(*[[side[amount] * (amount if whole else 1) for amount in amounts] for side in sides]).pvalue) for whole in (True, False)
        )
    over, under = ({number: fmean(log(each[amount]) for amount in amounts) for number, each in rounds.items() if {*amounts} <= {*each}} for rounds in two)
    return Trials(scenario, p_total, p_each, ratio_between_rounds(over, under, many))
