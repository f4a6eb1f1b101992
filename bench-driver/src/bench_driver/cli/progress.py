"""How a sweep goes, while it goes: a bar where somebody watches, a line a measured run where a log does."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

from ..measure.call import Run
from ..measure.round import Reporter
from ..model import answers
from ..model.cell import SliceTurn
from ..model.records import Job, SweepRecord, Turn
from ..plan.estimate import Rates
from ..plan.forecast import Forecast, job_of, to_come
from .screen import duration, err

#: So often a second the bar is drawn.
_PER_SECOND = 4


@contextmanager
def building() -> Iterator[Callable[[str], None]]:
    """Shows which server is being built, and how long that takes, until the block ends."""
    columns = TextColumn("building {task.description}, some minutes"), BarColumn(), TimeElapsedColumn()
    console = err()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def told(name: str) -> None:
            for task in progress.task_ids:
                progress.remove_task(task)
            progress.add_task(name, total=None)
            if not console.is_terminal:
                console.print(f"building {name}, which takes some minutes", markup=False, soft_wrap=True)

        yield told


class RoundsProgress:
    """Says on stderr which round begins, and how long those that are left will take, by those that were made; `before` are of an earlier session."""

    def __init__(self, rounds: int, before: int = 0) -> None:
        self._rounds, self._before, self._begun = rounds, before, time.monotonic()

    def __call__(self, number: int) -> None:
        """A round begins."""
        err().print(self.line(number, time.monotonic() - self._begun), markup=False)

    def line(self, number: int, seconds: float) -> str:
        """What is said as a round begins, so many seconds after the first one did."""
        made = number - 1 - self._before
        left = f", about {duration(seconds / made * (self._rounds - number + 1))} left" if made > 0 else ""
        return f"round {number} of {self._rounds}{left}"


class SweepProgress(Reporter):
    """Which round of how many, what runs now, runs done and in all, and the time left by what runs took so far."""

    def __init__(self, console: Console, rates: Rates) -> None:
        self._console, self._rates = console, rates
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[done]}"), TimeElapsedColumn(), _Left(self))
        self._progress = Progress(*columns, console=console, disable=not console.is_terminal, refresh_per_second=_PER_SECOND)
        self._task = self._progress.add_task("getting the servers ready", total=None, done="")
        self._forecast: Forecast | None = None
        self._runs = self._done = self._round = self._rounds = self._warmup = self._sized = 0
        self._told_failures, self._again = set[str](), 0
        #: Of the round that runs, and planned as long as it does.
        self._ended: Counter[tuple[int, Job]] = Counter()
        # When the sweep began; until when its time is told; when the run that goes on began.
        self._begun = self._told = self._since = time.monotonic()
        self._running: Job | None = None
        self._fresh, self._pilots = True, False

    def __enter__(self) -> Self:
        """Shows the bar."""
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Takes the bar away."""
        self._count_again()
        self._progress.stop()

    def left(self) -> float | None:
        """Seconds until the sweep's end, as far as they can be told; None before its plan stands."""
        if self._forecast is None:
            return None
        ran = min(time.monotonic() - self._since, self._forecast.seconds(self._running)) if self._running else 0.0
        return max(self._forecast.left(self._round) - ran, 0.0)

    def planned(self, kept: SweepRecord, work: Counter[tuple[int, Job]]) -> None:
        """The plan stands, or there is more of it."""
        told = self._forecast is not None
        self._rounds, self._warmup = _rounds(kept), int(kept.conditions.get("warmup_http", 0))
        work = work + to_come(kept, self._rounds) - self._ended
        rates = self._rates.piloted(kept.about.get("cells", ()))
        if self._forecast:
            self._forecast.rates, self._forecast.todo = rates, work
        else:
            self._forecast = Forecast(rates, work)
        self._runs = self._done + work.total()
        self._pilots = _pilots(kept)
        of = f"{self._rounds} rounds{' of a pilot' if self._pilots else ''}"
        if told:
            before, self._sized = self._sized, len(kept.about.get("cells", ()))
            # While the first round finds the sizes of its parts' slices, the first of them and the last say enough.
            if not 0 < before < self._sized < len(kept.conditions["cells"]):
                self._say(f"{of} are planned, about {duration(self.left() or 0.0)} left")
            return None
        if kept.in_groups and not kept.about.get("cells"):
            return self._say(f"sweep {kept.id}: {of}, seed {kept.seed}; the first one's warm-up says how large slices are")
        rounds, objects = len({number for number, _ in work}), sum(job.objects * times for (_, job), times in work.items())
        self._say(f"sweep {kept.id}: {rounds} rounds, {self._runs} runs, {objects:,} objects, seed {kept.seed}, about {duration(self.left() or 0.0)}")

    def added(self, work: Counter[tuple[int, Job]]) -> None:
        """A round has more to do."""
        self._runs += work.total()
        if self._forecast:
            self._forecast.todo += work

    def starting(self, number: int) -> None:
        """A round begins."""
        self._count_again()
        if self._forecast:
            self._forecast.gave_up(number - 1)
        self._ended.clear()
        self._round, self._told, self._fresh, self._running = number, time.monotonic(), True, None
        left = self.left()
        self._draw("getting the servers ready")
        self._say(f"{self._where()}: getting the servers ready" + (f", about {duration(left)} left" if left is not None else ""))

    def began(self, turn: Turn | SliceTurn) -> None:
        """A run begins."""
        self._since = time.monotonic()
        if self._fresh:
            if self._forecast:
                self._forecast.started(self._since - self._told)
            self._told, self._fresh = self._since, False
        self._running = self._job(turn)
        self._draw(f"{turn.scenario}, {turn.series}")

    def progressed(self, turn: Turn | SliceTurn, amount: int) -> None:
        """A run goes on."""
        self._draw(f"{turn.scenario}, {turn.series}, {amount:,} of {turn.amount:,}")

    def ended(self, turn: Turn | SliceTurn, run: Run) -> None:
        """A run has ended."""
        self._done += 1
        # What passed since the last end and was not the run's is a pause. A group's slices end together: what is too much for one the next gives back.
        now, seconds = time.monotonic(), float(run.notes.get("seconds", 0.0))
        if self._forecast:
            job = job_of(turn, run.request)
            self._forecast.ended(turn.round, job, seconds if run.ok else None, now - self._told - seconds)
            self._ended[turn.round, job] += 1
        self._told, self._running = now, None
        self._draw(f"{turn.scenario}, {turn.series}")
        if run.problem is not None:
            self._failed(f"failed: {turn.scenario}, {turn.series}: {run.problem.get('code')}: {run.problem.get('detail')}")
        elif run.answer is not None and turn.series in ("cold", "steady"):
            parse, series = answers.windows(run.answer), " cold" if turn.series == "cold" else ""
            self._say(f"{self._done}/{self._runs} {turn.scenario}, {turn.amount:,} objects{series}: p50 {parse['p50_ns']:,} ns")

    def looked(self, lines: Sequence[str]) -> None:
        """A round has ended: what is known so far, also where somebody watches."""
        self._count_again()
        for line in lines:
            self._console.print(line, markup=False, soft_wrap=True)

    def _failed(self, line: str) -> None:
        """Says once why runs fail: a contender that refuses its object type does so in each slice."""
        if line in self._told_failures:
            self._again += 1
        else:
            self._told_failures.add(line)
            self._console.print(line, markup=False)

    def _count_again(self) -> None:
        """Says how many runs have failed since as one did that was told; a sweep by amounts, and one that was interrupted, hear of no look behind a round."""
        if self._again:
            self._console.print(f"failed again as told above: {self._again} run{'s' if self._again > 1 else ''}", markup=False)
        self._again = 0

    def _job(self, turn: Turn | SliceTurn) -> Job:
        warmup = self._warmup if turn.series == "steady" else 0
        return Job(turn.series, turn.scenario.consumer, turn.scenario.format, turn.amount + warmup)

    def _where(self) -> str:
        of = f"round {self._round} of {self._rounds}" if self._rounds else f"round {self._round}"
        return f"{of} (pilot)" if self._pilots else of

    def _draw(self, now: str) -> None:
        """What runs now; the bar is as long as the sweep takes, and full as far as it has run."""
        spent, left = time.monotonic() - self._begun, self.left()
        if left is not None:
            self._progress.update(self._task, total=spent + left, completed=spent)
        self._progress.update(self._task, description=f"{self._where()}: {now}", done=f"{self._done}/{self._runs}" if self._runs else "")

    def _say(self, line: str) -> None:
        """A line for logs, which show no bar."""
        if not self._console.is_terminal:
            self._console.print(line, markup=False, soft_wrap=True)


class _Left(ProgressColumn):
    """The time left, told anew each time that the bar is drawn."""

    def __init__(self, told: SweepProgress) -> None:
        super().__init__()
        self._told = told

    def render(self, task: Task) -> Text:
        left = self._told.left()
        return Text("" if left is None else f"about {duration(left)} left")


def _rounds(kept: SweepRecord) -> int:
    """How many rounds there are to be, a pilot's whole where they are a pilot's."""
    return max(int(kept.conditions.get("rounds", 0)), int(kept.about["stopping"]["pilot"]) if _pilots(kept) else 0)


def _pilots(kept: SweepRecord) -> bool:
    """Whether the rounds that are planned are a pilot's."""
    stopping = kept.about.get("stopping")
    return stopping is not None and not stopping["decided"]
