"""How often nights raise an alarm though nothing changed: histories made of a sweep's own slices. Pure, but for the detector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from bench_driver.analysis.history.alarms import standing
from bench_driver.analysis.history.changes import FEWEST, Change
from bench_driver.stats import quiet

from .coverage import SLOWED, WALK, Pool

#: Finds the change points of each series.
Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]
#: A history: so many nights of so many rounds.
NIGHTS, ROUNDS = 12, 6
#: By name, which nights somebody else used the core throughout.
KINDS: Mapping[str, Callable[[int], bool]] = {
    "as measured": lambda night: False,
    "every third night busy throughout": lambda night: night % 3 == 2,
}


@dataclass(frozen=True)
class Histories:
    """Of so many histories: the nights in which an alarm was raised, of all that could raise one, and the lines that did, of all."""

    kind: str
    histories: int
    alarms: int
    nights: int
    raised: int
    lines: int


def look(pools: Mapping[str, Pool], kind: str, detect: Detector, *, histories: int, seed: int = 1) -> Histories:
    """Makes histories of each contender on each cell, and looks at each night with those before it."""
    dice = np.random.default_rng(seed)
    lines = [_line(pool, side, KINDS[kind], dice) for _ in range(histories) for pool in pools.values() for side in (0, 1)]
    asked = [(number, values) for number, line in enumerate(lines) for values in _nights(line)]
    changes = detect([values for _, values in asked])
    alarms = [number for (number, values), found in zip(asked, changes, strict=True) if standing(found)]
    return Histories(kind, histories, len(alarms), len(asked), len(set(alarms)), len(lines))


def _line(pool: Pool, side: int, busy: Callable[[int], bool], dice: np.random.Generator) -> list[quiet.Core]:
    """A night's core each."""
    return [_core(pool, side, busy(night), dice) for night in range(NIGHTS)]


def _core(pool: Pool, side: int, busy: bool, dice: np.random.Generator) -> quiet.Core:
    count, groups = pool.times.shape[:2]
    chosen, inside = dice.integers(0, count, (ROUNDS, 1)), dice.integers(0, groups, (ROUNDS, groups))
    times = np.exp(pool.times[chosen, inside, side] + busy * SLOWED[side])
    walks = np.exp(pool.walks[chosen, inside, side] + busy * WALK)
    made = zip(times.tolist(), walks.tolist(), strict=True)
    return quiet.core([(number, list(zip(*blocks, strict=True))) for number, each in enumerate(made) for blocks in zip(*each, strict=True)])


def _nights(line: Sequence[quiet.Core]) -> list[list[float]]:
    """For each night with a figure, that and those before it that have a quiet walk like its own, where they are enough for a change."""
    found = []
    for last, tonight in enumerate(line):
        if not quiet.enough(len(tonight.times_ns), ROUNDS):
            continue
        known = [core for core in line[: last + 1] if quiet.enough(len(core.times_ns), ROUNDS)]
        values = [median(core.times_ns.values()) for core in known if quiet.alike(core.walk_ns, tonight.walk_ns)]
        if len(values) >= FEWEST:
            found.append(values)
    return found
