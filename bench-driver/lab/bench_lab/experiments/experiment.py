"""What an experiment is: two contenders of each row, which differ by the process that they parse in or by the bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..paired.rows import Parsed

#: As many as a sweep in groups cycles through.
ALL_VARIANTS = 1024


@dataclass(frozen=True)
class Side:
    """One contender of a row: the process that it parses in, by its name in the round, and the number of variants that it cycles through."""

    process: str
    variants: int = ALL_VARIANTS


@dataclass(frozen=True)
class Experiment:
    """A comparison: its name on the command line, its title, how tables call the two contenders, what it compares, and who they are in a row."""

    name: str
    title: str
    names: tuple[str, str]
    words: str
    sides: Callable[[Parsed], tuple[Side, Side]]
