"""All rounds of the comparison of loop and service."""

from __future__ import annotations

from dataclasses import dataclass, field

from bench_driver.stats.pairs import Group

from ..paired.rows import Parsed
from .round import Bytes, Found


@dataclass(frozen=True)
class Measured:
    """The groups of a loop and a service, by what is parsed and round; what both allocated, likewise."""

    groups: dict[Parsed, dict[int, list[Group]]] = field(default_factory=dict)
    allocated: dict[Parsed, dict[int, Bytes]] = field(default_factory=dict)

    @property
    def rounds(self) -> set[int]:
        """The numbers of the rounds that were made."""
        return {number for rounds in self.groups.values() for number in rounds}

    @property
    def amounts(self) -> dict[Parsed, int]:
        """How many objects a slice has."""
        return {parsed: one.amount for parsed, rounds in self.groups.items() for groups in rounds.values() for group in groups for one in group.values()}

    def add(self, number: int, found: Found) -> None:
        """Takes in a round."""
        for parsed, groups in found.groups.items():
            self.groups.setdefault(parsed, {})[number] = groups
        for parsed, both in found.allocated.items():
            self.allocated.setdefault(parsed, {})[number] = both
