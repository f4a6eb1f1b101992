"""What writing an object takes beside what parsing it takes."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.excerpts import Reading
from ...analysis.facts import Facts
from ...analysis.writing import writings
from ...model.condition import WRITE
from .. import words
from ..document import Section, Table, Text
from .answer import unit_of
from .columns import CELL, cell_of
from .ranks import named
from .three_fields import share

_TITLE = "Written and parsed"
_SAID = (
    "An object is written into memory of its own, and after the window its bytes are compared "
    "with the canonical ones. Over the parse: compared with the time in which the same engine "
    "of the same consumer parses what was written, as it usually runs. The two are in "
    "different groups, so the ratio is one of rounds; the table's intervals are simultaneous "
    "at 95 %."
)


def written(facts: Facts) -> Section | None:
    """A sentence, and a row for each that writes."""
    found = [] if facts.on_all_cores else writings(facts)
    if not found:
        return None
    return Section(
        "written",
        _TITLE,
        [*([Text(said)] if (said := sentence(found)) else []), _table(facts, found), Text(_SAID)],
    )


def sentence(found: Sequence[Reading]) -> str:
    """Between which ratios writing lies to parsing, for each consumer; empty where parsing was not
    measured.
    """
    told = []
    for server in dict.fromkeys(one.contender.server for one in found):
        shares = [
            one.over_whole.estimate
            for one in found
            if one.over_whole and one.claims and one.contender.server == server
        ]
        told += [f"{min(shares):.2f} to {max(shares):.2f} in {server}"] if shares else []
    return f"Of what parsing takes, writing takes {words.listed(told)}." if told else ""


def _table(facts: Facts, found: Sequence[Reading]) -> Table:
    lines = [
        [
            *cell_of(one.cell),
            named(facts, one),
            words.ns(one.time_ns),
            words.ns(one.whole_ns),
            share(one),
        ]
        for one in sorted(
            found, key=lambda one: (one.cell.object_name, one.cell.format, one.contender)
        )
    ]
    unit = unit_of(WRITE)
    return Table(
        [*CELL, "contender", f"written, {unit}", "parsed", "written over parsed"],
        lines,
        len(CELL) + 1,
        _TITLE,
    )
