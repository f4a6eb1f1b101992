"""All rounds of the comparison of loop and service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bench_driver.stats.pairs import Group

from ..paired.rows import Parsed
from .round import Bytes, Found


@dataclass(frozen=True)
class Measured:
    """The groups of a loop and a service, by what is parsed and round; and by what is parsed what it allocated in each round."""

    groups: dict[Parsed, dict[int, list[Group]]] = field(default_factory=dict)
    allocated: dict[Parsed, list[Bytes]] = field(default_factory=dict)

    def add(self, number: int, found: Found) -> None:
        """Takes in a round."""
        for parsed, groups in found.groups.items():
            self.groups.setdefault(parsed, {})[number] = groups
        for parsed, both in found.allocated.items():
            self.allocated.setdefault(parsed, []).append(both)


def measure(make: Callable[[int], Found], rounds: int, begins: Callable[[int], None]) -> Measured:
    """So many rounds, each of which `make` makes; `begins` hears of each."""
    measured = Measured()
    for number in range(1, rounds + 1):
        begins(number)
        measured.add(number, make(number))
    return measured
