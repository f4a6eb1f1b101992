"""How often an interval holds the truth, and how often a verdict is false: measured slices drawn anew, with a ratio planted and a disturbance laid over them.

What is drawn are the residuals of real groups: rounds with replacement, and within each its groups with replacement, both slices of a group together. So the
noise keeps its shape, its bursts and its likeness between neighbours; only the ratio, and what is laid over it, are known. Pure.

Times on a quiet core are taken as the sweep found them, since to find them anew thousands of times takes hours. What that leaves out, `anew` looks at: there
each made-up sweep finds how contenders answer to a neighbour from its own blocks, as a real one does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from bench_driver.model.cell import Contender
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.interval import CONFIDENCE
from bench_driver.stats.pairs import Measured
from bench_driver.stats.verdict import CLAIM_ROUNDS

Array = NDArray[np.float64]
#: Log times of one cell: rounds x groups x (baseline, other).
Pool = Array


@dataclass(frozen=True)
class World:
    """What a disturbance may look at: log times (repetitions x rounds x groups x contenders), which of them came second, and the dice."""

    times: Array
    second: NDArray[np.int64]
    dice: np.random.Generator


@dataclass(frozen=True)
class Case:
    """A disturbance: what it is, and what it adds to the log times."""

    name: str
    words: str
    add: Callable[[World], Array]


def _nothing(world: World) -> Array:
    return np.zeros_like(world.times)


def _drift(world: World) -> Array:
    """Both contenders become slower by 30 % over a round, and start again at the next."""
    groups = world.times.shape[2]
    return np.broadcast_to(np.linspace(0, log(1.3), groups)[None, None, :, None], world.times.shape)


def _order(world: World) -> Array:
    """Whoever comes second in a group is 5 % slower."""
    added = np.zeros_like(world.times)
    np.put_along_axis(added, world.second[..., None], log(1.05), axis=3)
    return added


def _bursts(world: World) -> Array:
    """One slice in ten of the other contender takes 1.5 times as long."""
    added = np.zeros_like(world.times)
    added[..., 1] = log(1.5) * (world.dice.random(world.times.shape[:3]) < 0.1)
    return added


def _modes(world: World) -> Array:
    """Every second start of the other contender, by chance, is 5 % faster, the rest are 5 % slower."""
    added = np.zeros_like(world.times)
    added[..., 1] = np.where(world.dice.random(world.times.shape[:2]) < 0.5, -log(1.05), log(1.05))[..., None]
    return added


def _starts(world: World) -> Array:
    """Each start of the other contender differs by 8 % (the standard deviation of the logarithm)."""
    added = np.zeros_like(world.times)
    added[..., 1] = world.dice.normal(0, log(1.08), world.times.shape[:2])[..., None]
    return added


CASES = (
    Case("as measured", "nothing is laid over the slices", _nothing),
    Case("drift", "both become slower by 30 % within each round", _drift),
    Case("order", "whoever comes second in a group is 5 % slower", _order),
    Case("bursts", "one slice in ten of one contender takes 1.5 times as long", _bursts),
    Case("two modes", "each start of one contender is 5 % faster or 5 % slower, by chance", _modes),
    Case("starts", "each start of one contender differs by 8 % (standard deviation)", _starts),
)
RATIOS = (1.00, 1.03, 1.10)
ROUNDS = (6, 10)


@dataclass(frozen=True)
class Found:
    """Of `repetitions` made-up sweeps: in how many the interval held the planted ratio, and what was claimed of it."""

    cell: str
    case: str
    ratio: float
    rounds: int
    repetitions: int
    held: int
    faster: int
    slower: int
    same: int

    @property
    def coverage(self) -> float:
        """The share of intervals that held the planted ratio."""
        return self.held / self.repetitions

    @property
    def false_claims(self) -> float:
        """The share of verdicts that are wrong of the planted ratio; at the margin itself, `slower` and `same` are both right."""
        edge = abs(self.ratio - (1 + MARGIN)) < 1e-9
        wrong = self.faster + (0 if edge or self.ratio > 1 + MARGIN else self.slower) + (self.same if self.ratio > 1 + MARGIN and not edge else 0)
        return wrong / self.repetitions


def centred(pool: Pool) -> Pool:
    """The pool with its own ratio taken out: the mean over rounds of the median of a round's groups is 0 then."""
    ratio = np.median(pool[..., 1] - pool[..., 0], axis=1).mean()
    out = pool.copy()
    out[..., 1] -= ratio
    return out


