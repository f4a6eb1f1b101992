"""How long a plan will take, from what runs took in an earlier sweep, else from what they took where the driver was made. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..model.records import Job
from .plan import Plan

#: Which runs go about as fast: series, consumer, format.
Kind = tuple[str, str, str]


@dataclass(frozen=True)
class Rates:
    """Microseconds an object by kind, and by series for kinds that were never seen; seconds that a round, a restart and a run take beside; whence all this is.

    Those of another machine fit two sweeps on two cores of an Intel Xeon at 2.5 GHz: five rounds of 26 x (100,000 replayed + 15,000 requested) objects in 7 min
    51 s, three of 30 x (300,000 + 120,000) and 12 cold runs in 22 min 36 s.
    """

    source: str = "rates of another machine, since no sweep was measured here yet"
    by_kind: Mapping[Kind, float] = field(default_factory=dict)
    by_series: Mapping[str, float] = field(default_factory=lambda: {"provider-warmup": 90.0, "cold": 700.0, "warmup": 11.0, "steady": 78.5})
    round_s: float = 6.0
    restart_s: float = 2.0
    #: where an object's time is known from whole runs, that holds it already
    run_s: float = 0.5

    def seconds(self, job: Job) -> float:
        """How long a run takes."""
        rate = self.by_kind.get((job.series, job.consumer, job.format), self.by_series.get(job.series, 0.0))
        return job.objects * rate / 1e6 + (self.run_s if job.series != "provider-warmup" else 0.0)

    def pause(self, job: Job) -> float:
        """How long a run lets wait for itself: a cold one needs a fresh consumer."""
        return self.restart_s if job.series == "cold" else 0.0


@dataclass(frozen=True)
class Estimate:
    """What a plan amounts to: runs by series, points, objects with every warm-up, and seconds."""

    runs: Counter[str]
    points: int
    objects: int
    seconds: float


def estimate(plan: Plan, rates: Rates) -> Estimate:
    """Counts a plan and prices it."""
    runs: Counter[str] = Counter()
    points = objects = 0
    seconds = plan.rounds * rates.round_s
    for turn in plan.turns():
        warmup = plan.conditions.warmup_http if turn.series == "steady" else 0
        job = Job(turn.series, turn.scenario.consumer, turn.scenario.format, turn.amount + warmup)
        runs[turn.series] += 1
        points += len(turn.points) if turn.series != "warmup" else 0
        objects += job.objects
        seconds += rates.seconds(job) + rates.pause(job)
    return Estimate(runs, points, objects, seconds)
