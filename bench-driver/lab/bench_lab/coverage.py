"""How often intervals hold the truth, and how often a verdict is false: measured slices drawn anew,
with a ratio planted and a disturbance laid over them.

What is drawn are whole slices of real groups: rounds with replacement, and within each its groups
with replacement, both slices of a group together, with the walks beside their blocks. So the noise
keeps its shape, its bursts and its likeness between neighbours; only the ratio, and what is laid
over it, are known. Each simulated sweep has all cells of the real one, and goes through the
driver's own statistics: it finds its quiet walks from its own blocks, as a real one does. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench_driver.analysis.ratios import decided
from bench_driver.model.cell import Cell, Contender, Slice
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.pairs import Basis, Measured

Array = NDArray[np.floating[Any]]
#: Contenders of a simulated sweep: the baseline and the other.
PAIR = Contender("baseline"), Contender("other")
#: What a neighbour does: by what factor the baseline's blocks, the other's, and the walks beside
#: them take longer.
SLOWED, WALK = (log(1.5), log(1.7)), log(1.6)
#: How many of its blocks are as their slice is; a neighbour comes and goes in the others.
_STAYS = 0.8


@dataclass(frozen=True)
class Pool:
    """Logarithms of a cell's times and walks: rounds x groups x (baseline, other) x blocks."""

    times: Array
    walks: Array


#: What a disturbance adds to the logarithms of a sweep of that shape, to the times and the walks.
Add = Callable[[tuple[int, ...], np.random.Generator], tuple[Array, Array]]


@dataclass(frozen=True)
class Case:
    """A disturbance."""

    name: str
    words: str
    add: Add


def _still(times: Callable[[tuple[int, ...], np.random.Generator], Array]) -> Add:
    """A disturbance that no walk feels."""
    return lambda shape, dice: (np.broadcast_to(times(shape, dice), shape), np.zeros(shape))


def _order(shape: tuple[int, ...], dice: np.random.Generator) -> Array:
    second = dice.permuted(np.broadcast_to(np.arange(shape[1]) % 2, shape[:2]), axis=1)
    return log(1.05) * np.stack([1 - second, second], axis=2)[..., None]


def _of_other(values: Array) -> Array:
    """What is added to the other contender's slices alone, of rounds x groups, or rounds x 1."""
    return np.stack([np.zeros_like(values), values], axis=2)[..., None]


def _beside(*share: float) -> Add:
    """A neighbour on this many of each contender's slices, by chance."""

    def add(shape: tuple[int, ...], dice: np.random.Generator) -> tuple[Array, Array]:
        slices = dice.random(shape[:3]) < np.array(share)
        blocks = dice.random(shape) < np.array(share)[:, None]
        busy = np.where(dice.random(shape) < _STAYS, slices[..., None], blocks)
        return busy * np.array(SLOWED)[:, None], busy * WALK

    return add


def _drift(shape: tuple[int, ...], _: np.random.Generator) -> Array:
    return np.linspace(0, log(1.3), shape[1])[None, :, None, None]


def _modes(shape: tuple[int, ...], dice: np.random.Generator) -> Array:
    return _of_other(np.where(dice.random((shape[0], 1)) < 0.5, -log(1.05), log(1.05)))


_STARTS = "each start of one contender"
_CASES: Mapping[str, tuple[str, Add]] = {
    "as measured": ("nothing is laid over the slices", _still(lambda s, _: np.zeros(s))),
    "drift": ("both become slower by 30 % within each round", _still(_drift)),
    "order": ("whoever comes second in a group is 5 % slower", _still(_order)),
    "bursts": (
        "one slice in ten of one contender takes 1.5 times as long",
        _still(lambda s, dice: _of_other(log(1.5) * (dice.random(s[:2]) < 0.1))),
    ),
    "two modes": (f"{_STARTS} is 5 % faster or 5 % slower, by chance", _still(_modes)),
    "starts": (
        f"{_STARTS} differs by 8 % (standard deviation)",
        _still(lambda s, dice: _of_other(dice.normal(0, log(1.08), (s[0], 1)))),
    ),
    "half busy": ("a neighbour shares the core in half of the slices", _beside(0.5, 0.5)),
    "80 % busy": ("the same in 80 % of the slices", _beside(0.8, 0.8)),
    "97 % busy": ("the same in 97 % of the slices", _beside(0.97, 0.97)),
    "one always busy": (
        "a neighbour shares the core in all slices of one contender, and in half of the other's",
        _beside(0.5, 1.0),
    ),
    "one busier": ("in all slices of one contender, and in 80 % of the other's", _beside(0.8, 1.0)),
    "busy throughout": (
        "a neighbour shares the core in every slice: nothing can show it",
        _beside(1.0, 1.0),
    ),
}
CASES = tuple(Case(name, *of) for name, of in _CASES.items())
RATIOS = (1.00, 1.03, 1.10)
ROUNDS = (6, 10)


