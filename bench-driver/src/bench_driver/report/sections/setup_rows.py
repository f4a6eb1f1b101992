"""Other setups beside the usual ones, which says whether it is the language or the flags."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis import headline
from ...analysis.facts import Facts
from ...analysis.ratios import Row
from ...analysis.setup_ratios import factor, most, rows
from .. import words
from ..document import Section, Table, Text
from .answer import unit_of
from .columns import CELL, cell_of, of_each

_TITLE = "Setups compared with the usual one"
_SAID = (
    "Each setup is a process of its own, in the same groups as the usual consumer of its runtime, "
    "with the same engine; a ratio over 1 says that the setup is slower. Intervals of a series "
    "are simultaneous at 95 %. Conditions say how each was built and started."
)


def setups(facts: Facts) -> Section | None:
    """A sentence and a table a series."""
    found = {} if facts.on_all_cores else {one.title: rows(one) for one in facts.series}
    if not any(found.values()):
        return None
    said = [
        Text(f"{one.title}: {sentence(one, found[one.title])}")
        for one in facts.series
        if found[one.title]
    ]
    return Section(
        "setups",
        _TITLE,
        [
            *said,
            Text(_SAID),
            *of_each(
                facts, lambda one: [_table(one, found[one.title])] if found[one.title] else []
            ),
        ],
    )


def sentence(facts: Facts, found: Sequence[Row]) -> str:
    """Whether it is the language or the flags: by how much setups move a runtime at most, and by
    how much runtimes differ.
    """
    told = []
    for name in dict.fromkeys(one.other.consumer for one in found):
        one = most([one for one in found if one.other.consumer == name])
        if one and one.decision:
            how = "slower" if one.decision.ratio.estimate > 1 else "faster"
            told.append(
                f"setups move {name} by at most {factor(one):.2f} ({one.other}, "
                f"{one.cell.objects}, {how}; {headline.said(one)})"
            )
    across = [
        factor(one)
        for one in facts.rows
        if one.decision
        and one.other.consumer != one.baseline.consumer
        and not (one.other.setup or one.baseline.setup)
    ]
    if across:
        told.append(
            f"runtimes as they usually run differ by {min(across):.2f} to {max(across):.2f}"
        )
    return f"{'; '.join(told) or 'no setup has a whole group'}."


def _table(facts: Facts, found: Sequence[Row]) -> Table:
    lines = [
        [
            *cell_of(one.cell),
            str(one.other),
            str(one.baseline),
            words.ns(one.other_ns),
            words.ns(one.baseline_ns),
            words.ratio(one.decision.ratio) if one.decision else "",
            headline.said(one, one_start=facts.one_start),
        ]
        for one in found
    ]
    return Table(
        [*CELL, "setup", "beside", unit_of(facts.conditions[0]), "its", "ratio", "verdict"],
        lines,
        len(CELL) + 2,
        _TITLE,
    )
