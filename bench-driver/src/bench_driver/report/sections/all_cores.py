"""What all cores do at once: each contender's rate, who has the greater one, and what part of its
threads' each reaches. The screen shows the same tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.facts import Facts
from ...analysis.headline import said
from ...analysis.ratios import Row, over_rounds
from ...analysis.scaling import threads
from ...model.cell import Cell, Contender
from ...model.condition import CORES
from ...stats.pairs import by_round
from .. import words
from ..document import Section, Table, Text
from .columns import CELL, cell_of, guards, of_each, pairs

_TITLE = "On all cores at once"


def cores(facts: Facts) -> Section | None:
    """A sentence, a row each cell, and how to read it; None where the answer itself has them."""
    if CORES not in facts.conditions or facts.on_all_cores:
        return None
    return Section(CORES, _TITLE, [Text(sentence(facts)), *tables(facts), Text(reading())])


def sentence(facts: Facts) -> str:
    """What was measured, plainly."""
    known = [
        threads(rounds) for cell, rounds in facts.groups.items() if cell.on_all_cores and rounds
    ]
    many = f"{max(known)} threads" if known else "all threads"
    return (
        f"Each contender parses on {many} at once, as a busy service does; its rate is objects "
        "parsed and released a second."
    )


def tables(facts: Facts) -> list[Table]:
    """Of each series a table for each two contenders, or, where nobody is compared, for each one;
    none where it was not measured.
    """
    return of_each(facts, _tables)


def _tables(facts: Facts) -> list[Table]:
    rows = facts.rows_of(CORES)
    if rows:
        return [_pair(facts, *names, mine) for names, mine in pairs(rows).items()]
    alone = [
        [*cell_of(cell), str(who), *_of(facts, cell, who)]
        for cell, those in facts.compared(CORES).items()
        for who in those
    ]
    return (
        [Table([*CELL, "contender", "objects/s", "scaling"], alone, len(CELL) + 1, _TITLE)]
        if alone
        else []
    )


def _pair(facts: Facts, baseline: Contender, other: Contender, rows: Sequence[Row]) -> Table:
    lines = []
    for row in rows:
        (first, first_scaling), (second, second_scaling) = (
            _of(facts, row.cell, who) for who in (baseline, other)
        )
        ratio = words.ratio(row.decision.ratio if row.decision else None)
        verdict, libraries = (
            said(row, one_start=facts.one_start),
            " / ".join(facts.engine(row.cell, who) or "unknown" for who in (baseline, other)),
        )
        lines.append(
            [
                *cell_of(row.cell),
                first,
                second,
                ratio,
                verdict,
                first_scaling,
                second_scaling,
                libraries,
            ]
        )
    guard = guards(facts, [row.cell for row in rows], (baseline, other))
    rates, scalings = (
        [f"{who} {what}" for who in (baseline, other)] for what in ("objects/s", "scaling")
    )
    head = [*CELL, *rates, f"ratio {baseline} / {other}", "verdict", *scalings, "libraries"]
    return Table(
        head,
        lines,
        len(CELL),
        f"{baseline} and {other}, {words.going_on(_TITLE)}" + (f"; {guard}" if guard else ""),
    )


def _of(facts: Facts, cell: Cell, who: Contender) -> tuple[str, str]:
    """A contender's rate on all cores, and its scaling."""
    return words.rate(each_ns(facts, cell, who)), words.share(facts.scalings.get((cell, who)))


def each_ns(facts: Facts, cell: Cell, who: Contender) -> float | None:
    """The time from one of a contender's objects to the next, ns, of which its rate is made; None
    where no group is whole.
    """
    return over_rounds(by_round(facts.groups.get(cell, {}), who))


def reading() -> str:
    """How to read the tables."""
    return (
        "objects/s: of all threads together, the median over a round's slices and then over "
        "rounds. ratio: of the two rates, by groups as in every table; above 1 the first is "
        "faster. scaling: the rate over that of one thread times the threads, by the same groups; "
        "100 % is perfect. Intervals of a series are simultaneous at 95 %, of the ratios and of "
        "the scalings."
    )
