"""A round: for each object type and format fresh processes, the service and the loops, and groups of a slice of each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench_driver.servers.specs import SERVERS, Options
from bench_driver.stats.pairs import Group

from ..paired import servers, slices
from ..paired.gate import Gated, Size, gated
from ..paired.loops import GROUPS, LOOPS, WARMUP
from ..paired.order import Order, sequence
from ..paired.rows import CONDITION, Parsed, contenders
from ..paired.servers import Run

#: What tables call the two.
NAMES = ("loop", CONDITION)


@dataclass(frozen=True)
class Bytes:
    """What a parse allocates in a round, in the loop and in the service."""

    loop: float
    service: float


@dataclass
class Found:
    """A round's groups of a loop and a service, by what is parsed; and what it allocates, where both say that."""

    groups: dict[Parsed, list[Group]] = field(default_factory=dict)
    allocated: dict[Parsed, Bytes] = field(default_factory=dict)


@dataclass
class Rounds:
    """Makes rounds. How many objects a slice has follows from the first one's warm-up, where `amounts` do not say it."""

    options: Options
    #: of each consumer's loop
    programs: Mapping[str, Path]
    parsed: Sequence[Parsed]
    logs: Path
    #: whether the loops guard and compare, as the service does
    checked: bool = False
    groups: int = GROUPS
    amounts: dict[Parsed, int] = field(default_factory=dict)

    def make(self, number: int) -> Found:
        """A round. Each object type and format, and each engine, has processes of its own, as a fork of a benchmark tool has.

        SetupError, StackError, ServerError, RunFailed.
        """
        dice, found = random.Random(f"round {number} of {slices.SEED}"), Found()
        turns = self._turns()
        names = sorted(turns)
        dice.shuffle(names)
        for name in names:
            those = turns[name]
            dice.shuffle(those)
            self._turn(number, those, self.logs / str(number) / "-".join(name), dice, found)
        return found

    def _turns(self) -> dict[tuple[str, ...], list[Parsed]]:
        """What is parsed in each turn: one engine of each consumer, by object type, format and how many of the consumer came before."""
        turns: dict[tuple[str, ...], list[Parsed]] = {}
        for parsed in sorted(self.parsed):
            kind = parsed.object_type, parsed.format
            place = sum(name[:2] == kind and parsed.consumer in {other.consumer for other in those} for name, those in turns.items())
            turns.setdefault((*kind, str(place)), []).append(parsed)
        return turns

    def _turn(self, number: int, those: Sequence[Parsed], logs: Path, dice: random.Random, found: Found) -> None:
        """One consumer's groups after the other's, so that a tool that reckons its own statistics disturbs nobody."""
        known = {spec.name: spec for spec in SERVERS}
        with servers.ready(self.options, [known[parsed.consumer] for parsed in those], logs) as started:
            sizes = slices.warm(number, {parsed.consumer: [parsed] for parsed in those}, started.run)
            for parsed in those:
                amount = self.amounts.setdefault(parsed, sizes[parsed])
                size = Size(amount, WARMUP, slices.HELD.warmup_slice)
                command = LOOPS[parsed.consumer].command(self.options, self.programs[parsed.consumer], parsed, size)
                log = logs / f"{parsed.consumer}.loop.log"
                with gated(f"the loop of {parsed}", command, size, log, self.options.root, checked=self.checked) as loop:
                    groups(parsed, number, amount, loop, started.run, [order for _, order in sequence([parsed], self.groups, dice)], found)


def groups(parsed: Parsed, number: int, amount: int, loop: Gated, run: Run, orders: Sequence[Order], found: Found) -> None:
    """A slice of the loop and one of the service, back to back, in each of these orders; 0 is the loop, which has ended afterwards."""
    made, who = found.groups.setdefault(parsed, []), contenders(NAMES)
    for order in orders:
        group = {}
        for place, one in enumerate(order):
            if one == 0:
                answer = sample = loop.sample()
            else:
                answer = service = slices.make(run, parsed.consumer, parsed, amount)
            group[who[one]] = slices.told(answer, parsed, who[one], number, len(made) + 1, place, amount)
        made.append(group)
        allocated = [sample.get("allocated_bytes"), service.get("memory", {}).get("allocated_bytes_per_object")]
        if None not in allocated:
            # What a compiler made of an engine stays so once it is warm: the last group says it for the round.
            found.allocated[parsed] = Bytes(*allocated)
    loop.finish()
