"""What a sweep will do, decided before it starts: pure, and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

#: Requests in flight while providers are warmed: there the time does not matter, only that they have served enough.
WARM_UP_CONCURRENCY = 16


@dataclass(frozen=True)
class Scenario:
    """All that names a run except its amount; servers by their names in the stack, `engine` None for the format's default."""

    consumer: str
    provider: str
    object_type: str
    format: str
    engine: str | None = None

    def __lt__(self, other: Scenario) -> bool:
        """By name, part by part; defaults first."""
        return self._parts < other._parts

    @property
    def _parts(self) -> tuple[str, ...]:
        return (self.consumer, self.provider, self.object_type, self.format, self.engine or "")

    @property
    def objects(self) -> tuple[str, str, str]:
        """What is parsed, whoever parses it: provider, object type and format. An engine belongs to its consumer."""
        return (self.provider, self.object_type, self.format)

    @property
    def slug(self) -> str:
        """Its name in file names."""
        return f"{self.consumer}_from_{self.provider}_{self.object_type}_{self.format}" + (f"_{self.engine}" if self.engine else "")

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.consumer} from {self.provider}, {self.object_type} as {self.format}" + (f" by {self.engine}" if self.engine else "")


@dataclass(frozen=True)
class Conditions:
    """What holds for every run of a sweep, and belongs to each of its figures."""

    concurrency: int = 1
    variants: int = 256
    source: str = "http"
    #: objects replayed by the consumer before each scenario; 0 leaves it out
    warmup: int = 100_000
    #: objects fetched and parsed at the start of each measured run, reported apart; 0 leaves it out
    warmup_http: int = 5_000
    #: objects that each scenario requests at the start of a round, with `WARM_UP_CONCURRENCY` in flight, so that no provider is cold; 0 leaves it out
    warmup_provider: int = 2_000
    #: one run an amount, where otherwise one run with checkpoints draws the whole curve
    independent: bool = False


@dataclass(frozen=True)
class Turn:
    """A run to be made: its place in its round, its scenario, its series and arm, its objects, and the amounts to be reported of it.

    Series: `provider-warmup` makes a round's providers quick, and is no figure; `cold` are the first objects of a consumer that was just started; `warmup` is
    what a consumer replays before it is measured; `steady` is what it does after that. Arm: `A` and `B` are the same scenario twice in a round.
    """

    round: int
    position: int
    scenario: Scenario
    series: str
    arm: str | None
    amount: int
    points: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """Scenarios x amounts x rounds, in the order that `seed` gives; of each of `twice` one scenario comes twice a round, of `cold` also the first objects."""

    scenarios: tuple[Scenario, ...]
    amounts: tuple[int, ...]
    rounds: int
    seed: int
    conditions: Conditions
    twice: tuple[tuple[Scenario, ...], ...] = ()
    cold: tuple[Scenario, ...] = ()
    cold_amounts: tuple[int, ...] = ()

    def pairs(self, number: int) -> tuple[Scenario, ...]:
        """The scenarios that a round measures twice: of each of `twice` the next in a random order, so that in some rounds each had its turn.

        The order is one of objects, so that of two consumers that parse the same, both are measured twice on the same objects.
        """
        known = list(dict.fromkeys(scenario.objects for scenario in self.scenarios))
        random.Random(f"pairs of {self.seed}").shuffle(known)
        return tuple(sorted(group, key=lambda scenario: known.index(scenario.objects))[(number - 1) % len(group)] for group in self.twice if group)

    def turns(self) -> Iterator[Turn]:
        """Every turn in its order."""
        generator = random.Random(self.seed)
        for number in range(1, self.rounds + 1):
            for position, turn in enumerate(self._round(number, generator), 1):
                yield replace(turn, position=position)

    def _round(self, number: int, generator: random.Random) -> Iterator[Turn]:
        """A round's turns: providers first, then what is cold, since it needs consumers that are restarted, then each scenario warmed and measured."""
        held = self.conditions
        for scenario in self.scenarios if held.warmup_provider else ():
            yield Turn(number, 0, scenario, "provider-warmup", None, held.warmup_provider, ())
        for scenario, _ in interleaved([(scenario, None) for scenario in self.cold if self.cold_amounts], generator):
            yield Turn(number, 0, scenario, "cold", None, self.cold_amounts[-1], self.cold_amounts)
        for scenario, arm in interleaved(self._arms(number), generator):
            if held.warmup:
                yield Turn(number, 0, scenario, "warmup", arm, held.warmup, (held.warmup,))
            runs = [(amount,) for amount in self.amounts] if held.independent else [self.amounts]
            generator.shuffle(runs)
            for amounts in runs:
                yield Turn(number, 0, scenario, "steady", arm, amounts[-1], amounts)

    def _arms(self, number: int) -> list[tuple[Scenario, str | None]]:
        pairs = self.pairs(number)
        single = [(scenario, None) for scenario in self.scenarios if scenario not in pairs]
        return [*single, *((scenario, arm) for scenario in pairs for arm in ("A", "B"))]


def interleaved(items: Sequence[tuple[Scenario, str | None]], generator: random.Random) -> list[tuple[Scenario, str | None]]:
    """All that parse the same objects side by side, in a random order of objects, and who of them comes first is drawn anew each time.

    What is compared was so measured within seconds: what changes during a round falls on both, and neither is always the one that comes after the other.
    An arm A stands where the run would stand that has no second one.
    """
    compared: dict[tuple[tuple[str, str, str], bool], list[tuple[Scenario, str | None]]] = {}
    for scenario, arm in items:
        compared.setdefault((scenario.objects, arm == "B"), []).append((scenario, arm))
    groups = list(compared.values())
    generator.shuffle(groups)
    for group in groups:
        generator.shuffle(group)
    return [item for group in groups for item in group]


def request(turn: Turn, held: Conditions, *, server_type: str, engine: str | None) -> dict[str, Any]:
    """What a turn asks its consumer for, but for where the provider is. `engine` is named where it is known, the default too."""
    scenario = turn.scenario
    body: dict[str, Any] = {"amount": turn.amount, "object_format": scenario.format, "server_type": server_type, "object_type": scenario.object_type}
    body |= {"variants": held.variants} | ({"engine": engine} if engine else {})
    if turn.series == "provider-warmup":
        return {**body, "concurrency": WARM_UP_CONCURRENCY}
    if turn.series == "warmup":
        return {**body, "source": "replay"}
    body |= {"source": held.source, "concurrency": held.concurrency}
    if turn.series == "steady":
        body |= {"warmup": held.warmup_http}
    return {**body, "checkpoints": list(turn.points)} if len(turn.points) > 1 or not held.independent else body
