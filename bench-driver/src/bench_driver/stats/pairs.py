"""The log ratio of two contenders in each round of a cell, out of groups of slices. Pure.

Where a cell's slices have scans, its contenders' times are first brought to a quiet core (`neighbour`); where one hardly met one, each contender's to all the
neighbours that it met, which in the long run are the same for everybody. How each answers to a neighbour, and which it met, is found from all rounds together,
so the rounds' figures are not independent any more. The jackknife over rounds makes such that are, all but exactly: a round's pseudo-value is n times the mean
over all rounds less n - 1 times that without it (J. W. Tukey, "Bias and Confidence in Not-quite Large Samples", Annals of Mathematical Statistics 29, 1958,
page 614; R. G. Miller, "The Jackknife - A Review", Biometrika 61, 1974, doi 10.1093/biomet/61.1.1). Their mean and deviation are those of the estimate, the
response's error among it. Without scans a pseudo-value is the round's figure itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log
from operator import attrgetter
from statistics import fmean, median
from typing import Literal, TypeVar

from ..model.cell import Cell, Contender, Slice
from .groups import figure
from .neighbour import QUIET, Block, Response, response, unmet, weights

#: A group: the slice of each of its contenders.
Group = Mapping[Contender, Slice]
#: What is measured goes by it.
Name = TypeVar("Name")
#: A cell's groups by round, in the order in which they were made.
Rounds = Mapping[int, Sequence[Group]]


@dataclass(frozen=True)
class Measured:
    """A cell's groups by round."""

    #: as they came
    came: Rounds
    #: beside which neighbour times are told: none, the same for all, or as it came to each. Only the first is the same tomorrow: a neighbour slows one
    #: contender more than another, so that the other two say as much of the neighbour as of them
    neighbour: Literal["none", "same", "came"] = "none"

    @cached_property
    def felt(self) -> bool:
        """Whether times are adjusted: there are slices, and every one has scans; else none is."""
        return self.neighbour != "came" and bool(self.responses)

    @property
    def quiet(self) -> bool:
        """Whether times are those on a quiet core: they are adjusted, and every contender met one."""
        return self.neighbour == "none" and self.felt and not self.unmet

    @cached_property
    def responses(self) -> dict[Contender, Response]:
        """How each contender answers to the neighbour; nobody where not every slice has scans."""
        return _responses(self.came) if any(self.came.values()) and all(one.blocks for one in _slices(self.came)) else {}

    @cached_property
    def unmet(self) -> list[Contender]:
        """Who hardly met a quiet core: nobody's time on one is compared then, but each one's beside all neighbours that it met."""
        return unmet(self.responses)

    @cached_property
    def rounds(self) -> Rounds:
        """The groups, each slice with its adjusted time."""
        return self._adjusted(self.came)

    def log_ratios(self, baseline: Contender, other: Contender, provider: str = "") -> dict[int, list[float]]:
        """By round, each group's log ratio other / baseline, of those that have both; with a `provider`, of its groups alone."""
        return _log_ratios(self.rounds, baseline, other, provider)

    def figures(self, baseline: Contender, other: Contender, provider: str = "") -> dict[int, float]:
        """A pseudo-value of the log ratio other / baseline for each round that has groups of both; their mean is the estimate."""
        return self.pseudo(lambda rounds: _figures(rounds, baseline, other, provider))

    def log_times(self, contender: Contender) -> dict[int, float]:
        """A pseudo-value of the logarithm of a contender's time, ns, for each round that has one."""
        return self.pseudo(lambda rounds: {number: log(value) for number, value in by_round(rounds, contender).items()})

    def pseudo(self, figures: Callable[[Rounds], Mapping[int, float]]) -> dict[int, float]:
        """The pseudo-value of each round's figure; the figure itself where times are as they came."""
        whole = figures(self.rounds)
        if len(whole) < 2 or not self.felt:
            return dict(whole)
        count, centre = len(whole), fmean(whole.values())
        without = {left: fmean(figures(self._without[left]).values()) for left in whole}
        return {number: count * centre - (count - 1) * without[number] for number in whole}

    @cached_property
    def _without(self) -> dict[int, Rounds]:
        """The adjusted groups without each round, by the responses without it."""
        return {left: self._adjusted({number: groups for number, groups in self.came.items() if number != left}) for left in self.came}

    def _adjusted(self, rounds: Rounds) -> Rounds:
        if not self.felt or not rounds:
            return rounds
        known = _responses(rounds)
        beside = self._weights(known)

        def adjusted(one: Slice) -> Slice:
            return replace(one, adjusted_ns=known[one.contender].adjusted_ns(one.blocks, beside[one.contender]))

        return {number: [{who: adjusted(one) for who, one in group.items()} for group in groups] for number, groups in rounds.items()}

    def _weights(self, known: Mapping[Contender, Response]) -> Mapping[Contender, Sequence[float]]:
        """Beside which neighbours each contender's times are told, by these responses."""
        if self.neighbour == "none" and self.unmet:
            return {who: found.share for who, found in known.items()}
        return dict.fromkeys(known, QUIET if self.neighbour == "none" else weights(known.values()))


