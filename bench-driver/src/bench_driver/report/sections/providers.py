"""The answer by provider: every combination of cell, provider and contenders. `show --by provider`
prints the same.
"""

from __future__ import annotations

from ...analysis.facts import Facts
from ...analysis.headline import said
from .. import words
from ..document import Section, Table, Text
from .columns import of_each

_SAID = (
    "The answer does not depend on which provider the bodies came from: each round's figure "
    "is over both. This table has each provider's groups alone, half as many a round. Its "
    "intervals are simultaneous over the whole table, so they are wider."
)
#: Why a sweep has no rows by provider.
NOBODYS = "No two contenders were compared under a condition in which a provider plays a part."


def providers(facts: Facts) -> Section:
    """A folded table."""
    if not facts.by_provider:
        return Section("providers", "By provider", [Text(NOBODYS)])
    return Section("providers", "By provider", [Text(_SAID), *by_provider(facts)])


def by_provider(facts: Facts) -> list[Table]:
    """Of each series a row a combination."""
    return of_each(facts, lambda one: [_table(one)])


def _table(facts: Facts) -> Table:
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
    return Table(
        ["cell", "provider", "contenders", "baseline ns", "other ns", "ratio", "verdict"],
        rows,
        3,
        "Every combination",
        aside=True,
    )
