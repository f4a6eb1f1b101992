"""Two sweeps in groups beside each other: each contender's time, and each row's ratio. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...model.cell import Cell, Contender
from ...stats.decision import Decision, decide
from ...stats.groups import difference
from ...stats.pairs import Measured, alike, by_round, together
from .ratios import over_rounds


@dataclass(frozen=True)
class Compared:
    """The second sweep over the first: of a contender's time, ns, or, where there is a `baseline`, of the ratio contender / baseline.

    On all cores a time is that from one object to the next: the ratio of the rates the other way round is the same.
    """

    cell: Cell
    contender: Contender
    baseline: Contender | None
    first: float | None
    second: float | None
    decision: Decision

    def __str__(self) -> str:
        """Its name for people."""
        names = [str(who) for who in (self.contender, self.baseline) if who]
        return f"{self.cell}: {' / '.join(reversed(names) if self.cell.on_all_cores else names)}"


def compared(before: Mapping[Cell, Measured], after: Mapping[Cell, Measured], order: Mapping[Cell, Sequence[Contender]]) -> list[Compared]:
    """What both measured, in this order: times first, then ratios; the intervals of a series in each of the two tables hold together."""
    before, after = _alike(before, after)
    pairs = [(cell, who) for cell, those in order.items() for who in those]
    times = [(cell, who, [side[cell] for side in (before, after) if cell in side and by_round(side[cell].came, who)]) for cell, who in pairs]
    shared = [(cell, who, sides) for cell, who, sides in times if len(sides) > 1]
    many = together(cell for cell, *_ in shared)
    found = [_of_times(cell, who, *sides, rows=many[cell.checks]) for cell, who, sides in shared]
    rows = [(cell, who, those[0]) for cell, those in order.items() for who in those[1:] if who.compared]
    ratios = [(cell, who, baseline, [_ratios(side.get(cell), baseline, who) for side in (before, after)]) for cell, who, baseline in rows]
    both = [(cell, who, baseline, sides) for cell, who, baseline, sides in ratios if all(sides)]
    many = together(cell for cell, *_ in both)
    return found + [Compared(cell, who, baseline, None, None, _decided(*sides, rows=many[cell.checks])) for cell, who, baseline, sides in both]


def _alike(*sides: Mapping[Cell, Measured]) -> list[dict[Cell, Measured]]:
    """The cells that both have, each as its times may be put beside those of the other side."""
    both = {cell: alike(dict(enumerate(side[cell] for side in sides))) for cell in sides[0] if all(cell in side for side in sides)}
    return [{cell: those[number] for cell, those in both.items()} for number in range(len(sides))]


def _ratios(measured: Measured | None, baseline: Contender, other: Contender) -> list[float]:
    """A log ratio a round."""
    return list(measured.figures(baseline, other).values()) if measured else []


def _of_times(cell: Cell, who: Contender, before: Measured, after: Measured, *, rows: int) -> Compared:
    logs = (list(side.log_times(who).values()) for side in (before, after))
    first, second = (over_rounds(by_round(side.rounds, who)) for side in (before, after))
    return Compared(cell, who, None, first, second, _decided(*logs, rows=rows))


def _decided(before: Sequence[float], after: Sequence[float], *, rows: int) -> Decision:
    return decide(difference(before, after, rows), None, rows=rows)
