"""When the view was open and when it was closed, and what slices came to in both. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean, median

from bench_driver.model.cell import Cell, Slice


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
    lines: dict[tuple[str, Cell], list[tuple[int, bool, float]]] = defaultdict(list)
    for group in groups:
        side = watched(group, turns)
        if side is None:
            continue
        first = group.slices[0]
        for name, value in _values(group.slices).items():
            lines[name, first.cell].append((first.round, side, value))
    found: dict[str, dict[int, dict[bool, list[float]]]] = defaultdict(lambda: defaultdict(lambda: {True: [], False: []}))
    for (name, _), values in lines.items():
        sides = [[value for _, side, value in values if side is watching] for watching in (True, False)]
        if not all(sides):
            continue
        middle = fmean(map(median, sides))
        for number, side, value in values:
            found[name][number][side].append(value - middle)
    return {
        name: [median(sides[True]) - median(sides[False]) for sides in by_round.values() if sides[True] and sides[False]] for name, by_round in found.items()
    }


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
