"""Figures by scenario and round, out of a sweep's measurements; what every comparison starts from. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..model.records import Measurement
from ..model.scenario import Scenario
from ..stats.interval import Interval, median_interval
from ..stats.verdict import Band, band

ByRound = dict[int, list[float]]
Figures = Mapping[Scenario, ByRound]


def by_round(measurements: Iterable[Measurement], figure: str = "p50_ns") -> dict[Scenario, ByRound]:
    """One figure of each run at the largest amount of its scenario. Of an A/A pair only A counts."""
    found: dict[Scenario, ByRound] = {}
    largest: dict[Scenario, int] = {}
    for item in measurements:
        if item.arm == "B" or item.amount < largest.get(item.scenario, 0):
            continue
        if item.amount > largest.get(item.scenario, 0):
            largest[item.scenario], found[item.scenario] = item.amount, {}
        found[item.scenario].setdefault(item.round, []).append(float(getattr(item, figure)))
    return found


@dataclass(frozen=True)
class Pair:
    """What was measured twice in a round: one scenario, or several that took turns round by round. The ratio of B to A over these rounds."""

    scenarios: tuple[Scenario, ...]
    ratio: Interval

    @property
    def consumer(self) -> str:
        """Who parsed."""
        return self.scenarios[0].consumer

    def __str__(self) -> str:
        """Its name for people."""
        if len(self.scenarios) == 1:
            return str(self.scenarios[0])
        formats = ", ".join(dict.fromkeys(scenario.format for scenario in self.scenarios))
        return f"{self.consumer}, {formats}: {len(self.scenarios)} scenarios in turn"


#: What pairs may have in common to be one pair, the most first.
_POOLS: tuple[Callable[[Scenario], object], ...] = (
    lambda scenario: scenario.consumer,
    lambda scenario: (scenario.consumer, scenario.format),
    lambda scenario: scenario,
)


def pairs(measurements: Iterable[Measurement], figure: str = "p50_ns") -> list[Pair]:
    """The A/A pairs of a sweep; those of a consumer, or else of a consumer and format, are one pair where each round has but one of them.

    Scenarios take turns as pairs, so that none has its own in rounds enough for an interval; but each B / A is the same thing measured twice.
    """
    found = _twice(measurements, figure)
    key = next(key for key in _POOLS if len({(key(scenario), number) for scenario, number in found}) == len(found))
    pools: dict[object, dict[tuple[Scenario, int], float]] = {}
    for place in sorted(found):
        pools.setdefault(key(place[0]), {})[place] = found[place]
    return [Pair(tuple(dict.fromkeys(scenario for scenario, _ in pool)), median_interval([[ratio] for ratio in pool.values()])) for pool in pools.values()]


def _twice(measurements: Iterable[Measurement], figure: str) -> dict[tuple[Scenario, int], float]:
    """B / A of each scenario and round that has both, at the largest amount of the two; with a run for each amount, of those that did well."""
    arms: dict[tuple[Scenario, int, int], dict[str, float]] = {}
    for item in measurements:
        arms.setdefault((item.scenario, item.round, item.amount), {})[item.arm or "A"] = float(getattr(item, figure))
    return {(scenario, number): both["B"] / both["A"] for (scenario, number, _), both in sorted(arms.items()) if len(both) == 2}


@dataclass(frozen=True)
class Bands:
    """What the A/A pairs of a sweep differ by."""

    pairs: Sequence[Pair]

    def of(self, *scenarios: Scenario) -> Band | None:
        """The band for a comparison: of the pairs of the consumers that take part, or of all where one of them has none. None where no pair has two rounds."""
        consumers, known = {scenario.consumer for scenario in scenarios}, [pair for pair in self.pairs if pair.ratio.known]
        near = [pair for pair in known if pair.consumer in consumers]
        return band(pair.ratio for pair in (near if consumers <= {pair.consumer for pair in near} else known))

    @property
    def widest(self) -> Band | None:
        """That of all pairs."""
        return band(pair.ratio for pair in self.pairs)
