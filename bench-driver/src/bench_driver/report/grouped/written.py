"""What writing an object takes beside what parsing it takes."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.grouped.facts import GroupedFacts
from ...analysis.grouped.partial import Reading
from ...analysis.grouped.written import writings
from ...model.condition import WRITE
from .. import words
from ..document import Section, Table, Text
from .answer import unit_of
from .partial import share
from .ranking import named
from .rows import CELL, cell_of

_TITLE = "Written and parsed"
_NONE = "Not measured: `--operation all` writes objects beside parsing them."
_SAID = (
    "An object is written into memory of its own, and its bytes are compared with the canonical ones behind the window. Over the parse: over the time in which "
    "the same engine of the same consumer parses what was written, as it usually runs. The two lie in different groups, so that ratio is one of rounds; all of "
    "the table hold together with 95 %."
)


def written(facts: GroupedFacts) -> Section:
    """A sentence, and a row for each that writes."""
    found = [] if facts.on_all_cores else writings(facts)
    if not found:
        return Section("written", _TITLE, [Text(_NONE)])
    return Section("written", _TITLE, [*([Text(said)] if (said := sentence(found)) else []), _table(facts, found), Text(_SAID)])


def sentence(found: Sequence[Reading]) -> str:
    """Between which ratios writing lies to parsing, for each consumer; empty where parsing was not measured."""
    told = []
    for consumer in dict.fromkeys(one.contender.consumer for one in found):
        shares = [one.over_whole.estimate for one in found if one.over_whole and one.claims and one.contender.consumer == consumer]
        told += [f"{min(shares):.2f} to {max(shares):.2f} in {consumer}"] if shares else []
    return f"Of what parsing takes, writing takes {words.listed(told)}." if told else ""


def _table(facts: GroupedFacts, found: Sequence[Reading]) -> Table:
    lines = [
        [*cell_of(one.cell), named(facts, one), words.ns(one.time_ns), words.ns(one.whole_ns), share(one)]
        for one in sorted(found, key=lambda one: (one.cell.object_type, one.cell.format, one.contender))
    ]
    unit = unit_of(facts, WRITE)
    return Table([*CELL, "contender", f"written, {unit}", "parsed", "written over parsed"], lines, len(CELL) + 1, _TITLE)
