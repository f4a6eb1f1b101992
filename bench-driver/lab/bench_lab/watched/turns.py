"""When the view was open and when it was closed, and what slices came to in both. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean, median

from bench_driver.model.cell import Cell, Slice

#: Values of groups that were watched, and of those that were not.
Sides = dict[bool, list[float]]


@dataclass(frozen=True)
class Turn:
    """A span of time, s since 1970, in which the view was open from its begin to its end, or closed."""

    watched: bool
    begun: float
    ended: float


@dataclass(frozen=True)
class Spent:
    """A group of slices, and from when to when it was made, s since 1970."""

    slices: Sequence[Slice]
    begun: float
    ended: float


def watched(group: Spent, turns: Iterable[Turn]) -> bool | None:
    """Whether a group was watched from begin to end, or not for a moment; None where both."""
    inside = (turn.watched for turn in turns if turn.begun <= group.begun and group.ended <= turn.ended)
    return next(inside, None)


def figures(groups: Iterable[Spent], turns: Sequence[Turn]) -> dict[str, list[float]]:
    """By contender, and by two of them as "a / b", each round's log ratio of what was watched over what was not.

    A contender's is of its time. That of two is of their ratio in a group, which the answer is made of. A value counts by how far it lies from the middle
    of its cell, half way between the medians of its two sides, so that groups of different cells are alike and none absorbs what is looked for. Of a round's
    values on each side the median counts, which one disturbed group does not move.
    """
    told = [
        (name, group.slices[0], side, value) for group in groups if (side := watched(group, turns)) is not None for name, value in _values(group.slices).items()
    ]
    cells: dict[tuple[str, Cell], Sides] = defaultdict(_sides)
    for name, first, side, value in told:
        cells[name, first.cell][side].append(value)
    middles = {line: fmean(map(median, sides.values())) for line, sides in cells.items() if all(sides.values())}
    rounds: dict[tuple[str, int], Sides] = defaultdict(_sides)
    for name, first, side, value in told:
        if (middle := middles.get((name, first.cell))) is not None:
            rounds[name, first.round][side].append(value - middle)
    found: dict[str, list[float]] = defaultdict(list)
    for (name, _), sides in rounds.items():
        if all(sides.values()):
            found[name].append(median(sides[True]) - median(sides[False]))
    return dict(found)


def _sides() -> Sides:
    return {True: [], False: []}


def _values(slices: Sequence[Slice]) -> dict[str, float]:
    """The logarithm of each one's time, and of the ratio of the last over the first where there are two."""
    by_name: dict[str, float] = {}
    for one in slices:
        by_name.setdefault(f"{one.contender}", log(one.figure_ns))  # one beside itself has a slice more
    if len(by_name) == 2:
        first, last = sorted(by_name)
        by_name[f"{last} / {first}"] = by_name[last] - by_name[first]
    return by_name


def counted(groups: Iterable[Spent], turns: Sequence[Turn]) -> tuple[int, int, int]:
    """How many groups were watched, not watched, and neither."""
    sides = [watched(group, turns) for group in groups]
    return sides.count(True), sides.count(False), sides.count(None)
