"""Which format for which object: bytes on the wire against the time to have the object. Pure.

The time over a link leaves out what a request takes beside its body's bytes: the heads of request,
answer and segments, and both servers' time for it (condition `http`'s `fetch`). With both it is the
model that docs/results/link.md compares with a link of a known bandwidth, and whose error it
states. That model has no term for ACKs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..model.cell import Cell, Contender
from .facts import Facts
from .points import Point, points
from .ranking import in_order
from .ratios import Row, row_of_figures

#: Formats from which on there is a choice to draw.
FEWEST = 3
#: Bits a second of a link; over loopback bytes take no time.
BANDWIDTHS: Mapping[str, float | None] = {
    "loopback": None,
    "10 Gbit/s": 1e10,
    "1 Gbit/s": 1e9,
    "100 Mbit/s": 1e8,
    "20 Mbit/s": 2e7,
}


@dataclass(frozen=True)
class Front:
    """The formats of an object type in a consumer, the quickest to have over loopback first; at
    one bandwidth the intervals of `rows` ratios are simultaneous.
    """

    object_name: str
    consumer: str
    points: Sequence[Point]
    rows: int = 1

    def row(self, one: Point, other: Point, bits_s: float | None = None) -> Row:
        """The other's time over the one's."""
        sides = one.delivered(bits_s), other.delivered(bits_s)
        return row_of_figures(one.cell, one.contender, other.contender, *sides, rows=self.rows)

    def beats(self, one: Point, other: Point) -> bool:
        """Whether one has no more bytes, and a verdict that it is faster, or, with fewer, as
        fast.
        """
        decision = self.row(one, other).decision
        if one.body_bytes > other.body_bytes or not decision:
            return False
        fewer = one.body_bytes < other.body_bytes
        return decision.verdict == "slower" or (decision.verdict == "same" and fewer)

    @cached_property
    def beaten(self) -> Mapping[str, Point]:
        """By format, the quickest that beats it."""
        by = {
            other.format: [one for one in self.points if self.beats(one, other)]
            for other in self.points
        }
        return {name: winners[0] for name, winners in by.items() if winners}

    @cached_property
    def unresolved(self) -> list[Point]:
        """Of the others, those next to one with no more bytes without a verdict on the two."""
        return [
            other
            for other in self.points
            if other.format not in self.beaten
            and any(
                one.body_bytes <= other.body_bytes and self._open(one, other)
                for one in self.points
                if one != other
            )
        ]

    def _open(self, one: Point, other: Point) -> bool:
        decision = self.row(one, other).decision
        return not decision or decision.verdict == "unresolved"

    @property
    def unbeaten(self) -> list[Point]:
        """The Pareto front, as far as it is decided: the one of the fewest bytes at least."""
        return [
            one
            for one in self.points
            if one.format not in self.beaten and one not in self.unresolved
        ]

    def winners(self, bits_s: float | None) -> list[Point]:
        """Who is quickest at a bandwidth, and with it all whom no verdict calls slower."""
        first, *others = sorted(self.points, key=lambda one: one.delivered_ns(bits_s))
        verdicts = [(one, self.row(first, one, bits_s).decision) for one in others]
        return [first, *(one for one, made in verdicts if not made or made.verdict != "slower")]


def fronts(facts: Facts) -> list[Front]:
    """Each object type and consumer of a series' answer that has formats enough."""
    found: dict[tuple[str, str], list[Point]] = {}
    for one in _points(facts.whole):
        found.setdefault((one.cell.object_name, one.contender.consumer), []).append(one)
    made = [
        Front(*key, sorted(points, key=Point.delivered_ns))
        for key, points in found.items()
        if len(points) >= FEWEST
    ]
    # The quickest is chosen by the same figures, so each two formats count.
    rows = sum(len(one.points) * (len(one.points) - 1) // 2 for one in made)
    return [replace(one, rows=rows) for one in made]


def _points(facts: Facts) -> Iterator[Point]:
    """Each format of a consumer by its quickest engine."""
    known = points(facts)
    engines: dict[tuple[Cell, str], list[Contender]] = {}
    for cell, who in known:
        if not who.setup:
            engines.setdefault((cell, who.consumer), []).append(who)
    for (cell, _), mine in engines.items():
        if order := in_order(facts.measured[cell], mine):
            yield known[cell, order[0]]
