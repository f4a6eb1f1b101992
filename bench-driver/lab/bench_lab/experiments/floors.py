"""How far a library is from the limit: what building the object takes when nothing is parsed, and one pass over the bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..paired.rows import Parsed
from .experiment import Engines, Experiment, Side, alone


def _beside(kind: str) -> Callable[[Parsed, Engines], tuple[Side, Side] | None]:
    def sides(parsed: Parsed, known: Engines) -> tuple[Side, Side] | None:
        name = f"{kind}-{parsed.format.lower()}"
        there = any(engine["name"] == name for engine in known[parsed.consumer])
        return (alone(replace(parsed, engine=name)), alone(parsed)) if there else None

    return sides


FLOORS = Experiment(
    "floors",
    "A parse over its floor",
    ("floor", "parse"),
    "The floor builds the object and parses nothing: texts are copied byte for byte, numbers are taken as they are. The parse is that of the default engine. "
    "Each has a process of its own. What the ratio exceeds 1 by is what the library takes to find out what the object is.",
    _beside("floor"),
)
PASSES = Experiment(
    "passes",
    "A parse over one pass",
    ("one pass", "parse"),
    "The pass reads each byte of the body once, by the best that each server has for that, and makes nothing of it. The parse is that of the default engine. "
    "Each has a process of its own.",
    _beside("pass"),
)
