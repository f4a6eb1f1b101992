"""Who shared the core with the answer's parses: each contender's quiet walk and blocks, and the ratios with neighbours."""

from __future__ import annotations

from math import isfinite

from ...analysis.grouped.facts import GroupedFacts
from .. import words
from ..document import Section, Table, Text
from .rows import CELL, cell_of, of_each

_TITLE = "The core"
_SAID = (
    "Beside each 500 parses the server times a fixed walk over memory: it shows whether a stranger "
    "shares the core. Of each contender and round the median of those blocks counts whose walk took at "
    "most 1.1 times the round's quiet walk; the log ratio of two medians is the round's figure, and "
    "Student's t over rounds gives the interval. A slice counts that spent 1 % of its time compiling or "
    "less. Where fewer rounds have such figures than a claim "
    "takes, the row is busy, and of median windows. Where one contender met a quiet core more than four "
    "times as often as the other, it is uneven: neighbours do that to nobody by chance. A core that was "
    "busy throughout looks quiet: its walk is then longer than in another sweep."
)
_NONE = "No walk was timed beside the answer's parses: its times are uncorrected, with whatever neighbours the core had."


def core(facts: GroupedFacts) -> Section:
    """The answer's ratios, and with neighbours; and what each contender met."""
    if all(row.basis == "uncorrected" for row in facts.rows):
        return Section("core", _TITLE, [Text(_NONE)])
    return Section("core", _TITLE, [Text(_SAID), *of_each(facts, lambda one: [_ratios(one)]), *of_each(facts, lambda one: [_met(one)])])


def _ratios(facts: GroupedFacts) -> Table:
    lines = []
    for row in facts.rows:
        decisions = row.decision, facts.uncorrected(row).decision
        ratios = [words.ratio(one.ratio if one else None) for one in decisions]
        lines.append([*cell_of(row.cell), f"{row.other} / {row.baseline}", *ratios])
    head = [*CELL, "contenders", "the answer", "with whatever neighbours"]
    return Table(head, lines, len(CELL) + 1, "Ratios by the core")


def _met(facts: GroupedFacts) -> Table:
    lines = []
    for cell, those in facts.compared(facts.conditions[0]).items():
        for who in those:
            if met := facts.core(cell, who):
                compiled = facts.compiles.get((cell, who))
                walk = words.ns(met.walk_ns if isfinite(met.walk_ns) else None)
                share = words.DASH if compiled is None else words.percent(compiled)
                lines.append([*cell_of(cell), str(who), walk, words.percent(met.share), share, str(len(met.times_ns))])
    head = [*CELL, "contender", "quiet walk, ns", "blocks on a quiet core", "time spent compiling", "rounds with a figure"]
    return Table(head, lines, len(CELL) + 1, "What each contender met")
