"""What a neighbour on the core does to parse times, and times as they are without one. Pure.

A virtual CPU is often one of two hardware threads of a core, and the other may be somebody else's: parsing then takes up to 1.8 times as long, for
milliseconds or for minutes, and no counter of the machine says so. The servers' scan beside each block of windows feels it (`docs/contract/steadiness.md`).
Blocks are sorted into classes by how many times as long as on a quiet core their scans took, and what a class adds to a contender's blocks is taken out of
each. So contenders that met a busy neighbour unequally often, by chance, are compared as on a quiet core; or, where what all classes add is put back, weighted
alike for everybody, as if they had met it alike. This is direct standardization by subclasses of a covariate (W. G. Cochran, "The Effectiveness of
Adjustment by Subclassification", Biometrics 24, 1968, doi 10.2307/2528036), with means that may only rise with the scan (isotonic regression): a busier core
makes nothing faster.

What a scan takes on a quiet core depends on the contender, so its own scans alone say it. Where a contender hardly met one, its shortest scans are some beside
a neighbour, and its time on a quiet core is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import TypeVar

import numpy as np

#: A block of windows: their median, which a preemption or a collection in it does not move, and the mean of the scans beside it, ns.
Block = tuple[float, float]
Who = TypeVar("Who")
#: Between the classes: how many times as long as on a quiet core a scan takes. A second thread on the core makes it 1.5 to 1.8 times.
EDGES = tuple(1.1 * 1.08**place for place in range(7))
#: A slice's level: the part of its scans that are as short as this, or shorter. A quarter of its blocks is enough to be quiet in.
_LEVEL = 0.25
#: What part of a contender's slices must be quiet for its time on a quiet core to be known; how many at least, and in how many rounds, if there are so many.
_MET, _FEWEST_SLICES, _FEWEST_ROUNDS = 0.05, 3, 3
#: How many times as often as another a contender may be taken to have met a quiet core. All of a cell lie in the same groups and meet the same neighbours: one
#: that met a busy core alone shows as one that was quiet throughout.
_APART = 4.0
#: What is left out of a class's mean at either end: a collection or a preemption in a block.
_TRIMMED = 0.1
#: Blocks without which a class has no mean of its own.
_FEWEST = 4


@dataclass(frozen=True)
class Response:
    """How a contender's blocks of a cell answer to the neighbour, by class."""

    #: what a scan takes on a quiet core, ns
    scan_ns: float
    #: by what factor blocks take longer than in the quietest class, its logarithm
    slower: tuple[float, ...]
    #: which part of the blocks the class has
    share: tuple[float, ...]
    #: which part of the slices was quiet, and whether that is often enough for the time on a quiet core to be known
    quiet: float
    met: bool

    @property
    def times(self) -> tuple[float, ...]:
        """How many times as long as in the quietest class blocks take."""
        return tuple(map(exp, self.slower))

    def adjusted_ns(self, blocks: Sequence[Block], weights: Sequence[float]) -> float:
        """What an object takes where the classes have these weights: the median of the blocks brought there, ns."""
        means, classes = np.log([mean for mean, _ in blocks]), _classes(blocks, self.scan_ns)
        return exp(float(np.median(means - np.array(self.slower)[classes])) + float(np.dot(weights, self.slower)))


def response(slices: Sequence[tuple[int, Sequence[Block]]]) -> Response:
    """The response of a contender's slices of a cell, one or more: the round of each, and its blocks."""
    from scipy.optimize import isotonic_regression  # where it is used, since the import takes half a second

    scan_ns, quiet, met = _quiet(slices)
    blocks = [block for _, those in slices for block in those]
    means, classes = np.log([mean for mean, _ in blocks]), _classes(blocks, scan_ns)
    parts = [means[classes == number] for number in range(len(EDGES) + 1)]
    known = [number for number, part in enumerate(parts) if len(part) >= _FEWEST]
    share = tuple(len(part) / len(blocks) for part in parts)
    if not known:
        return Response(scan_ns, (0.0,) * len(parts), share, quiet, met)
    levels = isotonic_regression([_trimmed(parts[number]) for number in known], weights=[len(parts[number]) for number in known]).x
    # A class with hardly anybody in it lies between its neighbours.
    return Response(scan_ns, tuple(map(float, np.interp(range(len(parts)), known, levels - levels[0]))), share, quiet, met)


def unmet(responses: Mapping[Who, Response]) -> list[Who]:
    """Which contenders of a cell hardly met a quiet core."""
    most = _APART * min((found.quiet for found in responses.values() if found.met), default=0.0)
    return [who for who, found in responses.items() if not found.met or found.quiet > most]


def _quiet(slices: Sequence[tuple[int, Sequence[Block]]]) -> tuple[float, float, bool]:
    """What a contender's scans take on a quiet core, ns; which part of its slices met one; and whether that is often enough.

    A slice is quiet where it took hardly longer than the quietest.
    """
    levels = [float(np.quantile([scan for _, scan in blocks], _LEVEL)) for _, blocks in slices]
    edge = EDGES[0] * min(levels)
    rounds = [number for (number, _), level in zip(slices, levels, strict=True) if level <= edge]
    enough = min(len(slices), max(_FEWEST_SLICES, _MET * len(slices))), min(len({number for number, _ in slices}), _FEWEST_ROUNDS)
    met = len(rounds) >= enough[0] and len(set(rounds)) >= enough[1]
    scan_ns = float(np.median([scan for _, blocks in slices for _, scan in blocks if scan <= edge]))
    return scan_ns, len(rounds) / len(slices), met


def weights(responses: Iterable[Response]) -> tuple[float, ...]:
    """The same weights for everybody: each class's part of the blocks, the mean over contenders."""
    return tuple(map(float, np.mean([one.share for one in responses], axis=0)))


#: The weights by which times are those on a quiet core.
QUIET = (1.0, *(0.0 for _ in EDGES))


def _classes(blocks: Sequence[Block], scan_ns: float) -> np.ndarray:
    return np.searchsorted(np.array(EDGES) * scan_ns, [scan for _, scan in blocks], side="right")


def _trimmed(values: np.ndarray) -> float:
    """The mean without the least and the greatest values."""
    away = int(_TRIMMED * len(values))
    return float(np.sort(values)[away : len(values) - away].mean())
