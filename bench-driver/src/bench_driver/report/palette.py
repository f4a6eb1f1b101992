"""The colour of a consumer, which is the same in every picture, and of its engines."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.cell import Contender
from ..servers.specs import of_role

#: By Okabe and Ito, told apart with any colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
#: Those that are no consumer's.
OTHERS = COLOURS[3:]


def of_names(names: Iterable[str]) -> dict[str, str]:
    """A colour for each of some names that are no consumers."""
    return {name: COLOURS[place % len(COLOURS)] for place, name in enumerate(dict.fromkeys(names))}


def of_consumers(names: Iterable[str]) -> dict[str, str]:
    """Each consumer's colour, in the order given."""
    wanted = list(dict.fromkeys(names))
    every = of_names([*of_role("consumer"), *wanted])
    return {name: every[name] for name in wanted}


def of_contenders(contenders: Iterable[Contender]) -> dict[str, str]:
    """A colour for each contender's name: the first of a consumer has that of the consumer."""
    wanted = list(dict.fromkeys(contenders))
    consumers = of_consumers(who.consumer for who in wanted)
    first = {who.consumer: who for who in reversed(wanted)}
    left = [colour for colour in OTHERS if colour not in consumers.values()] or list(COLOURS)
    others = [who for who in wanted if first[who.consumer] != who]
    return {
        str(who): consumers[who.consumer]
        if who not in others
        else left[others.index(who) % len(left)]
        for who in wanted
    }
