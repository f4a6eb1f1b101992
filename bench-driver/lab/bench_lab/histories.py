"""How often nights raise an alarm though nothing changed: histories of a sweep's own slices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from bench_driver.analysis.history.alarms import standing
from bench_driver.analysis.history.changes import FEWEST, Change
from bench_driver.stats import quiet

from .coverage import SLOWED, WALK, Pool, draw

#: Finds the change points of each series.
Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]
#: A history: this many nights of this many rounds.
NIGHTS, ROUNDS = 12, 6
#: By name, which nights somebody else used the core throughout.
KINDS: Mapping[str, Callable[[int], bool]] = {
    "as measured": lambda night: False,
    "every third night busy throughout": lambda night: night % 3 == 2,
}


@dataclass(frozen=True)
class Histories:
    """Of this many histories: the nights in which an alarm was raised, and the lines that did."""

    kind: str
    histories: int
    alarms: int
    nights: int
    raised: int
    lines: int


def look(
    pools: Mapping[str, Pool], kind: str, detect: Detector, *, histories: int, seed: int = 1
) -> Histories:
    """Makes histories of each contender on each cell, and looks at them night by night."""
    dice = np.random.default_rng(seed)
    lines = [
        [_core(pool, side, KINDS[kind](night), dice) for night in range(NIGHTS)]
        for _ in range(histories)
        for pool in pools.values()
        for side in (0, 1)
    ]
    looks = [(number, values) for number, line in enumerate(lines) for values in _nights(line)]
    changes = detect([values for _, values in looks])
    alarms = [
        number for (number, values), result in zip(looks, changes, strict=True) if standing(result)
    ]
    return Histories(kind, histories, len(alarms), len(looks), len(set(alarms)), len(lines))


def _core(pool: Pool, side: int, busy: bool, dice: np.random.Generator) -> quiet.Core:
    drawn = draw(pool, ROUNDS, dice)
    times = np.exp(pool.times[(*drawn, side)] + busy * SLOWED[side])
    walks = np.exp(pool.walks[(*drawn, side)] + busy * WALK)
    result = enumerate(zip(times.tolist(), walks.tolist(), strict=True))
    blocks = ((number, each) for number, both in result for each in zip(*both, strict=True))
    return quiet.core([(number, list(zip(*each, strict=True))) for number, each in blocks])


def _nights(line: Sequence[quiet.Core]) -> list[list[float]]:
    """For each night its figure and those before it of a like quiet walk, if they are enough."""
    result = []
    for last, tonight in enumerate(line):
        if not quiet.enough(len(tonight.times_ns), ROUNDS):
            continue
        whole = [core for core in line[: last + 1] if quiet.enough(len(core.times_ns), ROUNDS)]
        alike = [core for core in whole if quiet.alike(core.walk_ns, tonight.walk_ns)]
        values = [median(core.times_ns.values()) for core in alike]
        if len(values) >= FEWEST:
            result.append(values)
    return result
