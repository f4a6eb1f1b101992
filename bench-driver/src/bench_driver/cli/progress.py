"""How a sweep goes, while it goes: a bar where somebody watches, a line a measured run where a log does."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..measure.call import Run
from ..measure.round import Reporter
from ..model.records import SweepRecord, Turn

#: So often a second the bar is drawn.
_PER_SECOND = 4


class SweepProgress(Reporter):
    """Done and total in runs, what runs now, and the time left, judged by objects."""

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
        self._progress = Progress(*columns, console=console, disable=not console.is_terminal, speed_estimate_period=600, refresh_per_second=_PER_SECOND)
        self._task = self._progress.add_task("getting the servers ready", total=None, done="")
        self._runs = self._done = self._objects = 0

    def __enter__(self) -> Self:
        """Shows the bar."""
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Takes the bar away."""
        self._progress.stop()

    def planned(self, kept: SweepRecord, rounds: list[int], runs: int, objects: int) -> None:
        """The number of runs is known."""
        self._runs = runs
        self._progress.update(self._task, total=objects)
        self._say(f"sweep {kept.id}: {len(rounds)} rounds, {runs} runs, {objects:,} objects, seed {kept.seed}")

    def starting(self, number: int) -> None:
        """A round begins."""
        self._progress.update(self._task, description=f"round {number}: getting the servers ready")
        self._say(f"round {number}: getting the servers ready")

    def began(self, turn: Turn) -> None:
        """A run begins."""
        self._progress.update(self._task, description=f"{turn.scenario}, {turn.series}", done=f"{self._done}/{self._runs}")

    def progressed(self, turn: Turn, amount: int) -> None:
        """A run goes on."""
        self._progress.update(self._task, completed=self._objects + amount)

    def ended(self, turn: Turn, run: Run) -> None:
        """A run has ended."""
        self._done += 1
        self._objects += turn.amount
        self._progress.update(self._task, completed=self._objects)
        if run.problem is not None:
            self._console.print(f"failed: {turn.scenario}, {turn.series}: {run.problem.get('code')}: {run.problem.get('detail')}", markup=False)
        elif run.answer is not None and turn.series in ("cold", "steady"):
            parse, series = run.answer["parse"], " cold" if turn.series == "cold" else ""
            self._say(f"{self._done}/{self._runs} {turn.scenario}, {turn.amount:,} objects{series}: p50 {parse['p50_ns']:,} ns")

    def _say(self, line: str) -> None:
        """A line for logs, which show no bar."""
        if not self._console.is_terminal:
            self._console.print(line, markup=False, soft_wrap=True)
