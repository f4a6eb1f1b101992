"""What a reader wants to know first: who is faster on each cell, by how much, and what may be said of it. The screen shows the same tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

from ...analysis.grouped.facts import GroupedFacts
from ...analysis.grouped.headline import BY, said
from ...analysis.grouped.ratios import Row
from ...model.cell import Contender
from ...model.condition import CORES
from ...model.series import CHECKS, KINDS, USUAL, WRITTEN
from ...stats.decision import MARGIN
from ...stats.verdict import CLAIM_ROUNDS
from .. import charts, words
from ..document import Block, Chart, Charts, Items, Section, Table, Text
from . import best, cores
from .rows import CELL, cell_of, guards, of_each, pairs

#: What the series of whole objects are.
SAID_OF_CHECKS = (
    f"{CHECKS['usual']}: each library configured as its own documentation begins. {CHECKS['equal']}: each engine refuses inside the window whatever the "
    "guard refuses of an object's fields. Rust's engines with equal checks are a build of their own. "
    "The two are never mixed: each has processes of its own, and intervals that hold together by themselves. A guard refuses unsound bodies before the "
    "clock starts, in both alike."
)
#: What a sweep of the best compares.
SAID_OF_BEST = (
    "By the best library: in each row the library of each runtime that took least time there in an earlier sweep of all of them, measured afresh. "
    "Readers that somebody wrote by hand for an object type are no libraries."
)
_SAID_OF_KINDS = (
    "Three fields: engines that read an early, a middle and a last field of each object, each kind of them in a series of its own. All pass over bodies that "
    "the same guard accepted; what an engine checks itself of what it skips, Conditions say."
)
_SAID_OF_WRITING = (
    "Objects written: what serializing an object into memory of its own takes, by engines that write the canonical bytes. It is a series of its own, since "
    "nothing is parsed in it."
)


def answer(facts: GroupedFacts) -> Section:
    """The answer in a sentence; of each series by itself as a picture and as a table; and what speaks against it."""
    blocks: list[Block] = [Text(facts.sentence, lead=True), *([Text(cores.sentence(facts))] if facts.on_all_cores else [])]
    for one in facts.series:
        blocks += [Charts(drawn(one)), *tables(one)]
    blocks += [Items(notes)] if (notes := notes_of(facts)) else []
    return Section("answer", "The answer", [*blocks, Text(cores.reading() if facts.on_all_cores else reading(facts)), *map(Text, _said(facts))])


def notes_of(facts: GroupedFacts) -> list[str]:
    """What a reader must know beside the sentence, a line each."""
    return [*facts.notes, *best.lines(facts)]


def _said(facts: GroupedFacts) -> list[str]:
    """What the series are that were measured."""
    measured = {cell.checks for cell in facts.cells}
    whole = [SAID_OF_CHECKS] if measured & CHECKS.keys() or not measured else []
    if facts.best_of:
        return [SAID_OF_BEST]
    return [*whole, *([_SAID_OF_KINDS] if measured & KINDS.keys() else []), *([_SAID_OF_WRITING] if measured & WRITTEN.keys() else [])]


def tables(facts: GroupedFacts) -> list[Table]:
    """Of each series a table for each two contenders, aside where there are more than the usual ones, and one for each condition beside: what it adds."""
    return cores.tables(facts) if facts.on_all_cores else of_each(facts, _tables)


def headline(facts: GroupedFacts) -> list[Table]:
    """Of each series a table for each two contenders."""
    return of_each(facts, _pairs)


def _tables(facts: GroupedFacts) -> list[Table]:
    return [*_pairs(facts), *(_waiting(facts, name) for name in facts.beside)]


def _pairs(facts: GroupedFacts) -> list[Table]:
    first = pairs(facts.first_rows)
    return [replace(_pair(facts, *names, rows), aside=names not in first) for names, rows in pairs(facts.rows).items()]


def _pair(facts: GroupedFacts, baseline: Contender, other: Contender, rows: Sequence[Row]) -> Table:
    lines = [
        [
            *cell_of(row.cell),
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.ratio(row.decision.ratio if row.decision else None),
            facts.noise(row),
            said(row, one_start=facts.one_start),
            " / ".join(facts.engine(row.cell, who) or "unknown" for who in (row.baseline, row.other)),
        ]
        for row in rows
    ]
    unit = unit_of(facts, rows[0].cell.condition)
    head = [*CELL, f"{baseline} {unit}", f"{other} {unit}", f"ratio {other} / {baseline}", "noise", "verdict", "libraries"]
    guard = guards(facts, [row.cell for row in rows], (baseline, other))
    return Table(head, lines, len(CELL), f"{baseline} and {other}, condition {rows[0].cell.condition}" + (f"; {guard}" if guard else ""))


def unit_of(facts: GroupedFacts, condition: str) -> str:
    """What a condition's figures are, as headings have it."""
    if condition == CORES:
        return "objects/s"
    return "quiet ns" if facts.bases(condition) == {"quiet"} else "ns"


