"""Simulated nights in which the machine changes and, later, the code becomes slower: what is told,
how soon, and how often for nothing.

Noise is log-normal, as times are. What differs from night to night, the machine's, is shared by
tonight's build, the reference, and what is measured once more the same night; each measurement adds
noise of its own. Each history is looked at as the nights would have done: anew after each night,
with all nights so far.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp

from bench_driver.analysis.history.alarms import ASKED, NEAR, news, standing
from bench_driver.analysis.history.changes import Change

#: Nights after a step at which is counted how many histories have shown it.
DELAYS = (2, 3, 5, 10)
#: Nights by which a change may be misplaced and still be the one that was planted.
_ABOUT = 5
Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]


@dataclass(frozen=True)
class Kind:
    """What nights do: whether they measure a reference, and what is slower once more."""

    name: str
    reference: bool
    again: bool


KINDS = (
    Kind("times alone", reference=False, again=False),
    Kind("times, once more", reference=False, again=True),
    Kind("ratio to a reference", reference=True, again=False),
    Kind("ratio, once more", reference=True, again=True),
)


@dataclass(frozen=True)
class World:
    """What happens in a history's nights: from night `machine_at` on all times are multiplied by
    `machine`, from `step_at` on the code is slower by a part. Noise is deviations of logarithms.
    """

    nights: int = 40
    machine: float = 0.8
    machine_at: int = 20
    step: float = 0.08
    step_at: int = 30
    noise: float = 0.05
    own: float = 0.015

    def calm(self) -> World:
        """The same nights, in which nothing changes."""
        return replace(self, machine=1.0, step=0.0)


@dataclass(frozen=True)
class Found:
    """Of `histories` of a kind: how many told of the machine, how many had an alarm of the step
    within this many nights, and in how many `calm_nights` there were `false_alarms`.
    """

    kind: Kind
    histories: int
    told_machine: int
    within: dict[int, int]
    other_alarms: int
    false_alarms: int
    calm_nights: int


def history(generator: random.Random, world: World, kind: Kind) -> tuple[list[float], list[float]]:
    """The figures of the nights, and what each gives when it is measured once more."""
    first, second = list[float](), list[float]()
    for night in range(world.nights):
        slower = 1 + world.step * (night >= world.step_at)
        machine = world.machine if night >= world.machine_at else 1.0
        shared = machine * exp(generator.gauss(0, world.noise))
        for figures in (first, second):
            build, reference = (shared * exp(generator.gauss(0, world.own)) for _ in range(2))
            figures.append(slower * build / reference if kind.reference else 1000 * slower * build)
    return first, second


def look(detect: Detector, world: World, *, histories: int, seed: int) -> list[Found]:
    """Makes the histories of each kind, with and without what happens, and looks at each."""
    return [_look(detect, world, kind, histories, seed) for kind in KINDS]


def _look(detect: Detector, world: World, kind: Kind, histories: int, seed: int) -> Found:
    generator = random.Random(seed)
    machine, delays, other, false = 0, list[int](), 0, 0
    for what in (world, world.calm()):
        made = [history(generator, what, kind) for _ in range(histories)]
        for told in _told(detect, made, again=kind.again):
            if what.step == 0 and what.machine == 1:
                false += sum(change.ratio > 1 for _, change in told)
                continue
            machine += any(_is_at(one, what.machine_at, what.machine > 1) for one in told)
            found = [one for one in told if _is_at(one, what.step_at, slower=True)]
            delays += [night - what.step_at + 1 for night, _ in found[:1]]
            other += sum(
                change.ratio > 1 and not _is_at((night, change), what.step_at, slower=True)
                for night, change in told
            )
    within = {nights: sum(delay <= nights for delay in delays) for nights in DELAYS}
    return Found(kind, histories, machine, within, other, false, histories * world.nights)


def _is_at(told: tuple[int, Change], night: int, slower: bool) -> bool:
    """Whether what was told is a change that was planted in that night."""
    at, change = told
    return at >= night and abs(change.index - night) <= _ABOUT and (change.ratio > 1) == slower


def _told(
    detect: Detector, made: Sequence[tuple[list[float], list[float]]], *, again: bool
) -> Iterator[list[tuple[int, Change]]]:
    """What the nights of each history tell as new, with the night."""
    lengths = [range(1, len(first) + 1) for first, _ in made]
    looks = [first[:n] for (first, _), every in zip(made, lengths, strict=True) for n in every]
    more = [
        [*first[: n - 1], second[n - 1]]
        for (first, second), every in zip(made, lengths, strict=True)
        for n in every
        if again
    ]
    seen = iter(detect([*looks, *more]))
    firsts = [[next(seen) for _ in every] for every in lengths]
    seconds = [[next(seen) if again else [] for _ in every] for every in lengths]
    for nights, repeats in zip(firsts, seconds, strict=True):
        yield told(nights, repeats if again else None)


def told(
    nights: Sequence[Sequence[Change]], again: Sequence[Sequence[Change]] | None
) -> list[tuple[int, Change]]:
    """What is new in each night, by what every night showed, and showed once more."""
    found, shown = list[tuple[int, Change]](), list[Sequence[Change]]()
    for night, changes in enumerate(nights):
        before = [change for one in shown[-ASKED:] for change in one]
        new = list(news(changes, before))
        slower = [change for change in standing(changes) if change in new]
        near = [
            change
            for change in slower
            if again is None
            or any(abs(one.index - change.index) <= NEAR for one in standing(again[night]))
        ]
        found += [(night, change) for change in (*near, *(one for one in new if one.ratio < 1))]
        doubted = bool(slower) and not near
        shown.append([one for one in changes if not (doubted and one.ratio > 1)])
    return found
