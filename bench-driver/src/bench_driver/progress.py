"""How a sweep goes, while it goes: a bar where somebody watches, a line a run where a log does."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .plan import Job, Plan
from .points import Record, succeeded
from .sweep import Reporter


class SweepProgress(Reporter):
    """Done and total in scenarios, what runs now, and the time left."""

    def __init__(self, console: Console) -> None:
        self._console = console
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[done]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns, console=console, disable=not console.is_terminal, speed_estimate_period=600)
        self._task = self._progress.add_task("getting the servers ready", total=None, done="")
        self._total = self._per_round = self._before = 0

    def __enter__(self) -> Self:
        """Shows the bar."""
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Takes the bar away."""
        self._progress.stop()

    def planned(self, plan: Plan) -> None:
        """The number of turns is known."""
        self._per_round = len(plan.scenarios)
        self._total = self._per_round * plan.rounds
        self._progress.update(self._task, total=self._total)
        self._say(f"{len(plan.scenarios)} scenarios x {plan.rounds} rounds, seed {plan.seed}")

    def starting(self, number: int, rounds: int) -> None:
        """A round begins."""
        self._progress.update(self._task, description=f"round {number}/{rounds}: getting the servers ready")
        self._say(f"round {number} of {rounds}: getting the servers ready")

    def warming(self, job: Job) -> None:
        """The providers are being warmed."""
        self._before = (job.round - 1) * self._per_round
        self._progress.update(self._task, description=f"round {job.round}: warming {job.scenario.provider} with {job.scenario.format}")

    def began(self, job: Job) -> None:
        """A turn begins."""
        self._before = self._done(job)
        self._progress.update(self._task, completed=self._before, description=str(job.scenario), done=f"{self._before}/{self._total}")

    def progressed(self, job: Job, part: float) -> None:
        """A turn goes on."""
        self._progress.update(self._task, completed=self._before + part)

    def ended(self, job: Job, record: Record) -> None:
        """A run has ended."""
        if not succeeded(record):
            self._console.print(f"failed: {job.scenario}, {record['phase']}: {record['problem'].get('code')}: {record['problem'].get('detail')}", markup=False)
        elif record["phase"] == "measured":
            parse = record["answer"]["parse"]
            self._say(f"{self._before + 1}/{self._total} {job.scenario}, {record['answer']['amount']:,} objects: p50 {parse['p50_ns']:,} ns")

    def _done(self, job: Job) -> int:
        """Turns before this one, over all rounds."""
        return (job.round - 1) * self._per_round + job.order - 1

    def _say(self, line: str) -> None:
        """A line for logs, which show no bar."""
        if not self._console.is_terminal:
            self._console.print(line, markup=False, soft_wrap=True)
