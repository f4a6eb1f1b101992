"""What a neighbour on the core did to the answer's times, and the ratios that it would have given otherwise."""

from __future__ import annotations

from ...analysis.grouped.facts import GroupedFacts
from ...stats.groups import in_per_cent
from .. import words
from ..document import Section, Table, Text
from .rows import CELL, cell_of, of_each

_TITLE = "The neighbour on the core"
_SAID = (
    "A virtual CPU often shares its core with somebody else's: parsing then takes longer, and no counter says so. The scan, a fixed walk over text beside each "
    "block of windows, feels it. Blocks are sorted into classes by how many times as long as on a quiet core their scans took, and what a class adds to a "
    "contender's blocks is taken out of each: that is the answer, and it is the same whoever the neighbour is. Where a contender hardly met a quiet core, "
    "nobody's time is brought to one: a slice's is brought to all neighbours that its contender met, which in the long run are the same for everybody. The "
    "same for both: as if each had met every class as often as both did together. As it came: by the median windows, whatever neighbour each had. "
    "Groups scatter by the standard deviation of their log ratios within a round."
)
_NONE = "The servers of this sweep did not scan beside the answer's blocks, so that its times hold whatever a neighbour on the core did to them."


def neighbour(facts: GroupedFacts) -> Section:
    """The ratios with the same neighbour for both, as it came, and without; and how each contender answers to it."""
    if not facts.adjusted:
        return Section("neighbour", _TITLE, [Text(_NONE)])
    return Section("neighbour", _TITLE, [Text(_SAID), *of_each(facts, lambda one: [_ratios(one)]), *of_each(facts, lambda one: [_responses(one)])])


def _ratios(facts: GroupedFacts) -> Table:
    kinds = [{(row.cell, row.baseline, row.other): row for row in found} for found in (facts.rows, facts.rows_beside("same"), facts.rows_beside("came"))]
    lines = []
    for key, row in kinds[0].items():
        decisions = [rows[key].decision for rows in kinds]
        ratios = [words.ratio(one.ratio if one else None) for one in decisions]
        spreads = [words.DASH if found is None else f"{in_per_cent(found.between_groups):.1f} %" for found in (kinds[0][key].spreads, kinds[2][key].spreads)]
        lines.append([*cell_of(row.cell), f"{row.other} / {row.baseline}", *ratios, *spreads])
    head = [*CELL, "contenders", "the answer", "the same for both", "as it came", "groups scatter in the answer", "as they came"]
    return Table(head, lines, len(CELL) + 1, "Ratios by the neighbour")


def _responses(facts: GroupedFacts) -> Table:
    lines = []
    for cell, those in facts.compared(facts.conditions[0]).items():
        for who in those:
            if found := facts.response(cell, who):
                times = [f"{factor:.2f}" for factor in found.times]
                shares = [words.percent(found.share[place]) for place in (0, -1)]
                lines.append([*cell_of(cell), str(who), "hardly" if who in facts.unmet.get(cell, ()) else "yes", words.ns(found.scan_ns), *shares, times[-1]])
    head = [*CELL, "contender", "met a quiet core", "scan on a quiet core, ns", "quietest class", "busiest class", "times as long in it"]
    return Table(head, lines, len(CELL) + 2, "How blocks answer to the neighbour")
