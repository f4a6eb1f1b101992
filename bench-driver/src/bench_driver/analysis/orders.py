"""Where the fastest library of a runtime changes from object type to object type, and which numbers
of the types tell the two groups apart. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..model import shape
from ..model.cell import Cell, Contender
from ..model.series import DECODE
from ..stats.pairs import together
from .facts import Facts
from .ranking import in_order
from .ratios import Row, row

#: Object types from which on an order is looked at: two always differ in everything.
FEWEST = 3
#: The least and the most of a number over some object types.
Span = tuple[float, float]


@dataclass(frozen=True)
class Change:
    """Two libraries of a runtime in a format, each of which leads on some object types, where the
    other has the verdict that it is slower: of each such type the second's time over the first's.
    """

    format: str
    first: Contender
    second: Contender
    rows: Mapping[str, Row]

    def led(self, by_first: bool) -> list[str]:
        """The object types on which one of them leads."""
        verdict = "slower" if by_first else "faster"
        return [name for name, one in self.rows.items() if one.decision.verdict == verdict]  # type: ignore[union-attr]

    def apart(self, shapes: Mapping[str, Mapping[str, float]]) -> dict[str, tuple[Span, Span]]:
        """The numbers whose ranges over the types of either do not meet, with both."""
        found = {}
        for name in shape.NUMBERS:
            mine, other = (_numbers(shapes, self.led(first), name) for first in (True, False))
            if len(mine) + len(other) < len(self.rows):
                continue
            spans = (min(mine), max(mine)), (min(other), max(other))
            if spans[0][1] < spans[1][0] or spans[1][1] < spans[0][0]:
                found[name] = spans
        return found


def _numbers(
    shapes: Mapping[str, Mapping[str, float]], names: Iterable[str], of: str
) -> list[float]:
    found = (shapes.get(name, {}).get(of) for name in names)
    return [one for one in found if isinstance(one, int | float)]  # a store may say anything


def object_types(facts: Facts) -> list[str]:
    """Those of the answer whose libraries can have an order."""
    return list(dict.fromkeys(cell.object_type for cell, _ in _runtimes(facts)))


def changes(facts: Facts) -> list[Change]:
    """Each change, those of most object types first. The intervals of a series are simultaneous
    over each runtime's fastest library beside its others.
    """
    many = together(cell for cell, those in _runtimes(facts) for _ in those[1:])
    found: dict[tuple[str, Contender, Contender], dict[str, Row]] = {}
    for cell, those in _runtimes(facts):
        measured = facts.measured[cell]
        for other in those[1:]:
            first, second = sorted((those[0], other), key=str)
            one = row(cell, first, second, measured, rows=many[cell.checks])
            if one.decision and one.decision.verdict in ("slower", "faster"):
                found.setdefault((cell.format, first, second), {})[cell.object_type] = one
    every = [Change(*key, rows) for key, rows in found.items()]
    both = [one for one in every if one.led(True) and one.led(False)]
    return sorted(both, key=lambda one: -len(one.rows))


def _runtimes(facts: Facts) -> Iterator[tuple[Cell, list[Contender]]]:
    """The libraries of each runtime on each cell that has several, the fastest first."""
    for cell, those in facts.compared(facts.conditions[0] if facts.cells else "").items():
        if cell.size or cell.operation != DECODE or cell not in facts.measured:
            continue
        for consumer in dict.fromkeys(who.consumer for who in those):
            mine = [who for who in those if who.consumer == consumer and not who.setup]
            if len(order := in_order(facts.measured[cell], mine) if mine else []) > 1:
                yield cell, order
