"""Histories with a planted step: what is found of them, how soon, and how often for nothing.

Noise is log-normal, as times are. Each history is looked at as the nights would have done: anew
after each night, with all nights so far.
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
    """Of `histories`: how many had an alarm within this many nights, and alarms for nothing."""

    step: float
    histories: int
    within: tuple[tuple[int, int], ...]
    false_alarms: int
    nights: int


def history(
    generator: random.Random, *, before: int, after: int, step: float, noise: float
) -> list[float]:
    """Nights of a figure around 1000; `noise` is the deviation of the logarithm."""
    steps = [1000 * (1 + step * (night >= before)) for night in range(before + after)]
    return [night * exp(generator.gauss(0, noise)) for night in steps]


def look(
    detect: Detector,
    *,
    step: float,
    histories: int,
    before: int,
    after: int,
    noise: float,
    seed: int,
) -> Found:
    """Makes the histories and looks at each, night by night."""
    generator, of = random.Random(seed), {"step": step, "noise": noise}
    result = [history(generator, before=before, after=after, **of) for _ in range(histories)]
    lengths = range(1, before + after + 1)
    seen = iter(detect([nights[:length] for nights in result for length in lengths]))
    delays, false_alarms = [], 0
    for _ in result:
        delay, wrong = judge([next(seen) for _ in lengths], before=before, step=step)
        delays.append(delay)
        false_alarms += wrong
    soon = [delay for delay in delays if delay is not None]
    looked = [nights for nights in DELAYS if step and nights <= after]
    within = tuple((nights, sum(delay <= nights for delay in soon)) for nights in looked)
    return Found(step, histories, within, false_alarms, histories * (before + after))


def judge(seen: Sequence[Sequence[Change]], *, before: int, step: float) -> tuple[int | None, int]:
    """After how many nights the step was shown, if ever, and how many alarms were for nothing.

    An alarm of the step says the right direction and a night within five of the right one.
    """
    delay, wrong, earlier = None, 0, list[Change]()
    for length, changes in enumerate(seen, 1):
        for change in news(changes, earlier):
            near = length > before and abs(change.index - before) <= 5
            if step and near and (change.ratio > 1) == (step > 0):
                delay = length - before if delay is None else delay
            else:
                wrong += 1
        earlier += changes
    return delay, wrong
