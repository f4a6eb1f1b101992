"""What a reader wants to know first: who is faster on each cell, by how much, and what may be said
of it. The screen shows the same tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...analysis.claim import Claim
from ...analysis.facts import Facts
from ...analysis.headline import BY, said
from ...analysis.ratios import Row
from ...model.cell import Contender
from ...model.condition import CORES
from ...model.series import CHECKS, KINDS, WRITTEN
from ...stats.verdict import CLAIM_ROUNDS
from .. import words
from ..document import Block, Charts, Items, Section, Table, Text
from . import all_cores as cores
from . import best_libraries as best
from .columns import CELL, cell_of, guards, of_each, pairs
from .dots import drawn

#: What the series of whole objects are.
SAID_OF_CHECKS = (
    f"{CHECKS['usual']}: each library is configured as its own documentation begins. "
    f"{CHECKS['equal']}: each engine itself refuses, inside the timed window, the fields that "
    "the guard refuses. Rust's engines with equal checks are a build of their own. The two "
    "series are never mixed: each has processes and simultaneous intervals of its own. In "
    "both, the guard refuses unsound bodies before the clock starts."
)
#: What a sweep of the best compares.
SAID_OF_BEST = (
    "By the best library: an earlier sweep of all libraries chose the quickest of each "
    "runtime for each row; this sweep measured them afresh. Readers written by hand for one "
    "object type are left out."
)
_SAID_OF_KINDS = (
    "Three fields: engines that read an early, a middle and a last field of each object. Each "
    "kind of engine is a series of its own. All skip over bodies that the same guard "
    "accepted; Conditions say what each engine checks of what it skips."
)
_SAID_OF_WRITING = (
    "Objects written: how long an engine takes to serialize an object into memory, as the "
    "canonical bytes. It is a series of its own, since nothing is parsed in it."
)


def answer(facts: Facts) -> Section:
    """The answer in a sentence; of each series by itself as a picture and as a table."""
    blocks: list[Block] = [
        Text(facts.answer, lead=True),
        *([Text(cores.sentence(facts))] if facts.on_all_cores else []),
    ]
    for one in facts.series:
        blocks += [Charts(drawn(one)), *tables(one)]
    blocks += [Items(lines)] if (lines := best.lines(facts)) else []
    return Section(
        "answer",
        "The answer",
        [
            *blocks,
            *([Text(facts.told.next)] if facts.told.next else []),
            Text(cores.reading() if facts.on_all_cores else reading(facts)),
            *map(Text, _said(facts)),
        ],
    )


def notes_of(facts: Facts) -> list[str]:
    """What a reader must know next to the sentence, a line each."""
    return [trusted(facts), *best.lines(facts)]


def trusted(of: Facts | Claim) -> str:
    """What a sweep or a claim is good for, as a line of its own."""
    return f"Trust: {of.trust}."


def _said(facts: Facts) -> list[str]:
    """What the series are that were measured."""
    measured = {cell.checks for cell in facts.cells}
    whole = [SAID_OF_CHECKS] if measured & CHECKS.keys() or not measured else []
    if facts.best_of:
        return [SAID_OF_BEST]
    return [
        *whole,
        *([_SAID_OF_KINDS] if measured & KINDS.keys() else []),
        *([_SAID_OF_WRITING] if measured & WRITTEN.keys() else []),
    ]


def tables(facts: Facts) -> list[Table]:
    """Of each series a table for each two contenders, aside where there are more than the usual
    ones, and one for each condition beside: what it adds.
    """
    return cores.tables(facts) if facts.on_all_cores else of_each(facts, _tables)


def headline(facts: Facts) -> list[Table]:
    """Of each series a table for each two contenders."""
    return of_each(facts, _pairs)


def _tables(facts: Facts) -> list[Table]:
    return [*_pairs(facts), *waiting(facts)]


def waiting(facts: Facts) -> list[Table]:
    """What each condition next to the first adds."""
    return [_waiting(facts, name) for name in facts.beside]


def _pairs(facts: Facts) -> list[Table]:
    first = pairs(facts.first_rows)
    return [
        replace(_pair(facts, *names, rows), aside=names not in first)
        for names, rows in pairs(facts.rows).items()
    ]


def _pair(facts: Facts, baseline: Contender, other: Contender, rows: Sequence[Row]) -> Table:
    lines = [
        [
            *cell_of(row.cell),
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.ratio(row.decision.ratio if row.decision else None),
            facts.noise(row),
            said(row, one_start=facts.one_start),
            " / ".join(
                facts.engine(row.cell, who) or "unknown" for who in (row.baseline, row.other)
            ),
        ]
        for row in rows
    ]
    unit = unit_of(rows[0].cell.condition)
    head = [
        *CELL,
        f"{baseline} {unit}",
        f"{other} {unit}",
        f"ratio {other} / {baseline}",
        "noise",
        "verdict",
        "libraries",
    ]
    guard = guards(facts, [row.cell for row in rows], (baseline, other))
    return Table(
        head,
        lines,
        len(CELL),
        f"{baseline} and {other}, condition {rows[0].cell.condition}"
        + (f"; {guard}" if guard else ""),
    )


def unit_of(condition: str) -> str:
    """What a condition's figures are, as headings have it."""
    return "objects/s" if condition == CORES else "ns"


def _waiting(facts: Facts, condition: str) -> Table:
    """A line a cell; a contender's time under the condition, and how many times that in the
    answer's it is.
    """
    rows = [row for row in facts.waiting if row.cell.condition == condition]
    contenders = list(dict.fromkeys(row.other for row in rows))
    known = {(row.cell, row.other): row for row in rows}
    lines = []
    for cell in dict.fromkeys(row.cell for row in rows):
        line = cell_of(cell)
        for who in contenders:
            row = known.get((cell, who))
            line += [
                words.ns(row.other_ns if row else None),
                words.ratio(row.decision.ratio if row and row.decision else None),
            ]
        lines.append(line)
    head = [
        *CELL,
        *(
            name
            for who in contenders
            for name in (f"{who} {condition} ns", f"{who} over {facts.conditions[0]}")
        ),
    ]
    caption = (
        f"What waiting for each body adds: {condition} over {facts.conditions[0]}"
        if condition == "http"
        else f"{condition} over {facts.conditions[0]}"
    )
    return Table(head, lines, len(CELL), caption)


def reading(facts: Facts) -> str:
    """How to read the table."""
    rows = max((len(one.rows) for one in facts.series), default=0)
    together = (
        f"The {rows} intervals of a series are simultaneous at 95 %."
        if rows > 1
        else "The interval has 95 %."
    )
    quiet = (
        "quiet: next to each 500 parses the server times a fixed walk over memory, which a noisy "
        "neighbour slows. A round's time is the median over the blocks whose walk was not slowed; "
        "its ratio is that of two such times. "
    )
    plain = (
        "busy, uneven, unknown: a round's ratio is the median over its groups; a group's ratio is "
        "that of two median windows measured back to back. "
        if {row.basis for row in facts.rows} - {"quiet"}
        else ""
    )
    waiting = (
        f"{' and '.join(facts.beside)} over {facts.conditions[0]}: of the median windows of both, "
        "uncorrected. "
        if facts.beside
        else ""
    )
    return (
        f"{quiet}{plain}{waiting}ratio: the mean over rounds with Student's t; times are medians "
        f"over rounds. {together} Above 1 the first is faster. A verdict takes {CLAIM_ROUNDS} "
        f"rounds: faster if the whole interval lies {BY} or more from 1, the same if all of it "
        f"lies within {BY}, otherwise unresolved."
    )
