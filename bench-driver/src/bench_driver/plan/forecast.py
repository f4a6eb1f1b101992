"""How long the rest of a sweep takes, by what its own runs took so far. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from ..model.cell import SliceTurn
from ..model.records import Job, SweepRecord, Turn
from .estimate import Kind, Rates
from .grouped import cell_of, planned, warm_up


@dataclass
class _Mean:
    """Seconds over what they were spent on."""

    seconds: float = 0.0
    weight: float = 0.0

    def add(self, seconds: float, weight: float = 1.0) -> None:
        self.seconds, self.weight = self.seconds + seconds, self.weight + weight

    def or_else(self, other: float) -> float:
        return self.seconds / self.weight if self.weight else other


@dataclass
class Forecast:
    """What is to do, how often each job by round, and what it will take: by this sweep's runs, before there are any by `rates`."""

    rates: Rates
    todo: Counter[tuple[int, Job]]
    _kinds: defaultdict[Kind, _Mean] = field(default_factory=lambda: defaultdict(_Mean), init=False)
    _series: defaultdict[str, _Mean] = field(default_factory=lambda: defaultdict(_Mean), init=False)
    _pauses: defaultdict[str, _Mean] = field(default_factory=lambda: defaultdict(_Mean), init=False)
    _starts: _Mean = field(default_factory=_Mean, init=False)

    def started(self, seconds: float) -> None:
        """The servers of a round took so long to be ready."""
        self._starts.add(seconds)

    def ended(self, number: int, job: Job, seconds: float | None, pause: float) -> None:
        """A run of a round is done: it took so many seconds (None where it failed, which says nothing of others), after a pause."""
        self.todo[number, job] -= 1
        self.todo = +self.todo
        self._pauses[job.series].add(pause)
        if seconds is not None and job.objects:
            self._kinds[job.series, job.consumer, job.format].add(seconds, job.objects)
            self._series[job.series].add(seconds, job.objects)

    def gave_up(self, number: int) -> None:
        """A round has ended, whatever it lacks: nothing more of it comes."""
        self.todo = Counter({key: times for key, times in self.todo.items() if key[0] > number})

    def seconds(self, job: Job) -> float:
        """How long a run takes: by runs of its kind, here or in an earlier sweep, else by those of its series."""
        kind = (job.series, job.consumer, job.format)
        if kind in self._kinds:
            return job.objects * self._kinds[kind].or_else(0.0)
        if kind not in self.rates.by_kind and job.series in self._series:
            return job.objects * self._series[job.series].or_else(0.0)
        return self.rates.seconds(job)

    def left(self, now: int) -> float:
        """How many seconds all that is to do takes, in round `now` and after it, the starts of later rounds among them."""
        starts = len({number for number, _ in self.todo} - {now}) * self._starts.or_else(self.rates.round_s)
        runs: Mapping[Job, int] = _by_job(self.todo)
        return starts + sum(times * (self.seconds(job) + self._pause(job)) for job, times in runs.items())

    def _pause(self, job: Job) -> float:
        return self._pauses[job.series].or_else(self.rates.pause(job)) if job.series in self._pauses else self.rates.pause(job)


def to_come(kept: SweepRecord, rounds: int) -> Counter[tuple[int, Job]]:
    """What a sweep in groups of so many rounds asks for beyond what is planned: slices of the first one whose size nobody knows yet, then whole rounds.

    Slices without a size are taken for as large as the mean of the others; while there is none, nothing is said.
    """
    sizes = {cell_of(item): int(item["amount"]) for item in kept.about.get("cells", ())} if kept.in_groups else {}
    if not sizes:
        return Counter()
    plan = planned(kept.conditions, kept.seed)
    amounts = {cell: sizes.get(cell, round(fmean(sizes.values()))) for cell in plan.contenders}
    slices = Counter((turn.cell in sizes, job_of(turn, asked)) for turn, asked in plan.slices(1, amounts))
    unsized = Counter({(1, job): times for (known, job), times in slices.items() if not known})
    whole = Counter(job_of(turn, asked) for turn, asked in plan.warmups(1, warm_up(kept.about["cells"]))) + _by_job(slices)
    later = range((1 if unsized else int(kept.conditions["rounds"])) + 1, rounds + 1)
    return unsized + Counter({(number, job): times for number in later for job, times in whole.items()})


def job_of(turn: Turn | SliceTurn, asked: Mapping[str, Any]) -> Job:
    """The job of a turn, by what it asks for."""
    return Job.of(turn.series, turn.scenario.consumer, turn.scenario.format, asked)


def _by_job(todo: Mapping[tuple[Any, Job], int]) -> Counter[Job]:
    runs: Counter[Job] = Counter()
    for (_, job), times in todo.items():
        runs[job] += times
    return runs
