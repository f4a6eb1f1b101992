"""Which engine of each runtime an earlier sweep chose on each cell: frozen, and of no library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cell import Cell

#: Names the sentence, the tables and the pictures of a sweep of the best.
TITLE = "By the best library of each runtime"
#: Where a sweep's `about` has the choice.
KEY = "best_of"


@dataclass(frozen=True)
class BestEngine:
    """The engine of a consumer on a cell, and what the measuring was like by which it
    was chosen.
    """

    cell: Cell
    consumer: str
    engine: str
    noise: str

    @property
    def facts(self) -> dict[str, str]:
        """As a plan keeps it."""
        cell = {"object_type": self.cell.object_type, "format": self.cell.format}
        return {**cell, "consumer": self.consumer, "engine": self.engine, "noise": self.noise}


@dataclass(frozen=True)
class Choice:
    """The best engines, and the sweep that chose them."""

    sweep: str
    planned_at: str
    engines: Sequence[BestEngine]

    @property
    def facts(self) -> dict[str, Any]:
        """As a plan keeps it."""
        engines = [one.facts for one in self.engines]
        return {"sweep": self.sweep, "planned_at": self.planned_at, "engines": engines}


def in_words(facts: Mapping[str, Any]) -> str:
    """Which sweep chose the engines, when, and what its measuring was like, as a plan keeps it."""
    words = Counter(one["noise"] for one in facts["engines"])
    noise = ", ".join(f"{word} {number}" for word, number in words.most_common())
    return (
        f"Sweep {facts['sweep']} of {facts['planned_at'][:10]} chose the libraries (noise: "
        f"{noise})."
    )
