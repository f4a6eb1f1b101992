"""Times on a core that nobody shares. Pure.

A virtual CPU is often one of two hardware threads of a core. Where somebody else uses the other,
parsing takes up to 1.8 times as long, for milliseconds or for minutes, and no counter of the
machine says so. So a server times a fixed walk over memory beside each block of 500 parses
(`docs/contract/steadiness.md`), which then takes 1.5 times as long and more. Of a contender and
round those blocks count whose walk took at most 1.1 times the round's quiet walk, that is, its
process's: what a walk costs differs from one start of a JVM to the next by up to a fifth. A round
whose quiet walk is over 1.25 times the shortest of the sweep was busy throughout. The walks of a
slice in which the runtime compiled are infinite: it is left out, whatever its core was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from statistics import median

from .verdict import CLAIM_ROUNDS

#: A block of 500 windows: their median, which a preemption in it does not move, and the mean of its
#: walks, ns.
Block = tuple[float, float]
#: A slice: its round, and its blocks.
Walked = tuple[int, Sequence[Block]]
#: How many times its round's quiet walk a walk may take on a quiet core.
NEAR = 1.1
#: By how many times quiet walks of two starts may differ, in one sweep or in two, though nobody
#: shared the core of either.
STARTS = 1.25
#: A figure of a round needs this many quiet blocks, from this many slices: one quiet second says
#: little of a round.
BLOCKS, SLICES = 8, 3
#: How many times as often as another a contender may meet a quiet core. All of a group meet the
#: same neighbours, so one that had a busy core alone, and whose quiet walk is therefore a slow one,
#: shows as one that was quiet throughout.
APART = 4.0
#: A slice's level: the part of its walks that are as short as this, or shorter. A quarter of its
#: blocks is enough.
_LEVEL = 0.25


@dataclass(frozen=True)
class Core:
    """What a contender met on its core in a cell of a sweep."""

    #: what a walk takes on a quiet core in each round that has one, ns
    walks_ns: Mapping[int, float]
    #: which part of its blocks was quiet
    share: float
    #: by round, what an object takes on a quiet core, ns; a round with too few quiet blocks has
    #: none
    times_ns: Mapping[int, float]

    @property
    def walk_ns(self) -> float:
        """What a walk takes on a quiet core, ns: the median over rounds; infinite where no round
        has one.
        """
        return median(self.walks_ns.values()) if self.walks_ns else inf


def core(
    slices: Sequence[Walked], known: Mapping[int, float] | None = None, least_ns: float = inf
) -> Core:
    """The core of a contender's slices, one or more, each with blocks.

    By the quiet walks of its rounds where they are `known` from more than these, and by the
    shortest so far where that is shorter than all of them.
    """
    rounds: dict[int, list[Sequence[Block]]] = {}
    for number, blocks in slices:
        if all(isfinite(walk) for _, walk in blocks):
            rounds.setdefault(number, []).append(blocks)
    walks = (
        known
        if known is not None
        else _of_starts({number: quiet_walk(each) for number, each in rounds.items()}, least_ns)
    )
    quiet = {
        number: [_quiet(blocks, walks[number]) for blocks in each]
        for number, each in rounds.items()
        if number in walks
    }
    parts = {number: [times for times in each if times] for number, each in quiet.items()}
    enough = {
        number: each
        for number, each in parts.items()
        if len(each) >= SLICES and sum(map(len, each)) >= BLOCKS
    }
    figures = {
        number: median(time for times in each for time in times) for number, each in enough.items()
    }
    met, every = (
        sum(len(blocks) for each in one.values() for blocks in each) for one in (parts, rounds)
    )
    return Core(walks, met / every if every else 0.0, figures)


def _quiet(blocks: Sequence[Block], walk_ns: float) -> list[float]:
    return [time for time, walk in blocks if walk <= NEAR * walk_ns]


def _of_starts(walks: Mapping[int, float], least_ns: float) -> dict[int, float]:
    """Those of rounds that were not busy throughout."""
    most = STARTS * min([least_ns, *walks.values()])
    return {number: walk for number, walk in walks.items() if walk <= most}


def quiet_walk(slices: Sequence[Sequence[Block]]) -> float:
    """What a walk takes on a quiet core in a round, ns: the median of the walks that are as short
    as those of its quietest slices.
    """
    levels = [
        sorted(walk for _, walk in blocks)[int(_LEVEL * (len(blocks) - 1))] for blocks in slices
    ]
    most = NEAR * min(levels)
    return median(walk for blocks in slices for _, walk in blocks if walk <= most)


def enough(figures: int, rounds: int) -> bool:
    """Whether this many rounds have figures of a quiet core as a claim takes; of fewer
    rounds, all.
    """
    return figures >= min(CLAIM_ROUNDS, rounds)


def alike(one: float, other: float) -> bool:
    """Whether the quiet walks of two sweeps are those of one core: else one of the two was busy
    throughout, or it is another machine.
    """
    return max(one, other) <= STARTS * min(one, other)
