"""How far a library is from the limit: what building the object takes when nothing is parsed, and one pass over the bytes."""

from __future__ import annotations

from collections.abc import Callable

from ..paired.rows import Parsed
from .experiment import Engines, Experiment, Side, alone, beside


def _over(kind: str) -> Callable[[Parsed, Engines], tuple[Side, Side] | None]:
    def sides(parsed: Parsed, known: Engines) -> tuple[Side, Side] | None:
        floor = beside(parsed, f"{kind}-{parsed.format.lower()}", known)
        return (floor, alone(parsed)) if floor else None

    return sides


FLOORS = Experiment(
    "floors",
    "A parse over its floor",
    ("floor", "parse"),
    "The floor builds the object and parses nothing: texts are copied byte for byte, numbers are taken as they are. The parse is that of the default engine. "
    "Each has a process of its own. What the ratio exceeds 1 by is what the library takes to find out what the object is.",
    _over("floor"),
)
PASSES = Experiment(
    "passes",
    "A parse over one pass",
    ("one pass", "parse"),
    "The pass reads each byte of the body once, by the best that each server has for that, and makes nothing of it. The parse is that of the default engine. "
    "Each has a process of its own.",
    _over("pass"),
)
