"""What a sweep of two builds says of both: rows, what one of them has alone, and what a gate makes
of them. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.headline import BY, kind, said
from bench_driver.analysis.ratios import Row, row
from bench_driver.errors import ExitCode
from bench_driver.model.cell import Cell, Contender
from bench_driver.stats.decision import MARGIN, MOST_ROUNDS, rounds_for_gate
from bench_driver.stats.pairs import Measured, together
from bench_driver.stats.verdict import CLAIM_ROUNDS, could_show, least

Word = Literal["slower", "undecided", "not slower", "not comparable"]
_CODES: Mapping[Word, ExitCode] = {
    "slower": ExitCode.REGRESSION,
    "undecided": ExitCode.UNDECIDED,
    "not slower": ExitCode.OK,
    "not comparable": ExitCode.NOT_COMPARABLE,
}


@dataclass(frozen=True)
class Sides:
    """The rows of two builds, and a line for each contender that one of the two has alone."""

    rows: Sequence[Row]
    lacking: Sequence[str] = ()

    @property
    def slower(self) -> list[Row]:
        """The rows that became slower by the margin or more."""
        return [row for row in self.rows if kind(row) == "slower"]

    @property
    def undecided(self) -> list[Row]:
        """The rows that may have become slower, as far as anybody can tell."""
        return [row for row in self.rows if kind(row) != "slower" and not _is_not_slower(row)]

    @property
    def word(self) -> Word:
        """What a gate says of them all."""
        if not self.rows:
            return "not comparable"
        if self.slower:
            return "slower"
        return "undecided" if self.undecided or self.lacking else "not slower"

    @property
    def code(self) -> ExitCode:
        """What a gate ends with."""
        return _CODES[self.word]

    @property
    def could_show(self) -> str:
        """Which difference they could have shown."""
        decided = [row.decision if row.basis != "not alike" else None for row in self.rows]
        return could_show([least(one.ratio, 1 + MARGIN) if one else None for one in decided])

    @property
    def rounds_wanted(self) -> int | None:
        """About how many rounds would decide all undecided rows; None where no number up to
        `MOST_ROUNDS` would.
        """
        many = Counter(_series(row) for row in self.undecided)
        wanted = [_rounds(row, many[_series(row)]) for row in self.undecided]
        known = [rounds for rounds in wanted if rounds and rounds <= MOST_ROUNDS]
        return max(known) if known and len(known) == len(wanted) else None


def verdict(row: Row) -> str:
    """What a gate says of a row. It needs no more than that a row is surely not slower."""
    found = kind(row)
    if found in ("slower", "faster"):
        return f"{found} by {BY} or more"
    return f"not slower by {BY}" if found == "unresolved" and _is_not_slower(row) else said(row)


def _is_not_slower(row: Row) -> bool:
    """Whether the whole interval lies below the margin, faster or not."""
    ratio = row.decision.ratio if row.decision and row.basis != "not alike" else None
    return ratio is not None and ratio.rounds >= CLAIM_ROUNDS and ratio.high < 1 + MARGIN


def _rounds(row: Row, rows: int) -> int | None:
    if row.decision is None or row.basis == "not alike":
        return None
    rounds = rounds_for_gate(row.decision.ratio, row.deviation, rows=rows)
    return rounds or (CLAIM_ROUNDS if kind(row) == "too few rounds" else None)


def _series(row: Row) -> tuple[str, str]:
    """Rows of which the intervals are simultaneous."""
    return row.baseline.server, row.cell.checks


def sides(series: Sequence[Facts], pairs: Mapping[str, str], names: tuple[str, str]) -> Sides:
    """The two builds of each pair of servers, called by these `names`, the earlier first."""
    each = [(one, *pair) for pair in pairs.items() for one in series]
    rows = [row for one, before, after in each for row in between(one, before, after)]
    of = {name: side for pair in pairs.items() for name, side in zip(pair, names, strict=True)}
    lacking = [
        f"{cell}: {replace(who, setup='')} was not measured with {of[other]}"
        for one, before, after in each
        for cell, who, other in lone(one, before, after)
    ]
    return Sides(rows, lacking)


def between(facts: Facts, before: str, after: str) -> list[Row]:
    """One consumer beside another of its runtime, with the same engine, on each cell of the answer.

    All intervals of a series are simultaneous.
    """
    pairs = [
        (cell, one, other)
        for cell, those in _compared(facts).items()
        for one in those
        if one.server == before and (other := _same(one, after, those))
    ]
    many = together(cell for cell, *_ in pairs)
    return [
        row(*pair, facts.measured.get(pair[0], Measured({})), rows=many[pair[0].checks])
        for pair in pairs
    ]


def lone(facts: Facts, before: str, after: str) -> list[tuple[Cell, Contender, str]]:
    """What one of two such consumers has alone: the cell, the contender, and who lacks it."""
    return [
        (cell, one, there)
        for cell, those in _compared(facts).items()
        for here, there in ((before, after), (after, before))
        for one in those
        if one.server == here and not _same(one, there, those)
    ]


def _compared(facts: Facts) -> dict[Cell, list[Contender]]:
    return facts.compared(facts.conditions[0] if facts.cells else "")


def _same(one: Contender, server: str, those: Iterable[Contender]) -> Contender | None:
    """The contender of that server that has the same engine; None of none."""
    return next((who for who in those if (who.server, who.engine) == (server, one.engine)), None)
