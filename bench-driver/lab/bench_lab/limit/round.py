"""A round: for each object type and format fresh processes, the service and the loops, and groups of a slice of each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench_driver.servers.specs import SERVERS, Options

from ..paired import servers, slices
from ..paired.order import Order, sequence
from ..paired.rows import Pair, Parsed
from ..paired.servers import Run
from .gate import Gated, Size, gated
from .loops import GROUPS, LOOPS, WARMUP


@dataclass(frozen=True)
class Bytes:
    """What a parse allocates in a round, in the loop and in the service."""

    loop: float
    service: float


@dataclass
class Found:
    """A round's pairs, loop and service, by what is parsed; and what it allocates, where both say that."""

    pairs: dict[Parsed, list[Pair]] = field(default_factory=dict)
    allocated: dict[Parsed, Bytes] = field(default_factory=dict)


@dataclass
class Rounds:
    """Makes rounds. How many objects a slice has follows from the first one's warm-up."""

    options: Options
    #: of each consumer's loop
    programs: Mapping[str, Path]
    parsed: Sequence[Parsed]
    logs: Path
    groups: int = GROUPS
    amounts: dict[Parsed, int] = field(default_factory=dict, init=False)

    def make(self, number: int) -> Found:
        """A round. Each object type and format has processes of its own, as a fork of a benchmark tool has. SetupError, StackError, ServerError, RunFailed."""
        dice, found = random.Random(f"round {number} of {slices.SEED}"), Found()
        turns = sorted({(parsed.object_type, parsed.format) for parsed in self.parsed})
        dice.shuffle(turns)
        for turn in turns:
            those = [parsed for parsed in self.parsed if (parsed.object_type, parsed.format) == turn]
            dice.shuffle(those)
            self._turn(number, those, self.logs / str(number) / "-".join(turn), dice, found)
        return found

    def _turn(self, number: int, those: Sequence[Parsed], logs: Path, dice: random.Random, found: Found) -> None:
        """One consumer's groups after the other's, so that a tool that reckons its own statistics disturbs nobody."""
        known = {spec.name: spec for spec in SERVERS}
        with servers.ready(self.options, [known[parsed.consumer] for parsed in those], logs) as started:
            sizes = slices.warm(number, {parsed.consumer: [parsed] for parsed in those}, started.run)
            for parsed in those:
                amount = self.amounts.setdefault(parsed, sizes[parsed])
                size = Size(amount, WARMUP, slices.HELD.warmup_slice)
                command = LOOPS[parsed.consumer].command(self.options, self.programs[parsed.consumer], parsed, size)
                with gated(f"the loop of {parsed}", command, size, logs / f"{parsed.consumer}.loop.log", self.options.root) as loop:
                    groups(parsed, amount, loop, started.run, [order for _, order in sequence([parsed], self.groups, dice)], found)


def groups(parsed: Parsed, amount: int, loop: Gated, run: Run, orders: Sequence[Order], found: Found) -> None:
    """A slice of the loop and one of the service, back to back, in each of these orders; 0 is the loop, which has ended afterwards."""
    pairs = found.pairs.setdefault(parsed, [])
    for order in orders:
        times_ns = [0.0, 0.0]
        for place in order:
            if place == 0:
                sample = loop.sample()
                times_ns[0] = sample.p50_ns
            else:
                answer = slices.make(run, parsed.consumer, parsed, amount)
                times_ns[1] = slices.p50_ns(answer)
        pairs.append((times_ns[0], times_ns[1]))
        service = answer.get("memory", {}).get("allocated_bytes_per_object")
        if sample.allocated_bytes is not None and service is not None:
            # What a compiler made of an engine stays so once it is warm: the last group says it for the round.
            found.allocated[parsed] = Bytes(sample.allocated_bytes, service)
    loop.finish()
