"""Which format for which object: bytes on the wire against the time to have the object. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean, median

from ..model.cell import Cell, Contender
from ..model.series import DECODE
from .facts import Facts
from .ranking import in_order
from .ratios import Row, over_rounds, row_of_figures

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
class Point:
    """A format as a consumer reads it by its quickest engine: the mean bytes of a body, and by
    round what its parse and its guard take, ns an object.
    """

    cell: Cell
    contender: Contender
    body_bytes: float
    parse_ns: Mapping[int, float]
    guard_ns: Mapping[int, float]

    @property
    def format(self) -> str:
        """Its format."""
        return self.cell.format

    def delivered(self, bits_s: float | None = None) -> dict[int, float]:
        """By round, ns from the first byte on the link to the object: transfer, guard, parse."""
        transfer = 8e9 * self.body_bytes / bits_s if bits_s else 0.0
        return {
            number: transfer + self.guard_ns[number] + parse
            for number, parse in self.parse_ns.items()
            if number in self.guard_ns
        }

    @property
    def of_parse_ns(self) -> float | None:
        """Its parse alone, over rounds."""
        return over_rounds(self.parse_ns)

    @property
    def of_guard_ns(self) -> float | None:
        """Its guard alone, over rounds."""
        return over_rounds(self.guard_ns)

    def delivered_ns(self, bits_s: float | None = None) -> float:
        """The same over rounds."""
        return over_rounds(self.delivered(bits_s)) or 0.0


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
    for one in _points(facts):
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
    if facts.on_all_cores or not facts.cells:
        return
    runs: dict[tuple[Cell, Contender], dict[int, list[float]]] = {}
    sizes: dict[Cell, list[float]] = {}
    for one in facts.seen:
        sizes.setdefault(one.slice.cell, []).append(one.run.body_bytes)
        if one.run.guard_ns is not None:
            rounds = runs.setdefault((one.slice.cell, one.slice.contender), {})
            each = one.run.guard_ns / one.run.amount
            rounds.setdefault(one.slice.round, []).append(each)
    for cell, those in facts.compared(facts.conditions[0]).items():
        if cell.operation != DECODE or cell.coding or cell not in facts.measured:
            continue
        for consumer in dict.fromkeys(who.consumer for who in those):
            mine = [who for who in those if who.consumer == consumer and not who.setup]
            if order := in_order(facts.measured[cell], mine):
                who = order[0]
                guard = {n: median(each) for n, each in runs.get((cell, who), {}).items()}
                parse = facts.alike[cell].times(who)
                if parse.keys() & guard.keys():
                    yield Point(cell, who, fmean(sizes[cell]), parse, guard)
