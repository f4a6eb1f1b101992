"""Resampling of rounds. Where a round had several runs, they would be drawn within it too; the rounds of a sweep have one run of a scenario and arm each.

A. C. Davison, D. V. Hinkley, "Bootstrap Methods and their Application" (Cambridge 1997), 3.8; for benchmarks T. Kalibera, R. Jones, "Rigorous Benchmarking in
Reasonable Time" (ISMM 2013, doi 10.1145/2464157.2464160): repeat at the level that varies, which here is the round, in fresh processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

#: Resamples of an interval: its ends then move by about 0.2 % of its width from seed to seed.
RESAMPLES = 10_000
#: The seed is fixed, so that the same results give the same report.
SEED = 20_170_422

Rounds = Sequence[Sequence[float]]
Array = NDArray[np.float64]


def round_figures(rounds: Rounds) -> Array:
    """A figure a round: the median of its runs."""
    return np.array([np.median(values) for values in rounds])


def draw_rounds(count: int, generator: np.random.Generator, resamples: int = RESAMPLES) -> NDArray[np.int64]:
    """Which round stands in each place of each resample; shape (resamples, count)."""
    return generator.integers(0, count, (resamples, count))


@cache
def drawn_rounds(count: int) -> NDArray[np.int64]:
    """The same draw for everything that has so many rounds."""
    return draw_rounds(count, np.random.default_rng(SEED + 1))


def resampled_figures(rounds: Rounds, drawn: NDArray[np.int64], generator: np.random.Generator) -> Array:
    """The figure of each drawn round, its runs drawn anew with replacement; of `drawn`'s shape. A round of one run has nothing to draw."""
    sizes = np.array([len(values) for values in rounds])
    if sizes.max() == 1:
        return np.array([values[0] for values in rounds], dtype=float)[drawn]
    padded = np.full((len(rounds), sizes.max()), np.nan)
    for number, values in enumerate(rounds):
        padded[number, : len(values)] = values
    picks = np.floor(generator.random((*drawn.shape, int(sizes.max()))) * sizes[drawn][..., None]).astype(np.int64)
    runs = padded[drawn[..., None], picks]
    runs[np.arange(sizes.max()) >= sizes[drawn][..., None]] = np.nan
    return np.asarray(np.nanmedian(runs, axis=-1))
