"""What a sweep will do, once the servers have said what they can do: pure, and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from ..model.condition import CONDITIONS, PUSHES
from ..model.records import Conditions, Turn
from ..model.scenario import Scenario
from ..model.series import CHECKS, USUAL
from .announced import Announced
from .filters import Chosen, Filters, chosen
from .request import Request

#: Requests in flight while providers are warmed: there the time does not matter, only that they have served enough.
WARM_UP_CONCURRENCY = 16


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
    body |= CONDITIONS[held.source] if held.source in PUSHES else {"source": held.source, "concurrency": held.concurrency}
    if turn.series == "steady":
        body |= {"warmup": held.warmup_http}
    return {**body, "checkpoints": list(turn.points)} if len(turn.points) > 1 or not held.independent else body


def plan_of(request: Request, consumers: Mapping[str, Announced], providers: Sequence[str]) -> Plan:
    """The plan of a request, by what each consumer announces. UsageError where a filter fits nothing."""
    checks = tuple(CHECKS) if request.engines else (USUAL,)
    left = chosen(Filters(request.object_types, request.formats, request.engines, checks=checks, adding=request.adding), consumers)
    scenarios = tuple(
        Scenario(consumer, provider, object_type, format_name, engine)
        for consumer, provider, (object_type, format_name) in product(consumers, providers, left.objects)
        for engine in _engines(left, object_type, consumer, format_name, checks)
    )
    twice = _groups(scenarios, lambda item: (item.consumer, item.format) if request.pairs == "format" else item.consumer)
    cold = _cold(request, scenarios)
    return Plan(scenarios, request.amounts, request.rounds, request.seed, request.conditions, twice, cold, request.cold_amounts if cold else ())


def _engines(left: Chosen, object_type: str, consumer: str, format_name: str, checks: Sequence[str]) -> list[str | None]:
    """The engines of a consumer for a type in a format, of whichever series, None for the default of the usual one."""
    default = left.defaults.get((consumer, format_name, USUAL))
    names = dict.fromkeys(name for series in checks for name in left.of(object_type, consumer, format_name, series))
    return [None if name == default else name for name in names]


def _cold(request: Request, scenarios: tuple[Scenario, ...]) -> tuple[Scenario, ...]:
    if request.cold == "one-provider":
        return tuple(group[0] for group in _groups(scenarios, lambda item: (item.consumer, item.object_type, item.format, item.engine)))
    return scenarios if request.cold == "all" else ()


def _groups(scenarios: Sequence[Scenario], key: Callable[[Scenario], object]) -> tuple[tuple[Scenario, ...], ...]:
    """The scenarios that have the same key, group by group."""
    groups: dict[object, list[Scenario]] = {}
    for scenario in scenarios:
        groups.setdefault(key(scenario), []).append(scenario)
    return tuple(map(tuple, groups.values()))
