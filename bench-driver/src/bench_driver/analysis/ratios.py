"""Ratios of two contenders of a cell, out of groups of slices. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from statistics import median, stdev

from ..model.cell import Cell, Contender
from ..stats.decision import Decision, decide
from ..stats.interval import Interval
from ..stats.log_ratios import Spreads, estimate, spreads
from ..stats.pairs import Basis, Measured


@dataclass(frozen=True)
class Row:
    """Two contenders on one cell.

    `groups` are the log ratios other / baseline by round, with whatever neighbours they had; the
    times are ns, over rounds.
    """

    cell: Cell
    baseline: Contender
    other: Contender
    groups: Mapping[int, Sequence[float]]
    baseline_ns: float | None
    other_ns: float | None
    #: None where no round has a whole group
    decision: Decision | None
    #: whose bodies, where it is not all providers'
    provider: str = ""
    #: what its figures are of
    basis: Basis = "uncorrected"
    #: each round's log ratio, by which it is decided
    figures: Mapping[int, float] = field(default_factory=dict)
    #: whether each is its runtime's best, so that its engine differs from cell to cell
    of_best: bool = False

    @property
    def sides(self) -> tuple[Contender, Contender]:
        """By which names the two are compared, the baseline first."""
        one, other = self.baseline, self.other
        if self.of_best:
            return Contender(one.consumer), Contender(other.consumer)
        return one, other

    @property
    def usual(self) -> bool:
        """Whether both are consumers as they usually run, each by its default engine."""
        return not any(who.engine or who.setup for who in (self.baseline, self.other))

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the rounds' log ratios, by which the interval goes; None of one
        round.
        """
        return stdev(self.figures.values()) if len(self.figures) > 1 else None

    @cached_property
    def spreads(self) -> Spreads | None:
        """Where the variance between rounds comes from; None of too few."""
        return spreads(list(self.groups.values()))


def usual(rows: Sequence[Row]) -> Sequence[Row]:
    """Those of consumers as they usually run, each by its default engine; of a cell that has none
    such, all.
    """
    known = {one.cell for one in rows if one.usual}
    return [one for one in rows if one.usual or one.cell not in known]


def row(
    cell: Cell,
    baseline: Contender,
    other: Contender,
    measured: Measured,
    *,
    rows: int,
    provider: str = "",
) -> Row:
    """The ratio of two contenders; its interval is one of `rows` simultaneous ones. With a
    `provider`, by its groups alone.
    """
    ratios, basis = (
        measured.log_ratios(baseline, other, provider),
        measured.basis(baseline, other, provider=provider),
    )
    times = [
        over_rounds(measured.times(who, beside, provider))
        for who, beside in ((baseline, other), (other, baseline))
    ]
    figures = measured.figures(baseline, other, provider)
    decision = decided(list(figures.values()), rows)
    if decision and basis == "not alike":
        decision = Decision("unresolved", decision.ratio)
    return Row(
        cell, baseline, other, ratios, times[0], times[1], decision, provider, basis, figures
    )


def part_of(whole: Row, part: Row) -> Row:
    """The row of a part of another's groups: undecided where the whole is, since fewer groups know
    no more.
    """
    named = replace(part, of_best=whole.of_best)
    if not (whole.decision and part.decision) or whole.decision.verdict != "unresolved":
        return named
    decision = Decision("unresolved", part.decision.ratio, whole.decision.rounds_wanted)
    return replace(named, decision=decision, basis=whole.basis)


def decided(figures: Sequence[float], rows: int) -> Decision | None:
    """What rounds of these log ratios say; None of no round."""
    return (
        decide(estimate(figures, rows), stdev(figures) if len(figures) > 1 else None, rows=rows)
        if figures
        else None
    )


def between_rounds(over: Mapping[int, float], under: Mapping[int, float]) -> list[float]:
    """The log ratio of two contenders in each round that has a log time of both. They may lie in
    different groups: it is one of processes started together.
    """
    return [over[number] - under[number] for number in sorted(over.keys() & under.keys())]


def ratio_between_rounds(
    over: Mapping[int, float], under: Mapping[int, float], rows: int
) -> Interval | None:
    """The ratio over those rounds, one of `rows` simultaneous intervals. None of no round that has
    both.
    """
    logs = between_rounds(over, under)
    return estimate(logs, rows) if logs else None


def over_rounds(figures: Mapping[int, float]) -> float | None:
    """The median over rounds; None of no round."""
    return median(figures.values()) if figures else None


def row_of_figures(
    cell: Cell,
    baseline: Contender,
    other: Contender,
    baseline_ns: Mapping[int, float],
    other_ns: Mapping[int, float],
    *,
    rows: int,
) -> Row:
    """The ratio of two figures, ns, of which there is one a round, over the rounds
    that have both.
    """
    logs = {
        number: log(other_ns[number] / baseline_ns[number])
        for number in sorted(baseline_ns.keys() & other_ns.keys())
    }
    groups = {number: [value] for number, value in logs.items()}
    decision = decided(list(logs.values()), rows)
    return Row(
        cell,
        baseline,
        other,
        groups,
        over_rounds(baseline_ns),
        over_rounds(other_ns),
        decision,
        figures=logs,
    )
