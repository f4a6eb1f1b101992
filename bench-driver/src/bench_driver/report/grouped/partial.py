"""What reading three fields takes of what parsing the whole object takes, and so whether a format's lengths pay."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.grouped.facts import GroupedFacts
from ...analysis.grouped.partial import Reading, least, readings
from ...model.series import KINDS
from .. import words
from ..document import Section, Table, Text
from .answer import unit_of
from .ranking import named
from .rows import CELL, cell_of

_TITLE = "Three fields of an object"
_NONE = "Not measured: `--operation all` reads three fields of each object beside parsing the whole."
_SAID = (
    "Three fields, an early, a middle and a last one, are read as owned values; the rest is passed over. Over the whole: over the time in which the same "
    "consumer parses the whole object by its usual default. The two lie in different groups, so that ratio is one of rounds; all of the table hold together "
    "with 95 %. Kinds answer different questions and have no places among each other: "
)


def partial(facts: GroupedFacts) -> Section:
    """A sentence for each object type and consumer, and a row for each that reads three fields."""
    found = [] if facts.on_all_cores else readings(facts)
    if not found:
        return Section("partial", _TITLE, [Text(_NONE)])
    kinds = "; ".join(f"{name}, {title.partition(', ')[2]}" for name, title in KINDS.items())
    return Section("partial", _TITLE, [*([Text(said)] if (said := sentence(found)) else []), _table(facts, found), Text(f"{_SAID}{kinds}.")])


def sentence(found: Sequence[Reading]) -> str:
    """The least that three fields take of the whole, in each format; empty where the whole was not measured."""
    told = []
    for (object_type, consumer), those in least(found).items():
        parts = [f"{words.ratio(one.over_whole)} in {one.cell.format} ({one.cell.checks})" for one in those if one.claims]
        told += [f"{consumer}, {object_type}: {words.listed(parts)}"] if parts else []
    return f"Of what parsing the whole takes, three fields take at the least: {'; '.join(told)}." if told else ""


def share(one: Reading) -> str:
    """What it takes of the whole; with how many rounds that is of, where they are too few to claim it."""
    if not one.over_whole:
        return ""
    return words.ratio(one.over_whole) if one.claims else f"{one.over_whole.estimate:.2f} (of {one.over_whole.rounds} rounds)"


def _table(facts: GroupedFacts, found: Sequence[Reading]) -> Table:
    lines = [
        [
            *cell_of(one.cell),
            one.cell.checks,
            named(facts, one),
            words.ns(one.time_ns),
            words.ns(one.whole_ns),
            share(one),
        ]
        for one in sorted(found, key=lambda one: (one.cell.object_type, one.contender.usual, one.cell.format))
    ]
    unit = unit_of(facts, facts.conditions[0])
    return Table([*CELL, "kind", "contender", f"three fields, {unit}", "the whole", "over the whole"], lines, len(CELL) + 2, _TITLE)
