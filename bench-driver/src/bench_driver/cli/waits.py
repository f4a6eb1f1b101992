"""What a build takes, and what rounds outside of a sweep have left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .screen import duration, err


@contextmanager
def building() -> Iterator[Callable[[str], None]]:
    """Shows which server is being built, and how long that takes, until the block ends."""
    columns = (
        TextColumn("building {task.description}, some minutes"),
        BarColumn(),
        TimeElapsedColumn(),
    )
    console = err()
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:

        def told(name: str) -> None:
            for task in progress.task_ids:
                progress.remove_task(task)
            progress.add_task(name, total=None)
            if not console.is_terminal:
                console.print(
                    f"building {name}, which takes some minutes", markup=False, soft_wrap=True
                )

        yield told


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
