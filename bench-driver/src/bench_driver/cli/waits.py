"""What a build takes, and what rounds outside of a sweep have left."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .screen import duration, err


class Building:
    """Which server is being built, as far as that is known of its compiler."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._name, self._crates = progress, "", 0

    def __call__(self, name: str) -> None:
        """A server's build begins."""
        self.clear()
        self._name, self._crates = name, 0
        self._progress.add_task(f"{name}, some minutes", total=None)
        console = self._progress.console
        if not console.is_terminal:
            words = f"building {name}, which takes some minutes"
            console.print(words, markup=False, soft_wrap=True)

    def clear(self) -> None:
        """None goes on."""
        for task in self._progress.task_ids:
            self._progress.remove_task(task)

    def line(self, line: str) -> None:
        """A line of the compiler's."""
        if crate := re.match(r"\s*Compiling (\S+)", line):
            self._crates += 1
            words = f"{self._name}: crate {self._crates}, {crate[1]}"
            self._progress.update(self._progress.task_ids[0], description=words)


@contextmanager
def building() -> Iterator[Building]:
    """Shows which server is being built, and how long that takes, until the block ends."""
    columns = (TextColumn("building {task.description}"), BarColumn(), TimeElapsedColumn())
    console = err()
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        yield Building(progress)


class RoundsProgress:
    """Says on stderr which round begins, and how long those that are left will take, by those that
    were made; `before` are of an earlier session.
    """

    def __init__(self, rounds: int, before: int = 0) -> None:
        self._rounds, self._before, self._begun = rounds, before, time.monotonic()

    def __call__(self, number: int) -> None:
        """A round begins."""
        err().print(self.line(number, time.monotonic() - self._begun), markup=False)

    def line(self, number: int, seconds: float) -> str:
        """What is said as a round begins, this many seconds after the first one did."""
        made = number - 1 - self._before
        left = (
            f", about {duration(seconds / made * (self._rounds - number + 1))} left"
            if made > 0
            else ""
        )
        return f"round {number} of {self._rounds}{left}"
