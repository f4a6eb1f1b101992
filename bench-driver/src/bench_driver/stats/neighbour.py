"""What a neighbour on the core does to parse times, and times as they are without one. Pure.

A virtual CPU is often one of two hardware threads of a core, and the other may be somebody else's: parsing then takes up to 1.8 times as long, for
milliseconds or for minutes, and no counter of the machine says so. The servers' scan beside each block of windows feels it (`docs/contract/steadiness.md`).
Blocks are sorted into classes by how many times as long as on a quiet core their scans took, and what a class adds to a contender's blocks is taken out of
each. So contenders that met a busy neighbour unequally often, by chance, are compared as on a quiet core; or, where what all classes add is put back, weighted
alike for everybody, as if they had met it alike. This is direct standardization by subclasses of a covariate (W. G. Cochran, "The Effectiveness of Adjustment
by Subclassification", Biometrics 24, 1968, doi 10.2307/2528036), with means that may only rise with the scan (isotonic regression): a busier core makes
nothing faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

#: A block of windows: their median, which a preemption or a collection in it does not move, and the mean of the scans beside it, ns.
Block = tuple[float, float]
#: Between the classes: how many times as long as on a quiet core a scan takes. A second thread on the core makes it 1.5 to 1.8 times.
EDGES = tuple(1.1 * 1.08**place for place in range(7))
#: The part of a contender's scans that are as short as this on a quiet core, or shorter: the shortest of all may be too short by chance.
_QUIETEST = 0.05
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

    @property
    def times(self) -> tuple[float, ...]:
        """How many times as long as in the quietest class blocks take."""
        return tuple(map(exp, self.slower))

    def adjusted_ns(self, blocks: Sequence[Block], weights: Sequence[float]) -> float:
        """What an object takes where the classes have these weights: the median of the blocks brought there, ns."""
        means, classes = np.log([mean for mean, _ in blocks]), _classes(blocks, self.scan_ns)
        return exp(float(np.median(means - np.array(self.slower)[classes])) + float(np.dot(weights, self.slower)))


def response(blocks: Sequence[Block]) -> Response:
    """The response of a contender's blocks of a cell, one or more."""
    from scipy.optimize import isotonic_regression  # where it is used, since the import takes half a second

    scan_ns = float(np.quantile([scan for _, scan in blocks], _QUIETEST))
    means, classes = np.log([mean for mean, _ in blocks]), _classes(blocks, scan_ns)
    parts = [means[classes == number] for number in range(len(EDGES) + 1)]
    known = [number for number, part in enumerate(parts) if len(part) >= _FEWEST]
    share = tuple(len(part) / len(blocks) for part in parts)
    if not known:
        return Response(scan_ns, (0.0,) * len(parts), share)
    levels = isotonic_regression([_trimmed(parts[number]) for number in known], weights=[len(parts[number]) for number in known]).x
    # A class with hardly anybody in it lies between its neighbours.
    return Response(scan_ns, tuple(map(float, np.interp(range(len(parts)), known, levels - levels[0]))), share)


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
