"""All rounds of the prices."""

from __future__ import annotations

from collections.abc import Callable

from ..paired.gathered import Found, Gathered, gather


def measure(make: Callable[[int], Found], rounds: int, begins: Callable[[int], None]) -> Gathered:
    """So many rounds, each of which `make` makes; `begins` hears of each."""
    gathered: Gathered = {}
    for number in range(1, rounds + 1):
        begins(number)
        gather(gathered, number, make(number))
    return gathered
