"""Made-up histories with a planted step: what change-point detection finds, how soon, and how often it cries wolf. Pure but for `look`, which runs it.

Noise is log-normal, as times are. Each history is looked at as the nights would have done: anew after each night, with all nights so far.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from bench_driver.analysis.history.alarms import news
from bench_driver.analysis.history.changes import Change

#: Nights after a step at which is counted how many histories have shown it.
DELAYS = (2, 3, 5, 10, 20)
Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]


@dataclass(frozen=True)
class Found:
    """Of `histories` with a step of that size: how many had an alarm for it within so many nights, and how many alarms there were for nothing."""

    step: float
    histories: int
    within: tuple[tuple[int, int], ...]
    false_alarms: int
    nights: int


def history(generator: random.Random, *, before: int, after: int, step: float, noise: float) -> list[float]:
    """Nights of a figure around 1000, with a step by that part after the first `before`; `noise` is the deviation of the logarithm."""
    return [1000 * (1 + step * (night >= before)) * exp(generator.gauss(0, noise)) for night in range(before + after)]


def look(detect: Detector, *, step: float, histories: int, before: int, after: int, noise: float, seed: int) -> Found:
    """Makes the histories and looks at each, night by night."""
    generator = random.Random(seed)
    made = [history(generator, before=before, after=after, step=step, noise=noise) for _ in range(histories)]
    lengths = range(1, before + after + 1)
    seen = iter(detect([nights[:length] for nights in made for length in lengths]))
    delays, false_alarms = [], 0
    for _ in made:
        delay, wrong = judge([next(seen) for _ in lengths], before=before, step=step)
        delays.append(delay)
        false_alarms += wrong
    within = tuple((nights, sum(delay is not None and delay <= nights for delay in delays)) for nights in DELAYS if nights <= after) if step else ()
    return Found(step, histories, within, false_alarms, histories * (before + after))


def judge(seen: Sequence[Sequence[Change]], *, before: int, step: float) -> tuple[int | None, int]:
    """Of what each night saw: after how many nights the step was shown (None: never), and how many alarms were for nothing.

    An alarm belongs to the step where it says the right direction and a night within five of the right one.
    """
    delay, wrong, told = None, 0, list[Change]()
    for length, changes in enumerate(seen, 1):
        for change in news(changes, told):
            if step and length > before and abs(change.index - before) <= 5 and (change.ratio > 1) == (step > 0):
                delay = length - before if delay is None else delay
            else:
                wrong += 1
        told += changes
    return delay, wrong
