"""What a sweep is asked for, the presets of it, and the plan that this becomes once the servers have said what they can do. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Literal

from .amounts import choose
from .errors import UsageError
from .model.records import Conditions
from .model.scenario import Scenario
from .plan import Plan

if TYPE_CHECKING:  # loading pydantic would slow `--help`
    from .servers.contract import Engines

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


@dataclass(frozen=True)
class Preset:
    """A request that has a name, what it is for, and how many minutes it takes on two cores."""

    words: str
    request: Request
    minutes: float

    def __str__(self) -> str:
        """What it is for, and how long it takes."""
        hours = self.minutes >= 90
        return f"{self.words}; about {self.minutes / 60:.1f} hours" if hours else f"{self.words}; about {self.minutes:.0f} minutes"


# Minutes by the rates of `estimate.Rates`, which two sweeps on that machine gave. A round: 6 s to start, 24 scenarios x 2,000 objects for the providers at
# 90 us (4 s), and for each run of a scenario, with the pairs' second one, 1 s + its replayed objects x 11 us + its requested ones x 78.5 us; for each that is
# cold 3.2 s.
#   quick  26 x (1 + 60,000 x 11 us +  12,000 x 78.5 us) + 10            =  78 s,  6 rounds:   8 min; 135 s a round, so 13.5, on an AMD EPYC with 7 % steal
#   full   30 x (1 + 300,000 x 11 us + 40,000 x 78.5 us) + 10 + 24 x 3.2 = 310 s, 20 rounds: 103 min
#   paper  30 x (1 + 60,000 x 11 us +  22,000 x 78.5 us) + 10 + 12 x 3.2 = 150 s, 10 rounds:  25 min
# The study's grid ends at 100,000 objects, which would take `paper` 56 minutes: `--amounts 500:100000:500` asks for it.
PRESETS = {
    "quick": Preset(
        "every scenario at 1,000 to 8,000 objects, six rounds",
        Request(tuple(range(1000, 8001, 1000)), 6, conditions=Conditions(warmup=60_000, warmup_http=4_000)),
        minutes=10,
    ),
    "full": Preset(
        "a night's: 2,000 to 20,000 objects, twenty rounds, a longer warm-up, and what is cold",
        Request(tuple(range(2000, 20_001, 2000)), 20, conditions=Conditions(warmup=300_000, warmup_http=20_000), cold="all", pairs="format"),
        minutes=103,
    ),
    "paper": Preset(
        "a study's grid: 500 to 20,000 of the same object in steps of 500, ten rounds, and what is cold",
        Request(
            tuple(range(500, 20_001, 500)), 10, conditions=Conditions(variants=1, warmup=60_000, warmup_http=2_000), cold="one-provider", pairs="format"
        ),
        minutes=25,
    ),
}  # fmt: skip


def plan_of(request: Request, consumers: Mapping[str, Engines], providers: Sequence[str]) -> Plan:
    """The plan of a request, by what each consumer announces. UsageError where a filter fits nothing."""
    announced = [engine for engines in consumers.values() for engine in engines.engines]
    object_types = choose(request.object_types, list(dict.fromkeys(name for engine in announced for name in engine.object_types)), "--object-type")
    formats = choose(request.formats, list(dict.fromkeys(engine.format for engine in announced)), "--format")
    by_place = {(name, format_name): _engines(request, engines, format_name) for name, engines in consumers.items() for format_name in formats}
    if request.engines:
        _refuse_unknown(request, [engine.name for engine in announced])
    scenarios = tuple(
        Scenario(consumer, provider, object_type, format_name, engine)
        for consumer, provider, object_type, format_name in product(consumers, providers, object_types, formats)
        for engine in by_place[consumer, format_name]
    )
    if not scenarios:
        why = f"--engine {', '.join(request.engines)} reads none of {', '.join(formats)} in {', '.join(consumers)}"
        raise UsageError("there is nothing to sweep", why=why, do="see `bench-driver engines`, and leave a filter out")
    twice = _groups(scenarios, lambda item: (item.consumer, item.format) if request.pairs == "format" else item.consumer)
    cold = _cold(request, scenarios)
    return Plan(scenarios, request.amounts, request.rounds, request.seed, request.conditions, twice, cold, request.cold_amounts if cold else ())


def _cold(request: Request, scenarios: tuple[Scenario, ...]) -> tuple[Scenario, ...]:
    if request.cold == "one-provider":
        return tuple(group[0] for group in _groups(scenarios, lambda item: (item.consumer, item.object_type, item.format, item.engine)))
    return scenarios if request.cold == "all" else ()


def _engines(request: Request, announced: Engines, format_name: str) -> list[str | None]:
    """The engines of a consumer for a format, None for its default."""
    if not request.engines:
        return [None]
    wanted = {name.strip() for item in request.engines for name in item.split(",")}
    there = [engine for engine in announced.engines if engine.format == format_name and (engine.name in wanted or "all" in wanted)]
    return [None if engine.default else engine.name for engine in there]


def _refuse_unknown(request: Request, known: Sequence[str]) -> None:
    for item in request.engines:
        for name in item.split(","):
            if name.strip() not in (*known, "all"):
                raise UsageError(f"--engine {name.strip()} fits nothing", why=f"there are {', '.join(dict.fromkeys(known))}", do="name one of these, or all")


def _groups(scenarios: Sequence[Scenario], key: Callable[[Scenario], object]) -> tuple[tuple[Scenario, ...], ...]:
    """The scenarios that have the same key, group by group."""
    groups: dict[object, list[Scenario]] = {}
    for scenario in scenarios:
        groups.setdefault(key(scenario), []).append(scenario)
    return tuple(map(tuple, groups.values()))
