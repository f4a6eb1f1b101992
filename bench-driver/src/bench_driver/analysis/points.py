"""What an object is on the wire, and what it takes to have it: of each contender on each cell of a
sweep's answer. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, median

from ..model.cell import Cell, Contender
from ..model.series import DECODE
from .facts import Facts
from .ratios import over_rounds
from .slice_facts import Seen


@dataclass(frozen=True)
class Point:
    """A format, in its coding, as a contender reads it: the mean bytes of a body on the wire, and
    by round what decoding, guard and parse take, ns an object. Of plain bodies decoding is empty.
    """

    cell: Cell
    contender: Contender
    body_bytes: float
    parse_ns: Mapping[int, float]
    guard_ns: Mapping[int, float]
    decoding_ns: Mapping[int, float]

    @property
    def format(self) -> str:
        """Its format and its coding."""
        return self.cell.coded_format

    def delivered(self, bits_s: float | None = None) -> dict[int, float]:
        """By round, ns from the first byte on the link to the object: transfer, decoding, guard,
        parse.
        """
        transfer = 8e9 * self.body_bytes / bits_s if bits_s else 0.0
        decoding = self.decoding_ns if self.cell.coding else dict.fromkeys(self.parse_ns, 0.0)
        return {
            number: transfer + decoding[number] + self.guard_ns[number] + parse
            for number, parse in self.parse_ns.items()
            if number in self.guard_ns and number in decoding
        }

    @property
    def of_parse_ns(self) -> float | None:
        """Its parse alone, over rounds."""
        return over_rounds(self.parse_ns)

    @property
    def of_guard_ns(self) -> float | None:
        """Its guard alone, over rounds."""
        return over_rounds(self.guard_ns)

    @property
    def of_decoding_ns(self) -> float | None:
        """The decoding alone, over rounds; None of plain bodies."""
        return over_rounds(self.decoding_ns)

    def delivered_ns(self, bits_s: float | None = None) -> float:
        """The same over rounds."""
        return over_rounds(self.delivered(bits_s)) or 0.0


def points(facts: Facts) -> dict[tuple[Cell, Contender], Point]:
    """By cell of the answer's condition and contender, whole objects alone; none of whom no round
    says all parts of the time.
    """
    if facts.on_all_cores or not facts.cells:
        return {}
    slices: dict[tuple[Cell, Contender], list[Seen]] = {}
    sizes: dict[Cell, list[float]] = {}
    for one in facts.seen:
        cell, run = one.slice.cell, one.run
        sizes.setdefault(cell, []).append(run.coded_bytes or run.body_bytes)
        slices.setdefault((cell, one.slice.contender), []).append(one)
    found = {}
    for cell, those in facts.compared(facts.conditions[0]).items():
        if cell.operation == DECODE and cell in facts.measured:
            for who in those:
                mine = slices.get((cell, who), [])
                guards = [(n.slice.round, n.run.guard_ns, n.run.amount) for n in mine]
                point = Point(
                    cell,
                    who,
                    fmean(sizes[cell]),
                    facts.alike[cell].times(who),
                    _by_round((number, ns / n) for number, ns, n in guards if ns is not None),
                    _by_round(
                        (one.slice.round, one.run.decoding_ns)
                        for one in mine
                        if one.run.decoding_ns is not None
                    ),
                )
                if point.delivered():
                    found[cell, who] = point
    return found


def _by_round(figures: Iterable[tuple[int, float]]) -> dict[int, float]:
    """The median of each round."""
    rounds: dict[int, list[float]] = {}
    for number, ns in figures:
        rounds.setdefault(number, []).append(ns)
    return {number: median(each) for number, each in rounds.items()}
