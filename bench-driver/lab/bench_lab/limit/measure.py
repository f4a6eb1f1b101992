"""All rounds of the comparison of loop and service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..paired.rows import Pair, Parsed
from .round import Bytes, Found


@dataclass(frozen=True)
class Measured:
    """The pairs, loop and service, by what is parsed and round; and by what is parsed what it allocated in each round."""

    pairs: dict[Parsed, dict[int, list[Pair]]] = field(default_factory=dict)
    allocated: dict[Parsed, list[Bytes]] = field(default_factory=dict)

    def add(self, number: int, found: Found) -> None:
        """Takes in a round."""
        for parsed, pairs in found.pairs.items():
            self.pairs.setdefault(parsed, {})[number] = pairs
        for parsed, both in found.allocated.items():
            self.allocated.setdefault(parsed, []).append(both)


def measure(make: Callable[[int], Found], rounds: int, begins: Callable[[int], None]) -> Measured:
    """So many rounds, each of which `make` makes; `begins` hears of each."""
    measured = Measured()
    for number in range(1, rounds + 1):
        begins(number)
        measured.add(number, make(number))
    return measured
