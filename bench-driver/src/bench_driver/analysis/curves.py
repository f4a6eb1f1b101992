"""Curves over amounts: what a slice's first objects took together, and those of a fresh process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median

from ..model.records import Measurement, SweepRecord
from ..model.scenario import Scenario
from ..stats.interval import Interval
from ..stats.log_ratios import geometric_mean
from ..stats.slope import per_object
from ..store import read
from ..store.database import Store

#: By round, and by amount, what a run's first objects took together.
Totals = dict[int, dict[int, int]]


@dataclass(frozen=True)
class Curve:
    """A scenario's totals by round; `wall_ms` is what they took from the first request on."""

    scenario: Scenario
    rounds: Totals
    wall_ms: Totals

    @property
    def amounts(self) -> list[int]:
        """Every amount that some round has, ascending."""
        return sorted({amount for totals in self.rounds.values() for amount in totals})

    def at(self, amount: int) -> Interval | None:
        """The total of that many objects, ns: its mean over rounds; None of no round."""
        known = [float(totals[amount]) for totals in self.rounds.values() if amount in totals]
        return geometric_mean(known) if known else None

    def each_ns(self, amount: int) -> float | None:
        """The mean of that many objects, ns: the median over rounds; None of no round."""
        means = [totals[amount] / amount for totals in self.rounds.values() if amount in totals]
        return median(means) if means else None

    @property
    def slope(self) -> Interval | None:
        """What one more object adds, ns; None of fewer than two amounts."""
        slopes = [each for totals in self.rounds.values() if (each := per_object(totals))]
        known = [each for each in slopes if each > 0]
        return geometric_mean(known) if known else None

    @property
    def mean(self) -> Interval:
        """The mean of all objects of a run, ns."""
        return geometric_mean(
            [totals[max(totals)] / max(totals) for totals in self.rounds.values()]
        )


def curves(store: Store, sweep: SweepRecord, series: str = "slice") -> list[Curve]:
    """The curves of slices that are reported at amounts; with the series `cold` of fresh processes.

    None where a sweep measured no such thing.
    """
    if not sweep.conditions.get("amounts"):
        return []
    return list(_curves(read.measurements(store, sweep.id, series)))


def _curves(measurements: Iterable[Measurement]) -> Iterator[Curve]:
    by_scenario: dict[Scenario, Curve] = {}
    for one in measurements:
        curve = by_scenario.setdefault(one.scenario, Curve(one.scenario, {}, {}))
        for totals, total in ((curve.rounds, one.total_ns), (curve.wall_ms, one.total_time_ms)):
            totals.setdefault(one.round, {})[one.amount] = total
    return iter(by_scenario.values())
