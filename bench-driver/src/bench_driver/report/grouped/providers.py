"""The answer by provider: every combination of cell, provider and contenders. `show --by provider` prints the same."""

from __future__ import annotations

from ...analysis.grouped.facts import GroupedFacts
from ...analysis.grouped.headline import said
from .. import words
from ..document import Section, Table, Text
from .rows import of_each

_SAID = (
    "Whose bodies they are decides nothing in the answer: each round's figure is over both providers. Here each provider's groups stand alone, with half as "
    "many groups a round, and intervals that hold together for the whole of a table, which makes them wider."
)
#: Why a sweep has no rows by provider.
NOBODYS = "No two contenders were compared under a condition in which a provider plays a part."


def providers(facts: GroupedFacts) -> Section:
    """A folded table."""
    if not facts.by_provider:
        return Section("providers", "By provider", [Text(NOBODYS)])
    return Section("providers", "By provider", [Text(_SAID), *by_provider(facts)])


def by_provider(facts: GroupedFacts) -> list[Table]:
    """Of each series a row a combination."""
    return of_each(facts, lambda one: [_table(one)])


def _table(facts: GroupedFacts) -> Table:
    rows = [
        [
            str(row.cell),
            row.provider,
            f"{row.other} / {row.baseline}",
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.ratio(row.decision.ratio if row.decision else None),
            said(row, one_start=facts.one_start),
        ]
        for row in facts.by_provider
    ]
    return Table(["cell", "provider", "contenders", "baseline ns", "other ns", "ratio", "verdict"], rows, 3, "Every combination", aside=True)
