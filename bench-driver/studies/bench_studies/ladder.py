"""What a ladder's steps come to: each over the same thing, and over the step before it.

Pure, but for the facts that it is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from statistics import median

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.ratios import ratio_between_rounds
from bench_driver.stats.interval import Interval

from .answers import logs_of
from .study import Ladder, Side, Step


@dataclass(frozen=True)
class Rung:
    """A step, measured on one object type.

    Ratios are over the ladder's foot and over the step before; None where there is none, or nothing
    was measured.
    """

    step: Step
    object_type: str
    #: the median over rounds, in the unit of the measure: ns of a time
    figure: float | None
    over: Interval | None
    before: Interval | None
    #: the median over rounds of the part of the receiver's CPU time that its kernel took
    kernel: float | None


def rungs(ladder: Ladder, condition: str, facts: Facts) -> list[Rung]:
    """Every step on every object type; all intervals are simultaneous at 95 %."""
    many = 2 * len(ladder.steps) * len(ladder.object_types)
    return [
        rung for name in ladder.object_types for rung in _of(ladder, condition, facts, name, many)
    ]


def _of(ladder: Ladder, condition: str, facts: Facts, object_type: str, many: int) -> list[Rung]:
    def logs(side: Side) -> Mapping[int, float]:
        return logs_of(facts, ladder.measure, side, side.cell(object_type, condition))

    foot, made = logs(ladder.under), list[Rung]()
    last: Mapping[int, float] = {}
    for step in ladder.steps:
        mine = logs(step.over)
        before = ratio_between_rounds(mine, last, many) if not step.beside else None
        kernel = _middle(
            logs_of(facts, "kernel share", step.over, step.over.cell(object_type, condition))
        )
        made.append(
            Rung(
                step,
                object_type,
                _middle(mine),
                ratio_between_rounds(mine, foot, many),
                before,
                kernel,
            )
        )
        last = last if step.beside else mine
    return made


def _middle(logs: Mapping[int, float]) -> float | None:
    return exp(median(logs.values())) if logs else None


def largest(found: Sequence[Rung], object_type: str) -> Rung | None:
    """The step that makes most of it, over the one before it, of an object type; None where nothing
    was measured.
    """
    steps = [rung for rung in found if rung.object_type == object_type and rung.before]
    return max(steps, key=lambda rung: rung.before.estimate if rung.before else 0.0, default=None)
