"""The plan of a UI benchmark: scenarios, amounts and rounds, in random order. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

#: The most objects that the page takes a press.
MOST = 100_000


@dataclass(frozen=True, order=True)
class Scenario:
    """Whose objects the page parses, in which format, and by which of its engines."""

    object_type: str
    format: str
    provider: str
    engine: str

    @property
    def name(self) -> str:
        """In words."""
        return f"{self.object_type} as {self.format} from {self.provider}"


@dataclass(frozen=True)
class Press:
    """A press of the button: what the page showed for this many objects, ms.

    `whole_ms` is from the press until that was on the screen.
    """

    number: int
    scenario: Scenario
    amount: int
    parse_ms: float
    whole_ms: float


@dataclass(frozen=True)
class Plan:
    """Every amount of every scenario once a round; no scenarios before the page was asked."""

    scenarios: Sequence[Scenario]
    amounts: Sequence[int]
    rounds: int
    seed: int

    @property
    def presses(self) -> int:
        """Of all rounds."""
        return len(self.scenarios) * len(self.amounts) * self.rounds

    @property
    def objects(self) -> int:
        """Of all presses."""
        return len(self.scenarios) * sum(self.amounts) * self.rounds

    def order(self, number: int) -> list[tuple[Scenario, list[int]]]:
        """The scenarios of a round, each with its amounts, all in random order.

        So whatever warms up or slows down meets all amounts alike.
        """
        dice = random.Random(f"presses {number} of {self.seed}")
        scenarios = dice.sample(list(self.scenarios), len(self.scenarios))
        return [
            (scenario, dice.sample(list(self.amounts), len(self.amounts))) for scenario in scenarios
        ]
