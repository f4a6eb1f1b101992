"""Times on a core that nobody shares. Pure.

A virtual CPU is often one of two hardware threads of a core. Where somebody else uses the other, parsing takes up to
1.8 times as long, for milliseconds or for minutes, and no counter of the machine says so. So a server times a fixed
walk over memory beside each block of 500 parses (`docs/contract/steadiness.md`), which then takes 1.5 times as long
and more. Of a contender and round those blocks count whose walk took at most 1.1 times the contender's quiet walk. The walks of a
slice in which the runtime compiled are infinite: it is left out, whatever its core was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from statistics import median

from .verdict import CLAIM_ROUNDS

#: A block of 500 windows: their median, which a preemption in it does not move, and the mean of its walks, ns.
Block = tuple[float, float]
#: A slice: its round, and its blocks.
Walked = tuple[int, Sequence[Block]]
#: How many times its quiet walk a walk may take on a quiet core; and by what two sweeps' quiet walks may differ.
NEAR = 1.1
#: A figure of a round takes so many quiet blocks, from so many slices: one quiet second says little of a round.
BLOCKS, SLICES = 8, 3
#: How many times as often as another a contender may meet a quiet core. All of a group meet the same neighbours, so one
#: that met a busy core alone, and whose quiet walk is therefore a slow one, shows as one that was quiet throughout.
APART = 4.0
#: A slice's level: the part of its walks that are as short as this, or shorter. A quarter of its blocks is enough.
_LEVEL = 0.25


@dataclass(frozen=True)
class Core:
    """What a contender met on its core in a cell of a sweep."""

    #: what its walk takes on a quiet core, ns: one value a contender, cell and sweep; infinite where no slice was warm
    walk_ns: float
    #: which part of its blocks was quiet
    share: float
    #: by round, what an object takes on a quiet core, ns; a round with too few quiet blocks has none
    times_ns: Mapping[int, float]


def core(slices: Sequence[Walked], walk_ns: float | None = None) -> Core:
    """The core of a contender's slices, one or more, each with blocks; by its quiet walk where that is known from more than these."""
    warm = [(number, blocks) for number, blocks in slices if all(isfinite(walk) for _, walk in blocks)]
    if not warm:
        return Core(inf, 0.0, {})
    quiet_walk_ns = walk_ns or quiet_walk(warm)
    most = NEAR * quiet_walk_ns
    quiet = [(number, [time for time, walk in blocks if walk <= most]) for number, blocks in warm]
    share = sum(len(times) for _, times in quiet) / sum(len(blocks) for _, blocks in warm)
    rounds: dict[int, list[list[float]]] = {}
    for number, times in quiet:
        if times:
            rounds.setdefault(number, []).append(times)
    enough = {number: parts for number, parts in rounds.items() if len(parts) >= SLICES and sum(map(len, parts)) >= BLOCKS}
    figures = {number: median(time for part in parts for time in part) for number, parts in enough.items()}
    return Core(quiet_walk_ns, share, figures)


def quiet_walk(slices: Sequence[Walked]) -> float:
    """What a contender's walk takes on a quiet core, ns: the median of the walks that are as short as those of its quietest slices."""
    levels = [sorted(walk for _, walk in blocks)[int(_LEVEL * (len(blocks) - 1))] for _, blocks in slices]
    most = NEAR * min(levels)
    return median(walk for _, blocks in slices for _, walk in blocks if walk <= most)


def enough(figures: int, rounds: int) -> bool:
    """Whether so many rounds have figures of a quiet core as a claim takes; of fewer rounds, all."""
    return figures >= min(CLAIM_ROUNDS, rounds)


def alike(one: float, other: float) -> bool:
    """Whether the quiet walks of two sweeps are those of one core: else one of the two was busy throughout, or it is another machine."""
    return max(one, other) <= NEAR * min(one, other)
