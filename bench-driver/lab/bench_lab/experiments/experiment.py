"""What an experiment is: two contenders of each row, which differ by the process that they parse in, by the engine, by the build or by the bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..paired.rows import Parsed

#: As many as a sweep in groups cycles through.
ALL_VARIANTS = 1024
#: The engines that each consumer announces, by its name, in its order and in the contract's words.
Engines = Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class Side:
    """One contender of a row: the process that it parses in, by its name in the round, what it parses there, and the variants that it cycles through."""

    process: str
    parsed: Parsed
    variants: int = ALL_VARIANTS
    #: the server's; "" is the usual one
    build: str = ""


@dataclass(frozen=True)
class Experiment:
    """A comparison: its name on the command line, its title, how tables call the two contenders, what it compares, and who they are in a row."""

    name: str
    title: str
    names: tuple[str, str]
    words: str
    #: None where there is nothing to compare in a row
    sides: Callable[[Parsed, Engines], tuple[Side, Side] | None]


def beside(parsed: Parsed, name: str, known: Engines) -> Side | None:
    """An engine of the same consumer by its name, alone; None where the consumer announces none by that name."""
    there = any(engine["name"] == name for engine in known[parsed.consumer])
    return alone(replace(parsed, engine=name)) if there else None


def alone(parsed: Parsed, build: str = "") -> Side:
    """In a process that parses by this engine alone, every object type."""
    return Side("-".join(filter(None, (parsed.consumer, parsed.engine, build))), parsed, build=build)
