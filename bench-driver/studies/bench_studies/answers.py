"""What a sweep says of a study's claims. Pure, but for the facts that it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log
from statistics import median, stdev
from typing import Literal

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.grouped.facts import GroupedFacts
from bench_driver.analysis.grouped.ratios import between_rounds
from bench_driver.analysis.grouped.seen import Seen
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.scenario import Scenario
from bench_driver.stats.decision import MARGIN, Decided, Decision, decide
from bench_driver.stats.groups import estimate
from bench_driver.stats.pairs import Group, Measured

from .amounts import whole_ns
from .study import Asked, Bytes, Claim, Growth, Measure, Ratio, Side, Study, rows_of

Verdict = Literal["holds", "does not hold", "the same within the margin", "unresolved", "not measured", "not testable here"]
#: Of the rows of a claim the one that weighs most is the claim's: whatever speaks against it, then what leaves it open.
_WEIGHT: Sequence[Verdict] = ("does not hold", "the same within the margin", "unresolved", "not measured", "holds")
#: What a decision on a ratio is to a claim of it.
_SAID: Mapping[str, Mapping[Decided, Verdict]] = {
    "greater": {"slower": "holds", "faster": "does not hold", "same": "the same within the margin", "unresolved": "unresolved"},
    "less": {"faster": "holds", "slower": "does not hold", "same": "the same within the margin", "unresolved": "unresolved"},
    "equal": {"same": "holds", "slower": "does not hold", "faster": "does not hold", "unresolved": "unresolved"},
}


@dataclass(frozen=True)
class Row:
    """What is measured of a row of a claim, for one object type."""

    of: Asked
    object_type: str
    verdict: Verdict
    #: None of sizes, and where a side was not measured
    decision: Decision | None = None
    #: of sizes, exact
    exact: float | None = None

    @property
    def figure_outside(self) -> bool:
        """Whether the study's own figure lies outside the interval, whatever becomes of the claim."""
        figure = None if isinstance(self.of, Bytes) else self.of.figure
        return figure is not None and self.decision is not None and self.decision.ratio.excludes(figure)


@dataclass(frozen=True)
class Answer:
    """A claim, what is measured of each of its rows, and what becomes of it."""

    claim: Claim
    rows: Sequence[Row]

    @property
    def verdict(self) -> Verdict:
        """That of its weightiest row."""
        if self.claim.not_testable:
            return "not testable here"
        return min((row.verdict for row in self.rows), key=_WEIGHT.index)


@dataclass(frozen=True)
class Sweeps:
    """What the sweeps of a study measured: its claims' cells, and where there is such a sweep its ladder, what it is by amounts, and what a browser parses."""

    claims: GroupedFacts
    ladder: GroupedFacts | None = None
    amounts: Facts | None = None
    browser: GroupedFacts | None = None


def answers(study: Study, sweeps: Sweeps) -> list[Answer]:
    """Every claim with what its sweeps say of it; all intervals of the study's claims hold together."""
    many = sum(not isinstance(of, Bytes) for claim in study.claims for of, _ in rows_of(claim))
    one = partial(_row, study, sweeps, max(many, 1))
    return [Answer(claim, [one(of, object_type) for of, object_type in rows_of(claim)]) for claim in study.claims]


def _row(study: Study, sweeps: Sweeps, many: int, of: Asked, object_type: str) -> Row:
    if isinstance(of, Bytes):
        return _of_bytes(sweeps.claims, of, object_type)
    if isinstance(of, Growth):
        over, under = (_log_whole(sweeps.amounts, of, object_type, amount) for amount in (of.many, of.few))
    else:
        over, under = _of_sides(study, sweeps, of, object_type)
    logs = between_rounds(over, under)
    if not logs:
        return Row(of, object_type, "not measured")
    decision = decide(estimate(logs, many), stdev(logs) if len(logs) > 1 else None, rows=many)
    return Row(of, object_type, _SAID[of.claimed][decision.verdict], decision)


