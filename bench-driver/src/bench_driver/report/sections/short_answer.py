"""The answer's tables as a screen of 80 columns holds them: a line a row, and below it which
libraries these are and what open rows would take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...analysis.facts import Facts
from ...analysis.headline import BY, kind, said
from ...analysis.ratios import Row
from ...model.cell import Contender
from .. import words
from ..document import Table
from .answer import unit_of, waiting
from .columns import CELL, cell_of, pairs

#: How rows that name nobody are called.
_NOBODY = {"same": "same", "not measured": words.DASH, "too few rounds": "too few rounds"}


@dataclass(frozen=True)
class Short:
    """A table, and lines below it."""

    table: Table
    below: Sequence[str] = ()


def short(facts: Facts) -> Iterator[Short]:
    """Of each series a table for each two usual contenders, and what waiting for bodies adds."""
    for one in facts.series:
        for sides, rows in pairs(one.first_rows).items():
            yield _pair(one, *sides, rows)
        yield from (Short(table) for table in waiting(one))


def by_provider(facts: Facts) -> Iterator[Short]:
    """Of each series a table for each two contenders, condition and provider."""
    for one in facts.series:
        found: dict[tuple[str, ...], list[Row]] = {}
        for row in one.by_provider:
            key = (*map(str, row.sides), row.cell.condition, row.provider)
            found.setdefault(key, []).append(row)
        for (*_, provider), rows in found.items():
            made = _pair(one, *rows[0].sides, rows)
            caption = f"Bodies of {provider}. {made.table.caption}"
            yield Short(replace(made.table, caption=caption))


def _pair(facts: Facts, baseline: Contender, other: Contender, rows: Sequence[Row]) -> Short:
    condition = rows[0].cell.condition
    unit = unit_of(condition)
    head = [*CELL, f"{baseline} {unit}", f"{other} {unit}", "ratio (95 %)", "verdict"]
    lines = [
        [
            *cell_of(row.cell),
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.ratio(row.decision.ratio if row.decision else None),
            _faster(row),
        ]
        for row in rows
    ]
    caption = (
        f"{facts.title}, {condition}: times of an object, ratio {other} / {baseline}, and who is "
        f"faster by {BY} or more{', of these processes alone' if facts.one_start else ''}"
    )
    return Short(Table(head, lines, len(CELL), caption), [*_libraries(facts, rows), *_open(rows)])


def _faster(row: Row) -> str:
    found = kind(row)
    if found in ("slower", "faster"):
        return str(row.sides[found == "faster"])
    return _NOBODY.get(found, "unresolved")


def _libraries(facts: Facts, rows: Sequence[Row]) -> Iterator[str]:
    """Which libraries each format is parsed by; once where both object types have the same."""
    known: dict[str, list[str]] = {}
    for row in rows:
        both = [facts.engine(row.cell, who) or "unknown" for who in (row.baseline, row.other)]
        known.setdefault(f"{row.cell.format} by {' and '.join(both)}", []).append(
            row.cell.object_name
        )
    every = dict.fromkeys(row.cell.object_name for row in rows)
    for library, objects in known.items():
        whole = len(objects) == sum(row.cell.format == library.split()[0] for row in rows)
        yield library if whole or len(every) == 1 else f"{library} ({', '.join(objects)})"


def _open(rows: Sequence[Row]) -> Iterator[str]:
    """Why an open row is open, and what it would take."""
    for row in rows:
        if kind(row) == "unresolved":
            yield f"{' as '.join(cell_of(row.cell))}: {said(row)}"