def by_round(rounds: Rounds, contender: Contender, of: Callable[[Slice], float] = attrgetter("figure_ns")) -> dict[int, float]:
    """A contender's figure in each round, ns: the median of its slices', each `of` a slice."""
    times = {number: [of(group[contender]) for group in groups if contender in group] for number, groups in rounds.items()}
    return {number: median(values) for number, values in times.items() if values}


def _responses(rounds: Rounds) -> dict[Contender, Response]:
    slices: dict[Contender, list[tuple[int, Sequence[Block]]]] = {}
    for number, groups in rounds.items():
        for one in _slices({number: groups}):
            slices.setdefault(one.contender, []).append((number, one.blocks))
    return {who: response(those) for who, those in slices.items()}


def _slices(rounds: Rounds) -> Iterator[Slice]:
    return (one for groups in rounds.values() for group in groups for one in group.values())


def measured(slices: Iterable[Slice]) -> dict[Cell, Measured]:
    """The groups of each cell by round. Slices come as the store has them: a group's together, and whole groups alone."""
    found: dict[Cell, dict[int, list[dict[Contender, Slice]]]] = {}
    last = None
    for one in slices:
        rounds = found.setdefault(one.cell, {}).setdefault(one.round, [])
        if (key := (one.cell, one.round, one.group)) != last:
            rounds.append({})
            last = key
        rounds[-1][one.contender] = one
    return {cell: Measured(rounds) for cell, rounds in found.items()}


def alike(measured: Mapping[Name, Measured]) -> Mapping[Name, Measured]:
    """What is measured, as times of one may be put beside those of another: on a quiet core where all are, else all as they came.

    One may be on a quiet core and the other beside neighbours, which alone makes a ratio of 1.5 between two that take as long.
    """
    quiet = all(one.quiet for one in measured.values())
    return measured if quiet else {name: replace(one, neighbour="came") for name, one in measured.items()}


def together(cells: Iterable[Cell]) -> Counter[str]:
    """The number of each series' rows, of which these are the cells: the intervals of a series hold together, and with no other's."""
    return Counter(cell.checks for cell in cells)


def of_both(rounds: Rounds, baseline: Contender, other: Contender, provider: str = "") -> Rounds:
    """The groups that have both contenders, with a `provider` those of its bodies alone; a round without any is left out."""
    both = {number: [group for group in groups if baseline in group and other in group] for number, groups in rounds.items()}
    kept = {number: [group for group in groups if provider in ("", group[baseline].provider)] for number, groups in both.items()}
    return {number: groups for number, groups in kept.items() if groups}


def _log_ratios(rounds: Rounds, baseline: Contender, other: Contender, provider: str) -> dict[int, list[float]]:
    kept = of_both(rounds, baseline, other, provider)
    return {number: [log(group[other].figure_ns / group[baseline].figure_ns) for group in groups] for number, groups in kept.items()}


def _figures(rounds: Rounds, baseline: Contender, other: Contender, provider: str) -> dict[int, float]:
    return {number: figure(values) for number, values in _log_ratios(rounds, baseline, other, provider).items()}
