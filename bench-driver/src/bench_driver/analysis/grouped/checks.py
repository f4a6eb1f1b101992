"""What would show that the ratios are not to be trusted: a contender that differs from itself, an effect of the order, a drift. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, isfinite, log
from statistics import median

from ...model.cell import Cell, Contender, Slice
from ...stats.decision import MARGIN
from ...stats.groups import estimate, halves
from ...stats.interval import CONFIDENCE, Interval
from ...stats.pairs import Rounds

#: What rounding makes of an effect that is not there.
_NOTHING = 1e-6
#: A trend takes so many rounds.
_FEWEST = 3


@dataclass(frozen=True)
class Itself:
    """An A/A comparison that costs nothing: the ratio of two halves of a contender's own slices."""

    cell: Cell
    contender: Contender
    ratio: Interval

    @property
    def within(self) -> bool:
        """Whether the two halves are the same within the margin."""
        return 1 / (1 + MARGIN) < self.ratio.estimate < 1 + MARGIN


@dataclass(frozen=True)
class Effect:
    """What moves a ratio that should not: by what factor, 1 is not at all. Of too few rounds there is none."""

    ratio: Interval | None

    @property
    def seen(self) -> bool:
        """Whether it is more than chance explains."""
        return self.ratio is not None and self.ratio.excludes(1) and abs(log(self.ratio.estimate)) > _NOTHING


def itself(cell: Cell, contender: Contender, rounds: Rounds, rows: int) -> Itself | None:
    """How a contender differs from itself over the rounds; each half of a round holds equally many slices of each place, and provider where one has a part.

    Many contenders may have each place once from each provider: then a half has each place, from either. None where no round has halves.
    """
    found = []
    for groups in rounds.values():
        mine = [group[contender] for group in groups if contender in group]
        ratio = halves(_alike(mine, apart=not cell.from_memory))
        ratio = halves(_alike(mine, apart=False)) if ratio is None else ratio
        if ratio is not None:
            found.append(ratio)
    return Itself(cell, contender, estimate(found, rows)) if found else None


def _alike(slices: Iterable[Slice], *, apart: bool) -> list[list[float]]:
    """The times of slices of one place together; of one provider too where `apart`."""
    alike: dict[tuple[str, int], list[float]] = {}
    for one in slices:
        alike.setdefault((one.provider if apart else "", one.place), []).append(one.figure_ns)
    return [alike[key] for key in sorted(alike)]


def order(rounds: Rounds, baseline: Contender, other: Contender, rows: int) -> Effect:
    """By what factor a slice takes longer where it comes later in its group: from the groups in which the baseline came first, against the others."""
    found = []
    for groups in rounds.values():
        sides: dict[bool, list[float]] = {True: [], False: []}
        for group in groups:
            if baseline in group and other in group:
                first, second = group[baseline], group[other]
                sides[first.place < second.place].append(log(second.figure_ns / first.figure_ns))
        if sides[True] and sides[False]:
            found.append((median(sides[True]) - median(sides[False])) / 2)
    return Effect(estimate(found, rows) if found else None)


def drift(figures: Mapping[int, float], rows: int) -> Effect:
    """By what factor the ratio grew from the first round to the last: the slope of the rounds' log ratios over their numbers."""
    if len(figures) < _FEWEST:
        return Effect(None)
    from scipy.stats import linregress, t  # where it is used, since the import takes a second

    numbers = sorted(figures)
    line, span = linregress(numbers, [figures[number] for number in numbers]), numbers[-1] - numbers[0]
    # Rounds that are all alike have no deviation that the library could tell.
    half = float(t.ppf(1 - (1 - CONFIDENCE) / (2 * rows), len(numbers) - 2) * line.stderr) if isfinite(line.stderr) else 0.0
    low, middle, high = (exp(span * (float(line.slope) + side)) for side in (-half, 0.0, half))
    return Effect(Interval(middle, low, high, len(numbers)))


def within(found: Sequence[Itself]) -> str:
    """How many contenders differ from themselves by less than the margin: `A/A: 11 of 12 within 3 %`; empty where none has halves."""
    return f"A/A: {sum(one.within for one in found)} of {len(found)} within {100 * MARGIN:g} %" if found else ""
