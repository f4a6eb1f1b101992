"""All rounds of the comparison of loop and service, and how one is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bench_driver.measure.kept import Form
from bench_driver.stats.pairs import Group

from ..paired.rows import Parsed
from ..paired.told import row_taken, row_told
from .round import Bytes, Found


@dataclass(frozen=True)
class Measured:
    """The groups of a loop and a service, by what is parsed and round; what both allocated, likewise."""

    groups: dict[Parsed, dict[int, list[Group]]] = field(default_factory=dict)
    allocated: dict[Parsed, dict[int, Bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, rounds: Mapping[int, Found]) -> Measured:
        """Of all rounds, by their numbers."""
        measured = cls()
        for number, found in rounds.items():
            for parsed, groups in found.groups.items():
                measured.groups.setdefault(parsed, {})[number] = groups
            for parsed, both in found.allocated.items():
                measured.allocated.setdefault(parsed, {})[number] = both
        return measured

    @property
    def amounts(self) -> dict[Parsed, int]:
        """How many objects a slice has."""
        return {parsed: one.amount for parsed, rounds in self.groups.items() for groups in rounds.values() for group in groups for one in group.values()}


def _told(found: Found) -> list[dict[str, Any]]:
    allocated = {parsed: asdict(both) for parsed, both in found.allocated.items()}
    return [{**row_told(parsed, groups), "allocated": allocated.get(parsed)} for parsed, groups in found.groups.items()]


def _taken(said: Sequence[Mapping[str, Any]]) -> Found:
    found = Found()
    for row in said:
        parsed, groups = row_taken(row)
        found.groups[parsed] = groups
        if row["allocated"]:
            found.allocated[parsed] = Bytes(**row["allocated"])
    return found


FORM = Form(_told, _taken)
