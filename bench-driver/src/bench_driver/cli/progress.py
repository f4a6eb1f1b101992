"""How a sweep goes, while it goes: a bar where somebody watches, a line a measured run where a log
does.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.text import Text

from ..measure.call import Run
from ..measure.ready import Reporter
from ..model import answers
from ..model.cell import Turn
from ..model.records import Job, SweepRecord
from ..plan.estimate import Rates, estimate
from ..plan.forecast import Forecast, job_of, work
from ..plan.plan import planned
from ..plan.stopping import over_budget
from .screen import duration, say

#: So often a second the bar is drawn.
_PER_SECOND = 4


class SweepProgress(Reporter):
    """Which round of how many, what runs now, runs done and in all, and the time left by what runs
    took so far.
    """

    def __init__(self, console: Console, rates: Rates) -> None:
        self._console, self._rates = console, rates
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            TextColumn("{task.fields[done]}"),
            TimeElapsedColumn(),
            _Left(self),
        )
        self._progress = _Bar(
            *columns,
            console=console,
            disable=not console.is_terminal,
            refresh_per_second=_PER_SECOND,
            expand=True,
        )
        self._task = self._progress.add_task("starting", total=None, done="")
        self._forecast: Forecast | None = None
        self._has_sizes = False
        self._runs = self._done = self._round = self._rounds = self._sized = 0
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Takes the bar away."""
        self._count_again()
        self._progress.stop()

    def left(self) -> float | None:
        """Seconds until the end of the sweep, or of its pilot. None before the first round's
        warm-up has said how large slices are: until then most of the work is not known.
        """
        if self._forecast is None or not self._has_sizes:
            return None
        ran = (
            min(time.monotonic() - self._since, self._forecast.seconds(self._running))
            if self._running
            else 0.0
        )
        return max(self._forecast.left(self._round) - ran, 0.0)

    def planned(self, kept: SweepRecord) -> None:
        """The plan stands, or there is more of it."""
        told, self._has_sizes = self._forecast is not None, bool(kept.about.get("cells"))
        self._rounds = _rounds(kept)
        left = work(kept, self._rounds) - self._ended
        rates = self._rates.piloted(kept.about.get("cells", ()))
        if self._forecast:
            self._forecast.rates, self._forecast.todo = rates, left
        else:
            self._forecast = Forecast(rates, left)
        self._runs = self._done + left.total()
        self._pilots = _pilots(kept)
        of = f"{self._rounds} rounds{' of a pilot' if self._pilots else ''}"
        if told:
            before, self._sized = self._sized, len(kept.about.get("cells", ()))
            # While the first round finds the sizes of its parts' slices, the first of them and the
            # last say enough.
            if not 0 < before < self._sized < len(kept.conditions["cells"]):
                self._say(f"{of} are planned{self.left_in_words(', ')}")
            return None
        if not kept.about.get("cells"):
            plan = planned(kept.conditions, kept.seed)
            seconds = estimate(plan, self._rounds, self._rates).seconds
            line = f"sweep {kept.id}: {of}, seed {kept.seed}, some {duration(seconds)}"
            budget_s = kept.about["stopping"]["budget_s"] if self._pilots else None
            expected = over_budget(seconds, budget_s) if budget_s else ""
            # How long it takes is said before it begins, also where somebody watches.
            return say(f"{line}; {expected or 'the first warm-up says it better'}", self._console)
        rounds, objects = (
            len({number for number, _ in left}),
            sum(job.objects * times for (_, job), times in left.items()),
        )
        self._say(
            f"sweep {kept.id}: {rounds} rounds, {self._runs} runs, {objects:,} objects, seed "
            f"{kept.seed}{self.left_in_words(', ')}"
        )

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
        self._draw("getting the servers ready")
        self._say(f"{self._where()}: getting the servers ready{self.left_in_words(', ')}")

    def left_in_words(self, before: str = "") -> str:
        """`about 12 min left`, behind these words; empty where nobody knows. What comes after a
        pilot its rounds decide.
        """
        left = self.left()
        if left is None:
            return ""
        about = f"about {duration(left)}"
        return f"{before}pilot ends in {about}" if self._pilots else f"{before}{about} left"

    def began(self, turn: Turn) -> None:
        """A run begins."""
        self._since = time.monotonic()
        if self._fresh:
            if self._forecast:
                self._forecast.started(self._since - self._told)
            self._told, self._fresh = self._since, False
        of = turn.scenario
        self._running = Job(turn.series, of.server, of.format, turn.amount)
        self._draw(_what(turn))

    def progressed(self, turn: Turn, amount: int) -> None:
        """A run goes on."""
        self._draw(f"{_what(turn)}, {amount:,} of {turn.amount:,}")

    def ended(self, turn: Turn, run: Run) -> None:
        """A run has ended."""
        self._done += 1
        # What passed since the last end and was not the run's is a pause. A group's slices end
        # together: what is too much for one the next gives back.
        now, seconds = time.monotonic(), float(run.notes.get("seconds", 0.0))
        if self._forecast:
            job = job_of(turn, run.request)
            self._forecast.ended(
                turn.round, job, seconds if run.ok else None, now - self._told - seconds
            )
            self._ended[turn.round, job] += 1
        self._told, self._running = now, None
        self._draw(_what(turn))
        if run.problem is not None:
            self._failed(
                f"failed: {turn.scenario}, {turn.series}: {run.problem.get('code')}: "
                f"{run.problem.get('detail')}"
            )
        elif run.answer is not None and turn.series == "cold":
            p50_ns, objects = answers.windows(run.answer)["p50_ns"], f"{turn.amount:,} objects cold"
            self._say(f"{self._done}/{self._runs} {turn.scenario}, {objects}: p50 {p50_ns:,} ns")

    def looked(self, lines: Sequence[str]) -> None:
        """A round has ended: what is known so far, also where somebody watches."""
        self._count_again()
        for line in lines:
            say(line, self._console, indent="    ")

    def _failed(self, line: str) -> None:
        """Says once why runs fail: a contender that refuses its object type does so in
        each slice.
        """
        if line in self._told_failures:
            self._again += 1
        else:
            self._told_failures.add(line)
            self._console.print(line, markup=False)

    def _count_again(self) -> None:
        """Says how many runs have failed since as one did that was told; one that was interrupted
        hears of no look behind a round.
        """
        if self._again:
            self._console.print(
                f"failed again as told above: {self._again} run{'s' if self._again > 1 else ''}",
                markup=False,
            )
        self._again = 0

    def _where(self) -> str:
        of = f"round {self._round} of {self._rounds}" if self._rounds else f"round {self._round}"
        return f"pilot, {of}" if self._pilots else of

    def _draw(self, now: str) -> None:
        """What runs now; the bar is as long as the sweep takes, and full as far as it has run."""
        self._progress.now = now
        spent, left = time.monotonic() - self._begun, self.left()
        if left is not None:
            self._progress.update(self._task, total=spent + left, completed=spent)
        self._progress.update(
            self._task,
            description=self._where(),
            done=f"{self._done}/{self._runs}" if self._runs else "",
        )

    def _say(self, line: str) -> None:
        """A line for logs, which show no bar."""
        if not self._console.is_terminal:
            self._console.print(line, markup=False, soft_wrap=True)


class _Left(ProgressColumn):
    """The time left, told anew each time that the bar is drawn."""

    def __init__(self, told: SweepProgress) -> None:
        super().__init__(Column(no_wrap=True))
        self._told = told

    def render(self, task: Task) -> Text:
        return Text(self._told.left_in_words())


class _Bar(Progress):
    """A bar, and in a line of its own what runs now, so that both fit 80 columns."""

    now = ""

    def get_renderables(self) -> Iterator[RenderableType]:
        yield from super().get_renderables()
        yield Text(self.now, no_wrap=True, overflow="crop")


def _what(turn: Turn) -> str:
    """What a turn measures: who, what, and in which series."""
    return f"{turn.contender}, {turn.cell.objects}, {turn.series}"


def _rounds(kept: SweepRecord) -> int:
    """How many rounds there are to be, a pilot's whole where they are a pilot's."""
    return max(
        int(kept.conditions.get("rounds", 0)),
        int(kept.about["stopping"]["pilot"]) if _pilots(kept) else 0,
    )


def _pilots(kept: SweepRecord) -> bool:
    """Whether the rounds that are planned are a pilot's."""
    stopping = kept.about.get("stopping")
    return stopping is not None and not stopping["decided"]
