"""What a round of several comparisons found, how it is kept, and all rounds of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench_driver.measure.kept import Form
from bench_driver.stats.pairs import Group

from .rows import Parsed
from .told import row_taken, row_told

#: A round's groups, by comparison and by what is parsed.
Found = dict[str, dict[Parsed, list[Group]]]
#: Each comparison's groups, by what is parsed and round.
Gathered = dict[str, dict[Parsed, dict[int, list[Group]]]]


def gathered(rounds: Mapping[int, Found]) -> Gathered:
    """The groups of all rounds, by their numbers."""
    by_name: Gathered = {}
    for number, found in rounds.items():
        for name, rows in found.items():
            for parsed, groups in rows.items():
                by_name.setdefault(name, {}).setdefault(parsed, {})[number] = groups
    return by_name


def told(found: Found) -> dict[str, Any]:
    """A round as JSON."""
    return {name: [row_told(parsed, groups) for parsed, groups in rows.items()] for name, rows in found.items()}


def taken(said: Mapping[str, Any]) -> Found:
    """The same, read back."""
    return {name: dict(map(row_taken, rows)) for name, rows in said.items()}


FORM = Form(told, taken)
