"""How long the rest of a sweep takes, by what its own runs took so far. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from ..model.cell import Turn, cell_of
from ..model.records import Job, SweepRecord
from .estimate import Kind, Rates
from .plan import Planned, planned, warm_up
from .stopping import read


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
    """What is to do, how often each job by round, and what it will take: by this sweep's runs,
    before there are any by `rates`.
    """

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
        """A run of a round is done: it took this many seconds (None where it failed, which says
        nothing of others), after a pause.
        """
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
        """How long a run takes: by runs of its kind, here or in an earlier sweep, else by those of
        its series.
        """
        kind = (job.series, job.consumer, job.format)
        if kind in self._kinds:
            return job.objects * self._kinds[kind].or_else(0.0)
        if kind not in self.rates.by_kind and job.series in self._series:
            return job.objects * self._series[job.series].or_else(0.0)
        return self.rates.seconds(job)

    def left(self, now: int) -> float:
        """How many seconds all that is to do takes, in round `now` and after it, the starts of
        later rounds among them.
        """
        starts = len({number for number, _ in self.todo} - {now}) * self._starts.or_else(
            self.rates.round_s
        )
        runs: Mapping[Job, int] = _by_job(self.todo)
        return starts + sum(
            times * (self.seconds(job) + self._pause(job)) for job, times in runs.items()
        )

    def _pause(self, job: Job) -> float:
        return (
            self._pauses[job.series].or_else(self.rates.pause(job))
            if job.series in self._pauses
            else self.rates.pause(job)
        )


def work(kept: SweepRecord, rounds: int) -> Counter[tuple[int, Job]]:
    """What the rounds up to that one ask for that have not ended: how often each job, by round.

    Slices without a size are taken for as large as the mean of the others. While there is none,
    only the first round's warm-up is known, as far as it is planned.
    """
    plan, cells = planned(kept.conditions, kept.seed), kept.about.get("cells", ())
    decided, sizes = (
        read(kept.about["stopping"]),
        {cell_of(one): int(one["amount"]) for one in cells},
    )
    mean = round(fmean(sizes.values())) if sizes else 0
    ended, found = dict(decided.seconds), warm_up(cells)
    jobs: Counter[tuple[int, Job]] = Counter()
    for number in [number for number in range(1, rounds + 1) if str(number) not in ended]:
        due = decided.due(plan.contenders, number)
        for part in plan.parts(number) if sizes or number == 1 else ():
            amounts = {cell: sizes.get(cell, mean) for cell in part if cell in due and sizes}
            turns: list[Planned] = []
            if not due.isdisjoint(part):
                turns += plan.warm_up(number, part, found)
            for group in plan.part_groups(number, part, amounts):
                turns += group
            jobs.update((number, job_of(turn, asked)) for turn, asked in turns)
    return jobs


def job_of(turn: Turn, asked: Mapping[str, Any]) -> Job:
    """The job of a turn, by what it asks for."""
    return Job.of(turn.series, turn.contender.server, turn.cell.format, asked)


def _by_job(todo: Mapping[tuple[Any, Job], int]) -> Counter[Job]:
    runs: Counter[Job] = Counter()
    for (_, job), times in todo.items():
        runs[job] += times
    return runs
