"""A round of experiments: fresh processes, each warmed with all that it parses, then each experiment's groups."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from bench_driver.servers.specs import Options

from ..paired import servers, slices
from ..paired.builds import built
from ..paired.gathered import Found
from ..paired.order import sequence
from ..paired.rows import Parsed, contenders
from ..paired.servers import Run, Servers
from .experiment import Engines, Experiment, Side

#: Groups of a row in a round.
GROUPS = 4
#: How many objects a slice has, by experiment and what is parsed.
Amounts = dict[tuple[str, Parsed], int]


@dataclass
class Rounds:
    """Makes rounds. How many objects a slice has follows from the first one's warm-up, where `amounts` do not say it."""

    options: Options
    experiments: Sequence[Experiment]
    parsed: Sequence[Parsed]
    engines: Engines
    logs: Path
    groups: int = GROUPS
    amounts: Amounts = field(default_factory=dict)

    def rows(self, experiment: Experiment) -> dict[Parsed, tuple[Side, Side]]:
        """The two contenders of each of an experiment's rows, the baseline first."""
        found = {parsed: experiment.sides(parsed, self.engines) for parsed in self.parsed}
        return {parsed: sides for parsed, sides in found.items() if sides}

    @cached_property
    def processes(self) -> dict[str, list[Parsed]]:
        """What each process of a round parses, by the process's name."""
        found: dict[str, dict[Parsed, None]] = {}
        for side in self._sides:
            found.setdefault(side.process, {})[side.parsed] = None
        return {name: list(each) for name, each in found.items()}

    @property
    def _sides(self) -> Iterator[Side]:
        return (side for experiment in self.experiments for sides in self.rows(experiment).values() for side in sides)

    def ready(self, number: int) -> AbstractContextManager[Servers]:
        """The servers of a round, started and not warmed yet. SetupError, StackError."""
        sides = {side.process: side for side in self._sides}
        consumers = [built(servers.consumer(side.parsed.consumer, name), side.build) for name, side in sides.items()]
        return servers.ready(self.options, consumers, self.logs / str(number))

    def measure(self, number: int, run: Run) -> Found:
        """Warms the processes of a round, and makes the groups of one experiment after the other. ServerError, RunFailed."""
        sizes = slices.warm(number, self.processes, run)
        dice = random.Random(f"groups of round {number} of {slices.SEED}")
        found: Found = {}
        for experiment in self.experiments:
            rows = self.rows(experiment)
            found[experiment.name] = {parsed: [] for parsed in rows}
            for parsed, order in sequence(list(rows), self.groups, dice):
                sides, who = rows[parsed], contenders(experiment.names)
                amount = self.amounts.setdefault((experiment.name, parsed), max(sizes[side.parsed] for side in sides))
                made, group = found[experiment.name][parsed], {}
                for place, one in enumerate(order):
                    answer = slices.make(run, sides[one].process, sides[one].parsed, amount, sides[one].variants)
                    group[who[one]] = slices.told(answer, parsed, who[one], number, len(made) + 1, place, amount)
                made.append(group)
        return found
