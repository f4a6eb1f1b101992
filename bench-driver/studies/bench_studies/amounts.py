"""What objects take as a whole by how many there are, and the test that a study of single trials makes of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import log
from statistics import fmean, median

from scipy.stats import ttest_ind

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.grouped.ratios import between_rounds
from bench_driver.stats.groups import estimate
from bench_driver.stats.interval import Interval


@dataclass(frozen=True)
class Crossing:
    """Who parsed what of whom, by amounts; times are ns."""

    consumer: str
    provider: str
    object_type: str
    format: str
    #: what an object took as a whole, by amount, the median over rounds
    each_ns: Mapping[int, float]
    #: what an object adds to the whole, by the line through the amounts (Theil and Sen); None of fewer than two
    added_ns: float | None


@dataclass(frozen=True)
class Trials:
    """Two formats of a crossing, the first over the second: Student's test over the amounts as trials, and our interval over rounds."""

    consumer: str
    provider: str
    object_type: str
    formats: tuple[str, str]
    #: two-sided, of the trials' whole times and of their times an object; None of fewer than two amounts
    p_total: float | None
    p_each: float | None
    ratio: Interval


def whole_ns(facts: Facts, consumer: str, provider: str, object_type: str, format_name: str) -> dict[int, dict[int, float]]:
    """By round and amount what an object took, from the first request to the last answer, ns; of several runs the median."""
    found: dict[int, dict[int, list[float]]] = {}
    for one in facts.steady:
        it = one.scenario
        if (it.consumer, it.provider, it.object_type, it.format) == (consumer, provider, object_type, format_name):
            found.setdefault(one.round, {}).setdefault(one.amount, []).append(1e9 / one.objects_per_second)
    return {number: {amount: median(values) for amount, values in each.items()} for number, each in found.items()}


def crossings(facts: Facts) -> list[Crossing]:
    """Every scenario of the sweep, in the plan's order."""
    return [_crossing(facts, *of) for of in _of(facts)]


def _of(facts: Facts) -> list[tuple[str, str, str, str]]:
    return list(dict.fromkeys((one.consumer, one.provider, one.object_type, one.format) for one in facts.scenarios))


def _crossing(facts: Facts, consumer: str, provider: str, object_type: str, format_name: str) -> Crossing:
    each = _middles(whole_ns(facts, consumer, provider, object_type, format_name))
    slopes = [(b * each[b] - a * each[a]) / (b - a) for a in each for b in each if b > a]
    return Crossing(consumer, provider, object_type, format_name, each, median(slopes) if slopes else None)


def _middles(rounds: Mapping[int, Mapping[int, float]]) -> dict[int, float]:
    """Of each amount the median over rounds."""
    amounts = sorted({amount for each in rounds.values() for amount in each})
    return {amount: median(each[amount] for each in rounds.values() if amount in each) for amount in amounts}


def trials(facts: Facts, formats: tuple[str, str], amounts: Sequence[int]) -> list[Trials]:
    """Both formats of every crossing of these amounts; all ratios hold together with 95 %."""
    known = list(dict.fromkeys((one.consumer, one.provider, one.object_type) for one in facts.scenarios))
    pairs = [(of, [whole_ns(facts, *of, name) for name in formats]) for of in known]
    return [_trials(of, formats, amounts, two, len(pairs)) for of, two in pairs if all(two)]


def _trials(
    of: tuple[str, str, str],
    formats: tuple[str, str],
    amounts: Sequence[int],
    two: Sequence[Mapping[int, Mapping[int, float]]],
    many: int,
) -> Trials:
    sides = [_middles(rounds) for rounds in two]
    p_total, p_each = None, None
    if len(amounts) > 1 and all(amount in side for side, amount in product(sides, amounts)):
        p_total, p_each = (
            float(ttest_ind(*[[side[amount] * (amount if whole else 1) for amount in amounts] for side in sides]).pvalue) for whole in (True, False)
        )
    logs = [{number: fmean(log(each[amount]) for amount in amounts) for number, each in rounds.items() if {*amounts} <= {*each}} for rounds in two]
    together = between_rounds(*logs)
    ratio = estimate(together, many) if together else Interval(float("nan"), float("nan"), float("nan"), 0)
    return Trials(*of, formats, p_total, p_each, ratio)
