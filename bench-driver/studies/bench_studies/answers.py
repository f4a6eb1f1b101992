"""What a sweep says of a study's claims. Pure, but for the facts that it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import log
from statistics import median

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.ratios import between_rounds
from bench_driver.analysis.slice_facts import Seen
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.scenario import Scenario
from bench_driver.stats.decision import MARGIN, Decided
from bench_driver.stats.pairs import Group, Measured

from .amounts import curve_of, whole_ns
from .study import Bytes, Growth, Measure, Ratio, Side, SweepStudy
from .verdicts import SAID, Answer, Row, judged


@dataclass(frozen=True)
class Sweeps:
    """What the sweeps of a study measured: its claims' cells, and where there is such a sweep its
    ladder, what it is by amounts, and what a browser parses.
    """

    claims: Facts
    ladder: Facts | None = None
    amounts: Facts | None = None
    browser: Facts | None = None


def answers(study: SweepStudy, sweeps: Sweeps) -> list[Answer]:
    """Every claim with what its sweeps say of it; all intervals of the study's claims are
    simultaneous.
    """
    many = sum(not isinstance(of, Bytes) for claim in study.claims for of, _ in claim.rows)
    one = partial(_row, study, sweeps, max(many, 1))
    return [
        Answer(claim, [one(of, object_type) for of, object_type in claim.rows])
        for claim in study.claims
    ]


def _row(
    study: SweepStudy, sweeps: Sweeps, many: int, of: Ratio | Bytes | Growth, object_type: str
) -> Row:
    if isinstance(of, Bytes):
        return _of_bytes(sweeps.claims, of, object_type)
    if isinstance(of, Growth):
        over, under = (
            _log_whole(sweeps.amounts, of, object_type, amount) for amount in (of.many, of.few)
        )
    else:
        over, under = _of_sides(study, sweeps, of, object_type)
    return judged(of, object_type, between_rounds(over, under), many)


def _of_sides(
    study: SweepStudy, sweeps: Sweeps, of: Ratio, object_type: str
) -> tuple[Mapping[int, float], Mapping[int, float]]:
    """The logarithm of what is measured of both sides in each round; nothing where there is no such
    sweep.
    """
    facts, condition = sweeps.claims, study.condition
    if of.part == "browser":
        if not (study.browser and sweeps.browser):
            return {}, {}
        facts, condition = sweeps.browser, study.browser.condition
    return (
        logs_of(facts, of.measure, of.over, of.over.cell(object_type, condition)),
        logs_of(facts, of.measure, of.under, of.under.cell(object_type, condition)),
    )


def _log_whole(
    by_amounts: Facts | None, of: Growth, object_type: str, amount: int
) -> Mapping[int, float]:
    """The logarithm of what an object took in each round where there were this many; nothing where
    there is no such sweep.
    """
    scenario = Scenario(of.consumer, of.provider, object_type, of.format)
    curve = curve_of(by_amounts.curves if by_amounts else (), scenario)
    rounds = whole_ns(curve) if curve else {}
    return {number: log(each[amount]) for number, each in rounds.items() if amount in each}


def logs_of(facts: Facts, measure: Measure, side: Side, cell: Cell) -> Mapping[int, float]:
    """The logarithm of what is measured of a side in each round."""
    if measure == "window":
        return _log_times(facts, side, cell)
    found: dict[int, list[float]] = {}
    for one in facts.seen:
        made = one.slice
        if (
            (made.cell, made.contender) == (cell, side.contender)
            and side.provider in ("", made.provider)
            and (value := _MEASURED[measure](one))
        ):
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


def _log_times(facts: Facts, side: Side, cell: Cell) -> Mapping[int, float]:
    """The logarithm of a side's time in each round; of a provider, where it names one, by the
    groups of its bodies alone.
    """
    measured = facts.alike.get(cell, Measured({}))
    if side.provider:
        came = {
            number: [group for group in groups if _from(group, side.contender, side.provider)]
            for number, groups in measured.came.items()
        }
        measured = replace(
            measured, came={number: groups for number, groups in came.items() if groups}
        )
    return measured.log_times(side.contender)


def _from(group: Group, who: Contender, provider: str) -> bool:
    return who in group and group[who].provider == provider


def _of_bytes(facts: Facts, of: Bytes, object_type: str) -> Row:
    found = [_body_bytes(facts, object_type, name) for name in (of.over, of.under)]
    if None in found:
        return Row(of, object_type, "not measured")
    over, under = (float(value or 0) for value in found)
    ratio = over / under
    verdict: Decided = (
        "slower" if ratio >= 1 + MARGIN else "faster" if ratio <= 1 / (1 + MARGIN) else "same"
    )
    return Row(of, object_type, SAID[of.claimed][verdict], exact=ratio)


def _body_bytes(facts: Facts, object_type: str, format_name: str) -> float | None:
    """The mean size of an object's bodies in a format, bytes; every slice has the same ones."""
    sizes = (
        one.run.body_bytes
        for one in facts.seen
        if (one.slice.cell.object_type, one.slice.cell.format) == (object_type, format_name)
    )
    return next(sizes, None)
