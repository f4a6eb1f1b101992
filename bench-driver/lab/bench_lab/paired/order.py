"""The order of a round's groups. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

#: Two slices of a group: the place of each contender's in its pair, in the order in which they are made.
Order = tuple[int, int]
_Item = TypeVar("_Item")


def sequence(of: Sequence[_Item], groups: int, dice: random.Random) -> list[tuple[_Item, Order]]:
    """So many groups of each item, all in one random sequence; either contender comes first in half of an item's groups, as nearly as their number allows."""
    made = []
    for item in of:
        first = dice.randrange(2)
        orders: list[Order] = [(0, 1), (1, 0)]
        made += [(item, orders[(first + number) % 2]) for number in range(groups)]
    dice.shuffle(made)
    return made
