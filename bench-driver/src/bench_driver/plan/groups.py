"""A round's groups: one slice of each contender of a cell, back to back, balanced, and all cells in
one random sequence. Pure.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from ..errors import UsageError
from ..model.cell import Cell, Contender

#: Groups of a cell in a round: with two providers and two orders each combination comes twice, so
#: that A/A halves hold one of each. Conditions beside the first have half as many: what differs
#: between starts of the processes, no group averages out.
GROUPS = 8
#: The windows of a slice last at least so long together, so that no single disturbance makes its
#: median; seconds.
WINDOWS_S = 0.030
#: A slice has this many objects where it can: blocks of 500, of each of which its median tells,
#: whatever one of them met.
OBJECTS = 4096
#: What a slice measures ends within so long at the pilot's pace, so that what a machine does
#: meanwhile falls on its whole group; seconds.
SLICE_S = 0.5


@dataclass(frozen=True)
class Group:
    """One slice of each contender, in this order, of bodies from this provider. `number` counts the
    cell's groups of the round from 1.
    """

    cell: Cell
    number: int
    provider: str
    order: tuple[Contender, ...]
    #: the amounts at which its slices are reported; empty where that is the cell's size
    points: tuple[int, ...] = ()


def round_of(
    contenders: Mapping[Cell, Sequence[Contender]],
    providers: Sequence[str],
    dice: random.Random,
    groups: Mapping[Cell, int],
) -> list[Group]:
    """The groups of one round in the order in which they are made, this many of each cell.

    Within a cell each provider comes with each order equally often, and each contender stands at
    each place equally often: the orders are the rotations of one shuffled list. UsageError where a
    cell's groups are no multiple of providers times contenders.
    """
    made: list[Group] = []
    for cell, those in contenders.items():
        many = balanced(len(those), len(providers), groups[cell])
        drawn = dice.sample(list(those), len(those))
        orders = [tuple(drawn[start:] + drawn[:start]) for start in range(len(drawn))]
        combinations = [(provider, order) for provider in providers for order in orders] * many
        dice.shuffle(combinations)
        made += [Group(cell, 0, provider, order) for provider, order in combinations]
    dice.shuffle(made)
    return _numbered(made)


def curves_of(
    contenders: Mapping[Cell, Sequence[Contender]],
    providers: Sequence[str],
    dice: random.Random,
    points: Mapping[Cell, Sequence[tuple[int, ...]]],
    number: int,
) -> list[Group]:
    """The groups of one round of long slices: one a provider and set of points.

    Which contender comes first changes from one provider and one round to the next.
    """
    made: list[Group] = []
    for cell, those in contenders.items():
        for place, provider in enumerate(providers):
            start = (number + place) % len(those)
            order = (*those[start:], *those[:start])
            made += [Group(cell, 0, provider, order, each) for each in points[cell]]
    dice.shuffle(made)
    return _numbered(made)


def balanced(contenders: int, providers: int, groups: int) -> int:
    """How often each provider comes with each order in a round; UsageError where it is no whole
    number.
    """
    unit = contenders * providers
    if groups < unit or groups % unit:
        why = (
            f"{providers} providers and {contenders} orders make {unit} combinations, and each "
            "must come equally often"
        )
        raise UsageError(
            f"{groups} groups a round cannot be balanced",
            why=why,
            do=f"ask for {nearest(contenders, providers, groups)}",
        )
    return groups // unit


def nearest(contenders: int, providers: int, groups: int) -> int:
    """The number of groups nearest to that in which each provider comes with each order equally
    often.
    """
    unit = contenders * providers
    return max(1, round(groups / unit)) * unit


def fewer(contenders: int, providers: int, groups: int) -> int:
    """The groups of a cell beside those of the first condition: half as many, and at least each
    provider with each order once.
    """
    unit = contenders * providers
    return max(1, groups // unit // 2) * unit


def _numbered(made: Sequence[Group]) -> list[Group]:
    """The same groups, each cell's counted from 1."""
    seen: dict[Cell, int] = {}
    numbered = []
    for group in made:
        seen[group.cell] = seen.get(group.cell, 0) + 1
        numbered.append(replace(group, number=seen[group.cell]))
    return numbered


@dataclass(frozen=True)
class SliceSize:
    """How many objects each slice of a cell has, and which bound gave way: "windows" where they are
    shorter than `WINDOWS_S`, else "".
    """

    amount: int
    gave_way: str = ""


def slice_size(window_ns: float, whole_ns: float, variants: int) -> SliceSize:
    """The size for a cell, by what an object takes its quickest contender in the window, and its
    slowest contender altogether; ns.

    It is a multiple of the variants, so that each body comes equally often, and `OBJECTS` or more
    where half a second holds them. Where a slice cannot be both long enough for its windows and
    short enough, it stays short.
    """
    enough = ceil(WINDOWS_S * 1e9 / (window_ns * variants))
    most = max(1, int(SLICE_S * 1e9 / (whole_ns * variants)))
    return SliceSize(
        min(max(enough, ceil(OBJECTS / variants)), most) * variants,
        "windows" if enough > most else "",
    )
