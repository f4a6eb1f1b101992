"""Makes a round on this machine, by its own checkout, into a file that is there once the round is
whole.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench_driver import __version__
from bench_driver.errors import Busy, StackError
from bench_driver.measure.call import CLOCK_JUMP_S
from bench_driver.measure.ready import ready
from bench_driver.measure.round import RoundRun, Walks
from bench_driver.servers.identity import joined, refuse_changed
from bench_driver.system import files, lock, machine, repository

from .task import RESULT, Result, Task


def make(task: Task, root: Path, file: Path, waiting: Callable[[Busy], None]) -> None:
    """Makes the round, once nobody else measures on the machine. BenchError where it cannot be, or
    is void; then there is no file.
    """
    servers = task.whose(root, file.parent).servers(root, file.parent / "logs")
    with (
        lock.held("bench-driver round", waiting),
        servers.session(),
        steady_clock(),
    ):
        plan, started = task.plan, time.monotonic()
        types = list(dict.fromkeys(cell.object_type for cell in plan.contenders)) if plan else []
        with ready(servers, max(task.round, 1), types) as begun:
            live = joined(begun.live)
            facts = {name: one.kept() for name, one in live.items()}
            runs, cells = [], list[dict[str, Any]]()
            walks: Walks = {(cell, who): ns for cell, who, ns in task.walks}
            if plan:
                refuse_changed(live, task.servers, types)
                made = RoundRun(plan, begun, facts, [*task.cells], task.due, walks=walks)
                for batch in made.batches():
                    runs += [(turn, asked, run.attempt) for turn, asked, run in batch.runs]
                    cells += map(dict, batch.cells)
                    for lost in (run.lost for _, _, run in batch.runs if run.lost):
                        raise lost
            about = {**repository.checked_out(root).about, **servers.describe()}
        about |= {"driver_version": __version__, "machine": machine.describe()}
        kept = [(cell, who, ns) for (cell, who), ns in walks.items()]
        result = Result(time.monotonic() - started, runs, cells, kept, about, {} if plan else facts)
    files.write(file, RESULT.dump_json(result))


@contextmanager
def steady_clock(
    wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
) -> Iterator[None]:
    """StackError where the time of day moved by a second or more against the monotonic clock within
    the block: the machine slept, or was moved.
    """
    before = wall() - monotonic()
    yield
    jump = wall() - monotonic() - before
    if abs(jump) >= CLOCK_JUMP_S:
        why = f"the time of day moved by {jump:+.1f} s against the monotonic clock"
        raise StackError("the round is void", why=why, do="let the machine neither sleep nor move")
