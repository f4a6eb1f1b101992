"""What would show that the ratios are not to be trusted: a contender that differs from itself, an
effect of the order, a drift. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, isfinite, log
from statistics import median
from typing import Literal

from ..model.cell import AGAIN, ITSELF, Contender, Slice
from ..stats.decision import MARGIN
from ..stats.interval import CONFIDENCE, Interval
from ..stats.log_ratios import estimate
from ..stats.pairs import Rounds, measured
from ..stats.verdict import CLAIM_ROUNDS

#: What rounding makes of an effect that is not there.
_NOTHING = 1e-6
#: A trend takes this many rounds.
_FEWEST = 3


@dataclass(frozen=True)
class Itself:
    """A consumer beside itself (A/A): the time in a second process over that in its own, a cell a
    round by turns.
    """

    consumer: str
    ratio: Interval

    @property
    def says(self) -> Literal["fails", "passes", "is undecided"]:
        """It fails where the interval excludes 1, and passes where the interval lies within the
        margin; of too few rounds it says nothing.
        """
        if self.ratio.rounds < CLAIM_ROUNDS:
            return "is undecided"
        if self.ratio.excludes(1):
            return "fails"
        return (
            "passes"
            if self.ratio.low > 1 / (1 + MARGIN) and self.ratio.high < 1 + MARGIN
            else "is undecided"
        )


@dataclass(frozen=True)
class Effect:
    """What moves a ratio that should not: by what factor, 1 is not at all.

    Of too few rounds there is none.
    """

    ratio: Interval | None

    @property
    def seen(self) -> bool:
        """Whether it is more than chance explains."""
        return (
            self.ratio is not None
            and self.ratio.excludes(1)
            and abs(log(self.ratio.estimate)) > _NOTHING
        )


def itself(slices: Iterable[Slice]) -> list[Itself]:
    """Each consumer beside itself, by the slices of the groups that were made for it.

    The intervals of all are simultaneous.
    """
    found: dict[str, list[float]] = {}
    for cell in measured(slices).values():
        for first in (who for who in cell.contenders if who.role == ITSELF):
            found.setdefault(first.consumer, []).extend(
                cell.figures(first, replace(first, role=AGAIN)).values()
            )
    return [
        Itself(consumer, estimate(values, len(found)))
        for consumer, values in found.items()
        if values
    ]


def order(rounds: Rounds, baseline: Contender, other: Contender, rows: int) -> Effect:
    """By what factor a slice takes longer where it comes later in its group: from the groups in
    which the baseline came first, against the others.
    """
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
    """By what factor the ratio grew from the first round to the last: the slope of the rounds' log
    ratios over their numbers.
    """
    if len(figures) < _FEWEST:
        return Effect(None)
    from scipy.stats import linregress, t  # where it is used, since the import takes a second

    numbers = sorted(figures)
    line, span = (
        linregress(numbers, [figures[number] for number in numbers]),
        numbers[-1] - numbers[0],
    )
    # Rounds that are all alike have no deviation that the library could tell.
    half = (
        float(t.ppf(1 - (1 - CONFIDENCE) / (2 * rows), len(numbers) - 2) * line.stderr)
        if isfinite(line.stderr)
        else 0.0
    )
    low, middle, high = (exp(span * (float(line.slope) + side)) for side in (-half, 0.0, half))
    return Effect(Interval(middle, low, high, len(numbers)))


def in_words(found: Sequence[Itself]) -> str:
    """What comparing consumers with themselves says, a sentence; empty where there was no second
    process.
    """
    parts = [f"{one.consumer} {one.says} ({_by(one.ratio)})" for one in found]
    return f"A/A, each in two processes: {', '.join(parts)}." if parts else ""


def _by(ratio: Interval) -> str:
    return f"{ratio.estimate:.3f}" + (
        f", {ratio.low:.3f} to {ratio.high:.3f}" if ratio.known else ""
    )
