"""A flame graph of sampled stacks: which function was on the stack how often, beneath its caller.

Pure.

After Brendan Gregg, "The Flame Graph", Communications of the ACM 59(6), 2016: width is the share of
samples, height the depth; order is by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

#: A stack of functions, the outermost first.
Stack = tuple[str, ...]
#: What takes less of all samples than this is not drawn.
LEAST = 0.002


@dataclass(frozen=True)
class Frame:
    """A function in its place, from `start` to `end` at its depth; `own` is its own samples' share.

    All but the depth are shares of all samples.
    """

    name: str
    depth: int
    start: float
    end: float
    own: float

    @property
    def share(self) -> float:
        """The samples that it was on the stack of."""
        return self.end - self.start


def flames(stacks: Mapping[Stack, int]) -> list[Frame]:
    """The frames that are wide enough to be drawn, callers before those they call."""
    whole = sum(stacks.values())
    return list(_frames(sorted(stacks.items()), 0, 0, whole)) if whole else []


def _frames(
    stacks: Sequence[tuple[Stack, int]], depth: int, before: int, whole: int
) -> Iterator[Frame]:
    """Those at this depth and below it.

    The stacks are sorted, equal down to it, and begin after this many samples.
    """
    place = 0
    while place < len(stacks):
        stack, _ = stacks[place]
        if len(stack) <= depth:  # it ends in its caller
            before += stacks[place][1]
            place += 1
            continue
        last = place
        while (
            last < len(stacks)
            and len(stacks[last][0]) > depth
            and stacks[last][0][depth] == stack[depth]
        ):
            last += 1
        same = stacks[place:last]
        count = sum(number for _, number in same)
        if count / whole >= LEAST:
            own = sum(number for one, number in same if len(one) == depth + 1)
            yield Frame(stack[depth], depth, before / whole, (before + count) / whole, own / whole)
            yield from _frames(same, depth + 1, before, whole)
        before, place = before + count, last


def hottest(stacks: Mapping[Stack, int], count: int) -> list[tuple[str, float]]:
    """The functions in which most samples ended, with their shares."""
    own: dict[str, int] = {}
    for stack, number in stacks.items():
        own[stack[-1]] = own.get(stack[-1], 0) + number
    whole = sum(own.values())
    return [
        (name, number / whole)
        for name, number in sorted(own.items(), key=lambda item: (-item[1], item[0]))[:count]
    ]