def _of_sides(study: Study, sweeps: Sweeps, of: Ratio, object_type: str) -> tuple[Mapping[int, float], Mapping[int, float]]:
    """The logarithm of what is measured of both sides in each round; nothing where there is no such sweep."""
    facts, condition = sweeps.claims, study.condition
    if of.part == "browser":
        if not (study.browser and sweeps.browser):
            return {}, {}
        facts, condition = sweeps.browser, study.browser.condition
    return (
        logs_of(facts, of.measure, of.over, of.over.cell(object_type, condition)),
        logs_of(facts, of.measure, of.under, of.under.cell(object_type, condition)),
    )


def _log_whole(by_amounts: Facts | None, of: Growth, object_type: str, amount: int) -> Mapping[int, float]:
    """The logarithm of what an object took in each round where there were so many; nothing where there is no such sweep."""
    found = whole_ns(by_amounts, Scenario(of.consumer, of.provider, object_type, of.format)) if by_amounts else {}
    return {number: log(each[amount]) for number, each in found.items() if amount in each}


def logs_of(facts: GroupedFacts, measure: Measure, side: Side, cell: Cell) -> Mapping[int, float]:
    """The logarithm of what is measured of a side in each round."""
    if measure == "window":
        return _log_times(facts, side, cell)
    found: dict[int, list[float]] = {}
    for one in facts.seen:
        made = one.slice
        if (made.cell, made.contender) == (cell, side.contender) and side.provider in ("", made.provider) and (value := _MEASURED[measure](one)):
            found.setdefault(made.round, []).append(value)
    return {number: log(median(values)) for number, values in found.items()}


def _cpu_ms(one: Seen, *names: str) -> float:
    """CPU time of the process that parses; 0 where the server says none."""
    return sum(float(one.slice.cpu.get(name) or 0) for name in names)


def _of_cpu(one: Seen, name: str) -> float | None:
    """A part of that process's CPU time; None where it took none."""
    every = _cpu_ms(one, "user_ms", "system_ms")
    return _cpu_ms(one, name) / every if every else None


#: A figure of a slice; 0 or None where its server does not say it.
_MEASURED: Mapping[Measure, Callable[[Seen], float | None]] = {
    "whole": lambda one: one.run.wall_ns / one.run.amount,
    "CPU time": lambda one: _cpu_ms(one, "user_ms", "system_ms") / one.run.amount,
    "user share": lambda one: _cpu_ms(one, "user_ms") / one.run.wall_ns,
    "system share": lambda one: _cpu_ms(one, "system_ms") / one.run.wall_ns,
    "kernel share": lambda one: _of_cpu(one, "system_ms"),
    "memory": lambda one: one.run.peak_rss_bytes,
}


def _log_times(facts: GroupedFacts, side: Side, cell: Cell) -> Mapping[int, float]:
    """The logarithm of a side's time in each round; of a provider, where it names one, by the groups of its bodies alone."""
    measured = facts.alike.get(cell, Measured({}))
    if side.provider:
        came = {number: [group for group in groups if _from(group, side.contender, side.provider)] for number, groups in measured.came.items()}
        measured = replace(measured, came={number: groups for number, groups in came.items() if groups})
    return measured.log_times(side.contender)


def _from(group: Group, who: Contender, provider: str) -> bool:
    return who in group and group[who].provider == provider


def _of_bytes(facts: GroupedFacts, of: Bytes, object_type: str) -> Row:
    found = [_body_bytes(facts, object_type, name) for name in (of.over, of.under)]
    if None in found:
        return Row(of, object_type, "not measured")
    over, under = (float(value or 0) for value in found)
    ratio = over / under
    verdict: Decided = "slower" if ratio >= 1 + MARGIN else "faster" if ratio <= 1 / (1 + MARGIN) else "same"
    return Row(of, object_type, _SAID[of.claimed][verdict], exact=ratio)


def _body_bytes(facts: GroupedFacts, object_type: str, format_name: str) -> float | None:
    """The mean size of an object's bodies in a format, bytes; every slice has the same ones."""
    sizes = (one.run.body_bytes for one in facts.seen if (one.slice.cell.object_type, one.slice.cell.format) == (object_type, format_name))
    return next(sizes, None)
