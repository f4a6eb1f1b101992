"""What reading three fields takes of what parsing the whole object takes: by object type, format,
consumer and kind. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from ..model.cell import Cell, Contender
from ..model.series import DECODE, PARTIAL, USUAL
from ..stats.interval import Interval
from ..stats.pairs import Measured
from ..stats.verdict import CLAIM_ROUNDS
from .facts import Facts
from .ratios import over_rounds, ratio_between_rounds

#: A contender on its cell, and who parses the whole object, on the cell of that.
Pair = tuple[Cell, Contender, Cell, Contender]


@dataclass(frozen=True)
class Reading:
    """A contender that reads three fields, or writes: its time, ns, that of who parses the whole
    object beside it, and the ratio of the two.
    """

    cell: Cell
    contender: Contender
    time_ns: float | None
    #: None where the sweep did not parse whole objects too
    whole_ns: float | None
    over_whole: Interval | None

    @property
    def claims(self) -> bool:
        """Whether the ratio is of enough rounds to be claimed."""
        return self.over_whole is not None and self.over_whole.rounds >= CLAIM_ROUNDS


def readings(facts: Facts) -> list[Reading]:
    """Of each cell of the answer's condition in which three fields are read, each contender. All
    intervals are simultaneous.
    """
    return beside(facts, list(_pairs(facts)))


def _pairs(facts: Facts) -> Iterator[Pair]:
    """Each contender with the cell in which its consumer parses the whole object as usual, and who
    does there.
    """
    compared = facts.compared(facts.conditions[0]) if facts.cells else {}
    for cell, those in compared.items():
        if cell.operation == PARTIAL:
            yield from (
                (cell, who, replace(cell, operation=DECODE, checks=USUAL), Contender(who.consumer))
                for who in those
            )


def beside(facts: Facts, pairs: Sequence[Pair]) -> list[Reading]:
    """Each contender beside who parses the whole object: ratios of rounds, whose intervals are
    simultaneous.
    """
    many = sum(whole in facts.groups for _, _, whole, _ in pairs)
    return [_beside(facts, *pair, rows=max(many, 1)) for pair in pairs]


def _beside(
    facts: Facts, cell: Cell, who: Contender, whole: Cell, parser: Contender, *, rows: int
) -> Reading:
    mine, those = facts.alike.get(cell, Measured({})), facts.alike.get(whole, Measured({}))
    time_ns, whole_ns = over_rounds(mine.times(who)), over_rounds(those.times(parser))
    return Reading(
        cell,
        who,
        time_ns,
        whole_ns,
        ratio_between_rounds(mine.log_times(who), those.log_times(parser), rows),
    )


def least(found: Sequence[Reading]) -> dict[tuple[str, str], list[Reading]]:
    """By object type and consumer, the reading of each format that takes the least of the whole;
    formats without one are left out.
    """
    made: dict[tuple[str, str], dict[str, tuple[float, Reading]]] = {}
    for one in found:
        if one.over_whole:
            share, of_formats = (
                one.over_whole.estimate,
                made.setdefault((one.cell.object_name, one.contender.consumer), {}),
            )
            of_formats[one.cell.format] = min(
                of_formats.get(one.cell.format, (share, one)), (share, one), key=itemgetter(0)
            )
    return {key: [one for _, one in formats.values()] for key, formats in made.items()}
