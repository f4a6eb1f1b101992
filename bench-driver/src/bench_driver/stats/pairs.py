"""The log ratio of two contenders in each round of a cell, out of groups of slices. Pure.

Where both had a quiet core in enough rounds, a round's figure is the log ratio of their times on
one (`quiet`). Otherwise it is the median of its groups' log ratios, each of two median windows that
lie back to back, with whatever neighbours they had. Rounds are independent: each has processes of
its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from operator import attrgetter
from statistics import median
from typing import Literal, TypeVar

from ..model.cell import Cell, Contender, Slice
from . import quiet
from .log_ratios import figure

#: A group: the slice of each of its contenders.
Group = Mapping[Contender, Slice]
#: What is measured goes by it.
Name = TypeVar("Name")
#: A cell's groups by round, in the order in which they were made.
Rounds = Mapping[int, Sequence[Group]]
#: What figures are of: times on a quiet core; times with neighbours, where a round lacks a quiet
#: core; times that say nothing, since one contender had a quiet core much more often
#: than another; times without a walk beside.
Basis = Literal["quiet", "with neighbours", "not alike", "uncorrected"]


@dataclass(frozen=True)
class Measured:
    """A cell's groups by round."""

    came: Rounds
    #: whether walks are left out of account, as where times lie beside others that have none
    plain: bool = False
    _cores: dict[tuple[Contender, str], quiet.Core | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def core(self, contender: Contender, provider: str = "") -> quiet.Core | None:
        """What a contender met on its core, with a `provider` beside its bodies; None where not
        every slice of it has walks.
        """
        key = contender, provider
        if key not in self._cores:
            self._cores[key] = self._core(contender, provider)
        return self._cores[key]

    def _core(self, contender: Contender, provider: str) -> quiet.Core | None:
        slices = list(_slices(self.came, contender, provider))
        if self.plain or not slices or not all(blocks for _, blocks in slices):
            return None
        if not provider:
            return quiet.core(slices)
        whole = self.core(contender)
        return quiet.core(slices, whole.walks_ns) if whole else None

    def basis(self, *contenders: Contender, provider: str = "") -> Basis:
        """What figures of these contenders are of: quiet where they all have as many rounds on a
        quiet core as a claim takes, or all there are.
        """
        found = [self.core(who, provider) for who in contenders]
        cores = [one for one in found if one]
        if len(cores) < len(found) or not cores:
            return "uncorrected"
        shares = [one.share for one in cores if one.walks_ns]
        if shares and max(shares) > quiet.APART * min(shares):
            return "not alike"
        shared = set.intersection(*(set(one.times_ns) for one in cores))
        came = from_provider(self.came, provider).values()
        rounds = sum(
            all(any(who in group for group in groups) for who in contenders) for groups in came
        )
        return "quiet" if quiet.enough(len(shared), rounds) else "with neighbours"

    def figures(
        self, baseline: Contender, other: Contender, provider: str = ""
    ) -> dict[int, float]:
        """The log ratio other / baseline of each round that has one, with a `provider` of its
        bodies alone.
        """
        if self.basis(baseline, other, provider=provider) != "quiet":
            return {
                number: figure(values)
                for number, values in self.log_ratios(baseline, other, provider).items()
            }
        first, second = (self._quiet(who, provider) for who in (baseline, other))
        return {
            number: log(second[number] / first[number])
            for number in sorted(first.keys() & second.keys())
        }

    def times(
        self, contender: Contender, beside: Contender | None = None, provider: str = ""
    ) -> dict[int, float]:
        """A contender's time in each round, ns, by what figures of it, and of one `beside` it, are
        of.
        """
        other = beside or contender
        if self.basis(contender, other, provider=provider) == "quiet":
            return dict(self._quiet(contender, provider))
        return by_round(of_both(self.came, contender, other, provider), contender)

    def log_times(self, contender: Contender) -> dict[int, float]:
        """The logarithm of a contender's time, ns, in each round."""
        return {number: log(value) for number, value in self.times(contender).items()}

    def log_ratios(
        self, baseline: Contender, other: Contender, provider: str = ""
    ) -> dict[int, list[float]]:
        """By round, each group's log ratio other / baseline, with whatever neighbours they had;
        with a `provider`, of its groups alone.
        """
        kept = of_both(self.came, baseline, other, provider)
        return {
            number: [log(group[other].figure_ns / group[baseline].figure_ns) for group in groups]
            for number, groups in kept.items()
        }

    @property
    def uncorrected(self) -> Measured:
        """The same with whatever neighbours there were, as if no slice had walks."""
        return replace(self, plain=True)

    @property
    def contenders(self) -> list[Contender]:
        """All who have a slice."""
        return list(
            dict.fromkeys(who for groups in self.came.values() for group in groups for who in group)
        )

    def _quiet(self, contender: Contender, provider: str) -> Mapping[int, float]:
        core = self.core(contender, provider)
        return core.times_ns if core else {}


def _slices(rounds: Rounds, contender: Contender, provider: str) -> Iterator[quiet.Walked]:
    for number, groups in from_provider(rounds, provider).items():
        yield from ((number, group[contender].blocks) for group in groups if contender in group)


def by_round(
    rounds: Rounds, contender: Contender, of: Callable[[Slice], float] = attrgetter("figure_ns")
) -> dict[int, float]:
    """A contender's figure in each round, ns: the median of its slices', each `of` a slice."""
    times = {
        number: [of(group[contender]) for group in groups if contender in group]
        for number, groups in rounds.items()
    }
    return {number: median(values) for number, values in times.items() if values}


def measured(slices: Iterable[Slice]) -> dict[Cell, Measured]:
    """The groups of each cell by round. Slices come as the store has them: a group's together, and
    whole groups alone.
    """
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
    """What is measured, as times of one may be put beside those of another: on a quiet core where
    all are, else all with their neighbours.

    One may be on a quiet core and the other beside neighbours, which alone makes a ratio of 1.5
    between two that take as long.
    """
    quiet_all = all(
        one.basis(who) == "quiet" for one in measured.values() for who in one.contenders
    )
    return measured if quiet_all else {name: one.uncorrected for name, one in measured.items()}


def together(cells: Iterable[Cell]) -> Counter[str]:
    """The number of each series' rows, of which these are the cells: the intervals of a series are
    simultaneous, and with no other's.
    """
    return Counter(cell.checks for cell in cells)


def from_provider(rounds: Rounds, provider: str) -> Rounds:
    """The groups of a provider's bodies; all without one. A round without any is left out."""
    if not provider:
        return rounds
    kept = {
        number: [
            group for group in groups if all(one.provider == provider for one in group.values())
        ]
        for number, groups in rounds.items()
    }
    return {number: groups for number, groups in kept.items() if groups}


def of_both(rounds: Rounds, baseline: Contender, other: Contender, provider: str = "") -> Rounds:
    """The groups that have both contenders, with a `provider` those of its bodies alone; a round
    without any is left out.
    """
    both = {
        number: [group for group in groups if baseline in group and other in group]
        for number, groups in from_provider(rounds, provider).items()
    }
    return {number: groups for number, groups in both.items() if groups}