def _waiting(facts: GroupedFacts, condition: str) -> Table:
    """A line a cell; a contender's time under the condition, and how many times that in the answer's it is."""
    rows = [row for row in facts.waiting if row.cell.condition == condition]
    contenders = list(dict.fromkeys(row.other for row in rows))
    known = {(row.cell, row.other): row for row in rows}
    lines = []
    for cell in dict.fromkeys(row.cell for row in rows):
        line = cell_of(cell)
        for who in contenders:
            row = known.get((cell, who))
            line += [words.ns(row.other_ns if row else None), words.ratio(row.decision.ratio if row and row.decision else None)]
        lines.append(line)
    head = [*CELL, *(name for who in contenders for name in (f"{who} {condition} ns", f"{who} over {facts.conditions[0]}"))]
    caption = f"What waiting for each body adds: {condition} over {facts.conditions[0]}" if condition == "http" else f"{condition} over {facts.conditions[0]}"
    return Table(head, lines, len(CELL), caption)


def drawn(facts: GroupedFacts) -> list[Chart]:
    """A picture of the ratios of a series for each two usual contenders: a dot on its interval, 1 in the middle, the margin shaded."""
    found = pairs(facts.first_rows).values()
    kind = "best" if facts.best_of else facts.cells[0].checks if facts.cells else USUAL
    name = "answer" if kind == USUAL else f"answer_{kind}"
    return [picture(facts.title, rows, f"{name}_{place}" if place else name) for place, rows in enumerate(found)]


def picture(title: str, rows: Sequence[Row], name: str) -> Chart:
    """The same of the rows of two contenders; those without a whole group are not in it."""
    known = [(row, row.decision.ratio) for row in rows if row.decision]
    ends = {id(row): (ratio.low, ratio.high) if ratio.known else (ratio.estimate, ratio.estimate) for row, ratio in known}
    shown = [{"name": " as ".join(cell_of(row.cell)), "ratio": ratio.estimate, "low": ends[id(row)][0], "high": ends[id(row)][1]} for row, ratio in known]
    reach = max([2 * log(1 + MARGIN), *(abs(log(end)) for pair in ends.values() for end in pair)])
    said = f"Each ratio of {over(rows[0])} as a dot on its 95 % interval; 1 stands in the middle, and {BY} to either side are shaded."
    spec = charts.dots(shown, title=axis(rows[0]), margin=MARGIN, reach=exp(1.05 * reach))
    cell = rows[0].cell
    return Chart(name, f"{title}: {over(rows[0], ' / ')}, condition {cell.condition}", said, spec)


def over(row: Row, sign: str = " over ") -> str:
    """Which contender's figure is divided by which one's; above 1 the baseline is faster, of times and of rates."""
    return sign.join(map(str, row.sides if row.cell.on_all_cores else row.sides[::-1]))


def axis(row: Row) -> str:
    """What the axis of the ratios says."""
    what = "rate" if row.cell.on_all_cores else "time"
    return f"{what} of {over(row, f' / {what} of ')}: right of 1 {row.sides[0]} is faster"


def reading(facts: GroupedFacts) -> str:
    """How to read the table."""
    rows = max((len(one.rows) for one in facts.series), default=0)
    together = (
        f"All {rows} intervals of a series are made to hold together with 95 % (coverage says how far they do)." if rows > 1 else "The interval has 95 %."
    )
    quiet = (
        "quiet: a round's time of an object is the median of those blocks of 500 parses beside which a fixed walk over memory was as fast as on a core that "
        "nobody shares, and its ratio that of two such times. "
    )
    plain = (
        "busy, uneven, unknown: a round's ratio is the median of its groups', each of two median windows that lie back to back. "
        if {row.basis for row in facts.rows} - {"quiet"}
        else ""
    )
    waiting = f"{' and '.join(facts.beside)} over {facts.conditions[0]}: of the median windows of both, uncorrected. " if facts.beside else ""
    return (
        f"{quiet}{plain}{waiting}ratio: the mean over rounds with Student's t; times are medians over rounds. "
        f"{together} Above 1 the first is faster. A verdict takes {CLAIM_ROUNDS} rounds: faster where the whole interval lies {BY} or more from 1, "
        f"the same where all of it lies within {BY}, else unresolved."
    )
