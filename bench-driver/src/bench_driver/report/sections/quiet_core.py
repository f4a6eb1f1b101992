"""Who shared the core with the answer's parses: each contender's quiet walk and blocks, and the
ratios with neighbours.
"""

from __future__ import annotations

from math import isfinite

from ...analysis.facts import Facts
from .. import words
from ..document import Section, Table, Text
from .columns import CELL, cell_of, of_each

_TITLE = "The core"
_SAID = (
    "Next to each 500 parses the server times a fixed walk over memory, which shows whether a "
    "noisy neighbour uses the core. For each contender and round we take the median over the "
    "blocks whose walk took at most 1.1 times the round's quiet walk. The log ratio of two "
    "medians is the round's figure, and Student's t over rounds gives the interval. A slice "
    "counts if it spent 1 % of its time compiling or less. If fewer rounds than a verdict "
    "needs have such figures, the row is busy, and its figures are median windows. If one "
    "contender had a quiet core more than four times as often as the other, the row is "
    "uneven: noisy neighbours do not do that by chance. A core that was busy throughout looks "
    "quiet, but its walk is longer than in another sweep."
)


def core(facts: Facts) -> Section | None:
    """The answer's ratios, and with neighbours; and what each contender met."""
    if all(row.basis == "uncorrected" for row in facts.rows):
        return None
    return Section(
        "core",
        _TITLE,
        [
            Text(_SAID),
            *of_each(facts, lambda one: [_ratios(one)]),
            *of_each(facts, lambda one: [_met(one)]),
        ],
    )


def _ratios(facts: Facts) -> Table:
    lines = []
    for row in facts.rows:
        decisions = row.decision, facts.uncorrected(row).decision
        ratios = [words.ratio(one.ratio if one else None) for one in decisions]
        lines.append([*cell_of(row.cell), f"{row.other} / {row.baseline}", *ratios])
    head = [*CELL, "contenders", "the answer", "with whatever neighbours"]
    return Table(head, lines, len(CELL) + 1, "Ratios by the core")


def _met(facts: Facts) -> Table:
    lines = []
    for cell, those in facts.compared(facts.conditions[0]).items():
        for who in those:
            if met := facts.core(cell, who):
                compiled = facts.compiles.get((cell, who))
                walk = words.ns(met.walk_ns if isfinite(met.walk_ns) else None)
                share = words.DASH if compiled is None else words.percent(compiled)
                lines.append(
                    [
                        *cell_of(cell),
                        str(who),
                        walk,
                        words.percent(met.share),
                        share,
                        str(len(met.times_ns)),
                    ]
                )
    head = [
        *CELL,
        "contender",
        "quiet walk, ns",
        "blocks on a quiet core",
        "time spent compiling",
        "rounds with a figure",
    ]
    return Table(head, lines, len(CELL) + 1, "What each contender met")
