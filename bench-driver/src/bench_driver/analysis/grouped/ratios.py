"""Ratios of two contenders of a cell, out of groups of slices. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from statistics import median, stdev

from ...model.cell import Cell, Contender, Slice
from ...stats.decision import Decision, decide
from ...stats.groups import Spreads, estimate, figure, spreads

#: A group: the slice of each of its contenders.
Group = Mapping[Contender, Slice]
#: A cell's groups by round, in the order in which they were made.
Rounds = Mapping[int, Sequence[Group]]


@dataclass(frozen=True)
class Row:
    """Two contenders on one cell. `groups` are the log ratios other / baseline by round; the times are ns, the medians over rounds."""

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

    @cached_property
    def figures(self) -> dict[int, float]:
        """Each round's log ratio."""
        return {number: figure(values) for number, values in self.groups.items()}

    @cached_property
    def spreads(self) -> Spreads | None:
        """Where the variance between rounds comes from; None of too few."""
        return spreads(list(self.groups.values()))


def by_cell(slices: Iterable[Slice]) -> dict[Cell, dict[int, list[dict[Contender, Slice]]]]:
    """The groups of each cell by round. Slices come as the store has them: a group's together, and whole groups alone."""
    found: dict[Cell, dict[int, list[dict[Contender, Slice]]]] = {}
    last = None
    for one in slices:
        rounds = found.setdefault(one.cell, {}).setdefault(one.round, [])
        if (key := (one.cell, one.round, one.group)) != last:
            rounds.append({})
            last = key
        rounds[-1][one.contender] = one
    return found


def row(cell: Cell, baseline: Contender, other: Contender, rounds: Rounds, *, rows: int, provider: str = "") -> Row:
    """The ratio of two contenders; its interval holds together with those of so many rows. With a `provider`, by its groups alone."""
    both = {number: [group for group in groups if baseline in group and other in group] for number, groups in rounds.items()}
    kept = {number: [group for group in groups if provider in ("", group[baseline].provider)] for number, groups in both.items()}
    ratios = {number: [log(group[other].figure_ns / group[baseline].figure_ns) for group in groups] for number, groups in kept.items() if groups}
    times = [over_rounds(by_round(kept, who)) for who in (baseline, other)]
    return Row(cell, baseline, other, ratios, times[0], times[1], decided([figure(values) for values in ratios.values()], rows), provider)


def decided(figures: Sequence[float], rows: int) -> Decision | None:
    """What rounds of these log ratios say; None of no round."""
    return decide(estimate(figures, rows), stdev(figures) if len(figures) > 1 else None, rows=rows) if figures else None


def by_round(rounds: Rounds, contender: Contender) -> dict[int, float]:
    """A contender's figure in each round, ns: the median of its slices'."""
    times = {number: [group[contender].figure_ns for group in groups if contender in group] for number, groups in rounds.items()}
    return {number: median(values) for number, values in times.items() if values}


def over_rounds(figures: Mapping[int, float]) -> float | None:
    """The median over rounds; None of no round."""
    return median(figures.values()) if figures else None


def row_of_figures(cell: Cell, baseline: Contender, other: Contender, baseline_ns: Mapping[int, float], other_ns: Mapping[int, float], *, rows: int) -> Row:
    """The ratio of two figures, ns, of which there is one a round, over the rounds that have both."""
    logs = {number: [log(other_ns[number] / baseline_ns[number])] for number in sorted(baseline_ns.keys() & other_ns.keys())}
    return Row(cell, baseline, other, logs, over_rounds(baseline_ns), over_rounds(other_ns), decided([value for (value,) in logs.values()], rows))
