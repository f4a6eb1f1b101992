"""What a paired comparison shows while it is made and when it has ended."""

from __future__ import annotations

import time
from collections.abc import Sequence

from bench_driver.cli import screen
from bench_driver.report.document import Section, Table, Text


class Progress:
    """Says on stderr which round begins, and how long those that are left will take, by those that were made."""

    def __init__(self, rounds: int) -> None:
        self._rounds, self._begun = rounds, time.monotonic()

    def __call__(self, number: int) -> None:
        """A round begins."""
        screen.err().print(self.line(number, time.monotonic() - self._begun), markup=False)

    def line(self, number: int, seconds: float) -> str:
        """What is said as a round begins, so many seconds after the first one did."""
        left = f", about {screen.duration(seconds / (number - 1) * (self._rounds - number + 1))} left" if number > 1 else ""
        return f"round {number} of {self._rounds}{left}"


def sections(made: Sequence[Section]) -> None:
    """Each section's table, and below it the sentence, where the eye is last."""
    for section in made:
        screen.out().print(f"\n{section.title}", markup=False)
        for block in section.blocks:
            if isinstance(block, Table):
                screen.show_table(block)
        for block in section.blocks:
            if isinstance(block, Text) and block.lead:
                screen.out().print(f"\n{block.text}", markup=False, soft_wrap=True)
