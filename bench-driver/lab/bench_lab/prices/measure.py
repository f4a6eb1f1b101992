"""All rounds of the prices."""

from __future__ import annotations

from collections.abc import Callable

from bench_driver.stats.pairs import Group

from ..paired.rows import Parsed
from .round import Found

#: Each price's groups, by what is parsed and round.
Measured = dict[str, dict[Parsed, dict[int, list[Group]]]]


def measure(make: Callable[[int], Found], rounds: int, begins: Callable[[int], None]) -> Measured:
    """So many rounds, each of which `make` makes; `begins` hears of each."""
    measured: Measured = {}
    for number in range(1, rounds + 1):
        begins(number)
        for name, rows in make(number).items():
            for parsed, groups in rows.items():
                measured.setdefault(name, {}).setdefault(parsed, {})[number] = groups
    return measured
