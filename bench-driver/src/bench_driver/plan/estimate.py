"""How long a plan will take, from what runs took in an earlier sweep, else from what they took
where the driver was made. Pure.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, Self

from ..model.records import Job
from ..model.scenario import server_name
from .plan import Plan, Planned

#: Which runs go about as fast: series, consumer, format.
Kind = tuple[str, str, str]
#: Microseconds an object by series, on another machine.
_ELSEWHERE = {
    "provider-warmup": 90.0,
    "cold": 700.0,
    "warmup": 11.0,
    "slice block": 40.0,
    "slice http": 90.0,
    "slice push": 8.0,
    "slice push-4": 8.0,
    "slice push-16": 9.0,
    "slice push-64": 10.0,
    "slice push-each": 100.0,
    "slice push-new": 200.0,
    "slice replay": 12.0,
    "slice cores": 10.0,
    "slice write": 4.0,
}
#: An object's window before anybody measured it, ns: what the quicker of two contenders takes for
#: the smaller objects.
_WINDOW_NS = 3_000
#: With how many runs a contender is warmed in a cell, before the first round finds it.
_WARM_UP_RUNS = 8
#: What a slice takes beside its objects: connections, the canary, the store.
_SLICE_S = 0.05


@dataclass(frozen=True)
class Rates:
    """Microseconds an object by kind, and by series for kinds that were never seen; seconds that a
    round, a restart and a run take besides; where all this is from.

    Those of another machine fit two sweeps on two cores of an Intel Xeon at 2.5 GHz: five rounds of
    26 x (100,000 replayed + 15,000 requested) objects in 7 min 51 s, three of 30 x (300,000 +
    120,000) and 12 cold runs in 22 min 36 s.
    """

    source: str = "rates of another machine, since no sweep was measured here yet"
    by_kind: Mapping[Kind, float] = field(default_factory=dict)
    by_series: Mapping[str, float] = field(default_factory=lambda: dict(_ELSEWHERE))
    round_s: float = 6.0
    restart_s: float = 2.0
    #: where an object's time is known from whole runs, that holds it already
    run_s: float = 0.5

    def each(self, job: Job) -> float:
        """How long an object of a run takes, seconds."""
        return (
            self.by_kind.get(
                (job.series, job.consumer, job.format), self.by_series.get(job.series, 0.0)
            )
            / 1e6
        )

    def seconds(self, job: Job) -> float:
        """How long a run takes."""
        return job.objects * self.each(job) + self._beside(job)

    def _beside(self, job: Job) -> float:
        if job.series == "provider-warmup":
            return 0.0
        return min(self.run_s, _SLICE_S) if job.series.startswith("slice ") else self.run_s

    def pause(self, job: Job) -> float:
        """How long a run lets wait for itself: a cold one needs a fresh consumer."""
        return self.restart_s if job.series == "cold" else 0.0

    def piloted(self, cells: Iterable[Mapping[str, Any]]) -> Self:
        """These rates, of slices by what the warm-ups of the first round said of a sweep's cells,
        where these are sized by it.
        """
        found: defaultdict[Kind, list[float]] = defaultdict(list)
        for cell in cells:
            for who in cell["pilot"]:
                server = server_name(who["consumer"], who["setup"])
                found[f"slice {cell['condition']}", server, cell["format"]].append(
                    who["whole_ns"] / 1e3
                )
        by_kind = {kind: fmean(each) for kind, each in found.items()}
        by_series = {
            series: fmean(each for kind, each in by_kind.items() if kind[0] == series)
            for series, _, _ in by_kind
        }
        return replace(
            self, by_kind={**self.by_kind, **by_kind}, by_series={**self.by_series, **by_series}
        )


@dataclass(frozen=True)
class Estimate:
    """What a plan amounts to: runs by series, points, objects with every warm-up, and seconds."""

    runs: Counter[str]
    points: int
    objects: int
    seconds: float


def estimate(plan: Plan, rounds: int, rates: Rates) -> Estimate:
    """Counts this many rounds of a plan and prices them.

    How large slices are is decided by the pilot, so that here it is guessed by the rates.
    """
    runs: Counter[str] = Counter()
    points = objects = 0
    seconds = rounds * rates.round_s
    amounts = {}
    for cell, those in plan.contenders.items():
        jobs = [Job(f"slice {cell.condition}", who.server, cell.format, 1) for who in those]
        amounts[cell] = plan.size(
            cell, _WINDOW_NS, 1e9 * max(rates.each(job) for job in jobs)
        ).amount
    turns: list[Planned] = []
    for part in plan.parts(1):
        turns += plan.warm_up(1, part, dict.fromkeys(plan.pairs, _WARM_UP_RUNS))
        turns += [one for group in plan.part_groups(1, part, amounts) for one in group]
    for turn, request in turns:
        series, points_of = turn.series, turn.points
        job = Job.of(series, turn.contender.server, turn.cell.format, request)
        runs[series] += rounds
        points += rounds * len(points_of) if series != "warmup" else 0
        objects += rounds * job.objects
        beside = _SLICE_S if series == "slice" else rates.pause(job)
        seconds += rounds * (rates.each(job) * job.objects + beside)
    return Estimate(runs, points, objects, seconds)