def look(cell: str, pool: Pool, case: Case, ratio: float, *, rounds: int, repetitions: int, rows: int = 1, seed: int = 1) -> Found:
    """Makes sweeps out of the pool, and judges each as the driver would."""
    dice = np.random.default_rng(seed)
    base, groups = centred(pool), pool.shape[1]
    chosen = dice.integers(0, len(base), (repetitions, rounds))
    inside = dice.integers(0, groups, (repetitions, rounds, groups))
    times = base[chosen[..., None], inside]
    times[..., 1] += log(ratio)
    world = World(times, _balanced(dice, times.shape[:3]), dice)
    logs = times + case.add(world)
    figures = np.median(logs[..., 1] - logs[..., 0], axis=2)
    return _judged(cell, case.name, ratio, figures, rows)


def _judged(cell: str, case: str, ratio: float, figures: Array, rows: int) -> Found:
    """What the driver says of made-up sweeps (repetitions x rounds) of this ratio."""
    repetitions, rounds = figures.shape
    centre, deviation = figures.mean(axis=1), figures.std(axis=1, ddof=1)
    half = float(stdtrit(rounds - 1, 1 - (1 - CONFIDENCE) / (2 * rows))) * deviation / np.sqrt(rounds)
    low, high, edge = centre - half, centre + half, log(1 + MARGIN)
    claims = rounds >= CLAIM_ROUNDS
    return Found(
        cell, case, ratio, rounds, repetitions,
        held=int(((low <= log(ratio)) & (log(ratio) <= high)).sum()),
        faster=int((high <= -edge).sum()) * claims,
        slower=int((low >= edge).sum()) * claims,
        same=int(((low > -edge) & (high < edge)).sum()) * claims,
    )  # fmt: skip


#: The case in which made-up sweeps find anew how contenders answer to a neighbour, and its words.
ANEW = ("adjusted anew", "nothing is laid over the slices; each made-up sweep finds its own times on a quiet core")


def anew(cell: str, measured: Measured, baseline: Contender, other: Contender, *, rounds: int, repetitions: int, rows: int = 1, seed: int = 1) -> list[Found]:
    """What the driver says of sweeps made up of the whole slices of a cell, by every planted ratio.

    To plant a ratio is to shift the other's logarithms, and all figures with them: the same draws serve for all ratios.
    """
    dice = np.random.default_rng(seed)
    kept = list(measured.came.values())
    truth = fmean(measured.figures(baseline, other).values())

    def figures() -> list[float]:
        drawn = [kept[number] for number in dice.integers(0, len(kept), rounds)]
        made = {number: [groups[group] for group in dice.integers(0, len(groups), len(groups))] for number, groups in enumerate(drawn, 1)}
        return list(replace(measured, came=made).figures(baseline, other).values())

    found = np.array([figures() for _ in range(repetitions)]) - truth
    return [_judged(cell, ANEW[0], ratio, found + log(ratio), rows) for ratio in RATIOS]


def _balanced(dice: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Which contender comes second in each group: each equally often in a round, shuffled."""
    half = np.arange(shape[-1]) % 2
    return dice.permuted(np.broadcast_to(half, shape), axis=-1)


def table(pools: Mapping[str, Pool], *, rounds: Sequence[int] = ROUNDS, repetitions: int = 2000, rows: int = 1) -> list[Found]:
    """Every case and ratio for every cell."""
    return [
        look(cell, pool, case, ratio, rounds=number, repetitions=repetitions, rows=rows)
        for number in rounds for case in CASES for ratio in RATIOS for cell, pool in pools.items()
    ]  # fmt: skip
