"""What a sweep is asked for. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..model.records import Conditions

#: Of which scenarios the first objects are measured: of none, with one provider (the wait for it is no part of a parse), or of all.
Cold = Literal["none", "one-provider", "all"]
#: Of what one scenario is measured twice a round, another each time: of a consumer, or of a consumer and format.
Pairs = Literal["consumer", "format"]


@dataclass(frozen=True)
class Request:
    """What the user asks for; filters that are empty take all, but of engines the default of each format."""

    amounts: tuple[int, ...]
    rounds: int
    seed: int = 0
    preset: str = "own"
    conditions: Conditions = field(default_factory=Conditions)
    cold: Cold = "none"
    cold_amounts: tuple[int, ...] = (1, 10, 100, 1000)
    pairs: Pairs = "consumer"
    object_types: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