@dataclass(frozen=True)
class Found:
    """Simulated sweeps of a cell: how many are of what, held the ratio, are false."""

    cell: str
    case: str
    ratio: float
    rounds: int
    repetitions: int
    quiet: int
    neighbours: int
    held: int
    false: int

    @property
    def open(self) -> float:
        """The share of sweeps in which the row is not of a quiet core."""
        return 1 - self.quiet / self.repetitions

    @property
    def coverage(self) -> float | None:
        """The share of intervals of a quiet core that held the planted ratio; None of none."""
        return self.held / self.quiet if self.quiet else None

    @property
    def false_claims(self) -> float:
        """The share of verdicts that the ratio does not bear out; at the margin two are right."""
        return self.false / self.repetitions


@dataclass(frozen=True)
class Whole:
    """Simulated sweeps with a row of a quiet core: in how many all such rows held."""

    case: str
    rounds: int
    sweeps: int
    held: int

    @property
    def share(self) -> float | None:
        """The share of them; None of none."""
        return self.held / self.sweeps if self.sweeps else None

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return sqrt(self.share * (1 - self.share) / self.sweeps) if self.share is not None else 0.0


def look(
    pools: Mapping[str, Pool], case: Case, *, rounds: int, repetitions: int, seed: int = 1
) -> tuple[list[Found], Whole]:
    """Makes sweeps out of the pools, and judges each as the driver would.

    To plant a ratio is to shift figures: the same draws serve for all ratios.
    """
    dice = np.random.default_rng(seed)
    truth = {
        cell: fmean(_measured(pool.times, pool.walks).figures(*PAIR).values())
        for cell, pool in pools.items()
    }
    rows = {(cell, ratio): [0, 0, 0, 0] for cell in pools for ratio in RATIOS}
    sweeps = whole = 0
    for _ in range(repetitions):
        all_held: list[bool] = []
        for cell, pool in pools.items():
            basis, figures = _made(pool, case, rounds, dice)
            for ratio in RATIOS:
                planted = [value - truth[cell] + log(ratio) for value in figures]
                held, false = _judged(planted, basis, ratio, len(pools))
                counts = rows[cell, ratio]
                counts[0] += basis == "quiet"
                counts[1] += basis == "with neighbours"
                counts[2] += basis == "quiet" and held
                counts[3] += false
            if basis == "quiet":
                all_held.append(held)  # the same of every ratio, to which the figures are shifted
        sweeps, whole = sweeps + bool(all_held), whole + (bool(all_held) and all(all_held))
    results = [
        Found(cell, case.name, ratio, rounds, repetitions, *counts)
        for (cell, ratio), counts in rows.items()
    ]
    return results, Whole(case.name, rounds, sweeps, whole)


def _made(
    pool: Pool, case: Case, rounds: int, dice: np.random.Generator
) -> tuple[Basis, list[float]]:
    """What the driver makes of a cell: what its figures are of, and a log ratio a round."""
    drawn = draw(pool, rounds, dice)
    times, walks = pool.times[drawn], pool.walks[drawn]
    slower, longer = case.add(times.shape, dice)
    measured = _measured(times + slower, walks + longer)
    return measured.basis(*PAIR), list(measured.figures(*PAIR).values())


def draw(pool: Pool, rounds: int, dice: np.random.Generator) -> tuple[Any, Any]:
    """Rounds with replacement, and within each its groups with replacement."""
    count, groups = pool.times.shape[:2]
    chosen = dice.integers(0, count, (rounds, 1))
    return chosen, dice.integers(0, groups, (rounds, groups))


def _measured(times: Array, walks: Array) -> Measured:
    rounds: dict[int, list[dict[Contender, Slice]]] = {}
    sides = np.exp(times).tolist(), np.exp(walks).tolist()
    for number, both in enumerate(zip(*sides, strict=True), 1):
        rounds[number] = [
            {who: _slice(who, number, *each) for who, *each in zip(PAIR, *group, strict=True)}
            for group in zip(*both, strict=True)
        ]
    return Measured(rounds)


_CELL = Cell(object_type="", format="", condition="block")


def _slice(who: Contender, number: int, times: Sequence[float], walks: Sequence[float]) -> Slice:
    blocks = tuple(zip(times, walks, strict=True))
    return Slice(_CELL, who, "", number, 0, 0, 0, median(times), 0, 0, 0, None, {}, blocks=blocks)


def _judged(figures: Sequence[float], basis: Basis, ratio: float, rows: int) -> tuple[bool, bool]:
    """Whether the interval holds the planted ratio, and whether the verdict on it is false."""
    decision = decided(figures, rows)
    if decision is None:
        return False, False
    held = decision.ratio.low <= ratio <= decision.ratio.high
    edge, beyond = abs(ratio - (1 + MARGIN)) < 1e-9, ratio > 1 + MARGIN
    right = {"faster": False, "slower": edge or beyond, "same": edge or not beyond}
    return held, not right.get(decision.verdict, True) and basis != "not alike"
