"""A round: fresh processes, one a consumer and format, each warmed with all that it parses; then passes of every row in random order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_driver.servers.specs import Options

from ..paired import servers, slices
from ..paired.rows import Parsed
from ..paired.servers import Run
from .passes import Pass, asked, told

#: Passes of a row in a round.
PASSES = 6
#: Runs of each thing parsed that meet new bodies while a process is warmed: a JIT compiler wants to have seen the guard as it has seen the parser.
WARMING = 20
#: A row: what is parsed, and the condition.
Row = tuple[Parsed, str]


@dataclass(frozen=True)
class Rounds:
    """Makes rounds."""

    options: Options
    parsed: Sequence[Parsed]
    conditions: Sequence[str]
    logs: Path

    @property
    def processes(self) -> dict[str, list[Parsed]]:
        """What each process parses, by the process's name."""
        found: dict[str, list[Parsed]] = {}
        for parsed in self.parsed:
            found.setdefault(_process(parsed), []).append(parsed)
        return found

    @property
    def rows(self) -> list[Row]:
        """Every row, in the order of tables."""
        return [(parsed, condition) for condition in self.conditions for parsed in self.parsed]

    def make(self, number: int) -> dict[Row, list[Pass]]:
        """A round. SetupError, StackError, ServerError, RunFailed."""
        consumers = [servers.consumer(each[0].consumer, name) for name, each in self.processes.items()]
        with servers.ready(self.options, consumers, self.logs / str(number)) as started:
            return self.measure(number, started.run)

    def measure(self, number: int, run: Run) -> dict[Row, list[Pass]]:
        """Warms the processes of a round, and makes its passes. ServerError, RunFailed."""
        slices.warm(number, self.processes, run)
        for parsed in [parsed for parsed in self.parsed for _ in range(WARMING)]:
            run(_process(parsed), parsed, asked("replay", met=False))
        dice = random.Random(f"passes of round {number} of {slices.SEED}")
        order = self.rows * PASSES
        dice.shuffle(order)
        made: dict[Row, list[Pass]] = {row: [] for row in self.rows}
        for parsed, condition in order:
            found = made[parsed, condition]
            # Either one first equally often.
            answers = {met: run(_process(parsed), parsed, asked(condition, met=met)) for met in ((False, True) if len(found) % 2 else (True, False))}
            found.append(told(answers[False], answers[True]))
        return made


def _process(parsed: Parsed) -> str:
    return f"{parsed.consumer}-{parsed.format}"
