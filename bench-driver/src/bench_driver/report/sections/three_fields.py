"""What reading three fields takes of what parsing the whole object takes, and so whether a format's
lengths pay.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.excerpts import Reading, least, readings
from ...analysis.facts import Facts
from ...model.series import KINDS
from .. import words
from ..document import Section, Table, Text
from .answer import unit_of
from .columns import CELL, cell_of
from .ranks import named

_TITLE = "Three fields of an object"
_SAID = (
    "Three fields, an early, a middle and a last one, are read as owned values; the rest is "
    "skipped. Over the whole: compared with the time in which the same consumer parses the "
    "whole object by its usual default. The two are in different groups, so the ratio is one "
    "of rounds; the table's intervals are simultaneous at 95 %. Kinds answer different "
    "questions and are not ranked with each other: "
)


def partial(facts: Facts) -> Section | None:
    """A sentence for each object type and consumer, and a row for each that reads three fields."""
    found = [] if facts.on_all_cores else readings(facts)
    if not found:
        return None
    kinds = "; ".join(f"{name}, {title.partition(', ')[2]}" for name, title in KINDS.items())
    return Section(
        "partial",
        _TITLE,
        [
            *([Text(said)] if (said := sentence(found)) else []),
            _table(facts, found),
            Text(f"{_SAID}{kinds}."),
        ],
    )


def sentence(found: Sequence[Reading]) -> str:
    """The least that three fields take of the whole, in each format; empty where the whole was not
    measured.
    """
    told = []
    for (object_type, consumer), those in least(found).items():
        parts = [
            f"{words.ratio(one.over_whole)} in {one.cell.format} ({one.cell.checks})"
            for one in those
            if one.claims
        ]
        told += [f"{consumer}, {object_type}: {words.listed(parts)}"] if parts else []
    return (
        f"Of what parsing the whole takes, three fields take at the least: {'; '.join(told)}."
        if told
        else ""
    )


def share(one: Reading) -> str:
    """What it takes of the whole; with how many rounds that is of, where they are too few to claim
    it.
    """
    if not one.over_whole:
        return ""
    return (
        words.ratio(one.over_whole)
        if one.claims
        else f"{one.over_whole.estimate:.2f} (of {one.over_whole.rounds} rounds)"
    )


def _table(facts: Facts, found: Sequence[Reading]) -> Table:
    lines = [
        [
            *cell_of(one.cell),
            one.cell.checks,
            named(facts, one),
            words.ns(one.time_ns),
            words.ns(one.whole_ns),
            share(one),
        ]
        for one in sorted(
            found, key=lambda one: (one.cell.object_name, one.contender.consumer, one.cell.format)
        )
    ]
    unit = unit_of(facts.conditions[0])
    return Table(
        [*CELL, "kind", "contender", f"three fields, {unit}", "the whole", "over the whole"],
        lines,
        len(CELL) + 2,
        _TITLE,
    )
