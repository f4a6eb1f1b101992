"""Figures by scenario and round, out of a sweep's measurements; what every comparison starts from. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .errors import UsageError
from .plan import Scenario
from .stats.band import Band, band
from .stats.interval import Interval, paired_ratio
from .store.read import Measurement, Sweep

ByRound = dict[int, list[float]]
Figures = Mapping[Scenario, ByRound]


def by_round(measurements: Iterable[Measurement], figure: str = "p50_ns", arm: str = "A") -> dict[Scenario, ByRound]:
    """One figure of each run at the largest amount of its scenario. Of an A/A pair the runs of one arm, A unless B is asked for; then only pairs are there."""
    found: dict[Scenario, ByRound] = {}
    largest: dict[Scenario, int] = {}
    for item in measurements:
        if (item.arm or "A") != arm or item.amount < largest.get(item.scenario, 0):
            continue
        if item.amount > largest.get(item.scenario, 0):
            largest[item.scenario], found[item.scenario] = item.amount, {}
        found[item.scenario].setdefault(item.round, []).append(float(getattr(item, figure)))
    return found


@dataclass(frozen=True)
class Pair:
    """A scenario that was measured twice in each round: the ratio of B to A."""

    scenario: Scenario
    ratio: Interval


def pairs(measurements: Sequence[Measurement], figure: str = "p50_ns") -> list[Pair]:
    """The A/A pairs of a sweep."""
    first, second = by_round(measurements, figure), by_round(measurements, figure, arm="B")
    ratios = [(scenario, paired_ratio(runs, first.get(scenario, {}))) for scenario, runs in sorted(second.items())]
    return [Pair(scenario, ratio) for scenario, ratio in ratios if ratio is not None]


@dataclass(frozen=True)
class Bands:
    """What the A/A pairs of a sweep differ by."""

    pairs: Sequence[Pair]

    def of(self, *scenarios: Scenario) -> Band | None:
        """The band for a comparison: of the pairs of the consumers that take part, or of all where one of them has none. None where no pair has two rounds."""
        consumers, known = {scenario.consumer for scenario in scenarios}, [pair for pair in self.pairs if pair.ratio.known]
        near = [pair for pair in known if pair.scenario.consumer in consumers]
        return band(pair.ratio for pair in (near if consumers <= {pair.scenario.consumer for pair in near} else known))

    @property
    def widest(self) -> Band | None:
        """That of all pairs."""
        return band(pair.ratio for pair in self.pairs)


def in_order(sweep: Sweep, scenarios: Iterable[Scenario]) -> list[Scenario]:
    """Scenarios in the plan's order; what it has not, with servers as the sweep has them, object types and formats as the servers' engines."""
    planned = {Scenario(**item): place for place, item in enumerate(sweep.conditions.get("scenarios", []))}
    servers = sweep.about.get("servers", {})
    engines = [engine for server in servers.values() for engine in server.get("engines", [])]
    orders = {
        "object_type": [name for engine in engines for name in engine["object_types"]],
        "format": [engine["format"] for engine in engines],
        "provider": list(servers),
        "consumer": list(servers),
    }

    def place(scenario: Scenario) -> tuple[int, ...]:
        parts = tuple(order.index(name) if (name := getattr(scenario, part)) in order else len(order) for part, order in orders.items())
        return (planned.get(scenario, len(planned)), *parts)

    return sorted(sorted(scenarios), key=place)


def find_scenario(text: str, known: Sequence[Scenario]) -> Scenario:
    """The scenario that a user names: `java/rust/DummyObject/JSON`, with `/engine` where it is not the default, or as file names have it. UsageError."""
    wanted = text.split("/")
    fits = [scenario for scenario in known if text == scenario.slug or _fits(wanted, scenario)]
    if len(fits) == 1:
        return fits[0]
    why = (
        "it fits " + ", ".join(item.slug for item in fits) if fits else "there are " + ", ".join(item.slug for item in known[:30]) if known else "there is none"
    )
    raise UsageError(f"{text} names no scenario" if not fits else f"{text} names more than one scenario", why=why, do="write consumer/provider/type/format")


def _fits(wanted: Sequence[str], scenario: Scenario) -> bool:
    parts = [scenario.consumer, scenario.provider, scenario.object_type, scenario.format, *([scenario.engine] if scenario.engine else [])]
    if len(wanted) != len(parts):
        return False
    return all(word.lower() in (part.lower(), part.lower().partition("-")[0]) for word, part in zip(wanted, parts, strict=True))
