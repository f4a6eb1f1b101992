"""Makes a round on this machine, by its own checkout, into a file: a line of JSON for each batch.

The last line says that the round is whole. The file has its name only then.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bench_driver import __version__
from bench_driver.errors import Busy, StackError
from bench_driver.measure.call import CLOCK_JUMP_S
from bench_driver.measure.ready import ready
from bench_driver.measure.round import RoundRun, Walks
from bench_driver.model.cell import Turn, cell_of
from bench_driver.model.records import Attempt
from bench_driver.plan.plan import Plan
from bench_driver.servers.identity import joined, refuse_changed
from bench_driver.store.write import Made
from bench_driver.system import files, lock, machine, repository

from .task import MEET, Task, checked_out, contender, refuse_other

_TURN, _ATTEMPT = TypeAdapter(Turn), TypeAdapter(Attempt)


@dataclass(frozen=True)
class Result:
    """A round as its machine sent it."""

    made: list[Made]
    cells: list[dict[str, Any]]
    walks: list[Any]
    seconds: float


def make(task: Task, root: Path, file: Path, waiting: Callable[[Busy], None]) -> None:
    """Makes the round, once nobody else measures on the machine. BenchError where it cannot be, or
    is void; then there is no file.
    """
    refuse_other("this machine", checked_out(root), task.checkout)
    plan = task.planned() if task.round != MEET else None
    servers = task.whose(root, file.parent).servers(root, file.parent / "logs")
    with (
        lock.held("bench-driver round", waiting),
        servers.session(),
        files.drafted(file) as draft,
        draft.open("w", encoding="utf-8") as out,
        steady_clock(),
    ):
        started = time.monotonic()
        types = list(dict.fromkeys(cell.object_type for cell in plan.contenders)) if plan else []
        with ready(servers, max(task.round, 1), types) as begun:
            live = joined(begun.live)
            facts = {name: {**one.whereabouts(), **one.raw} for name, one in live.items()}
            walks: Walks = {}
            if plan is None:
                _write(out, about={**_about(root), **servers.describe()}, servers=facts)
            else:
                refuse_changed(live, task.servers, types)
                cells: list[Any] = [cell.model_dump(exclude_unset=True) for cell in task.cells]
                due = [cell_of(cell.model_dump()) for cell in task.due]
                walks = {
                    (cell_of(cell.model_dump()), contender(who)): ns for cell, who, ns in task.walks
                }
                for batch in RoundRun(plan, begun, facts, cells, due, walks=walks).batches():
                    runs = [
                        (asdict(turn), asked, asdict(run.attempt))
                        for turn, asked, run in batch.runs
                    ]
                    _write(out, runs=runs, cells=batch.cells)
                    for _, _, run in batch.runs:
                        if run.lost:
                            raise run.lost
        kept = [(asdict(cell), asdict(who), ns) for (cell, who), ns in walks.items()]
        _write(out, whole=task.key, seconds=time.monotonic() - started, walks=kept)


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


def read_servers(text: str) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What a machine said of itself, and its servers of themselves, in a round `MEET`."""
    with _explained():
        said = json.loads(text.splitlines()[0])
        return dict(said["about"]), {name: dict(one) for name, one in said["servers"].items()}


def read(text: str, plan: Plan, number: int) -> Result:
    """A round of that plan and number. StackError where it is none."""
    with _explained():
        *lines, last = map(json.loads, text.splitlines())
        made: list[Made] = []
        cells: list[dict[str, Any]] = []
        for line in lines:
            cells += line["cells"]
            for turn, asked, attempt in line["runs"]:
                one = _TURN.validate_python(turn)
                if not _of(one, plan, number):
                    raise ValueError(f"it has a run that was not planned: {one.cell}")
                made.append((one, dict(asked), _ATTEMPT.validate_python(attempt)))
        if not isfinite(seconds := float(last["seconds"])):
            raise ValueError(f"it took {seconds} s")
        return Result(made, cells, list(last["walks"]), seconds)


def _of(turn: Turn, plan: Plan, number: int) -> bool:
    those = plan.contenders.get(turn.cell, ())
    same = {(who.consumer, who.engine, who.setup) for who in those}
    who = turn.contender
    return (
        turn.round == number
        and (who.consumer, who.engine, who.setup) in same
        and turn.provider in plan.providers
    )


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, ValidationError) as error:
        why = f"{type(error).__name__}: {error}"[:200]
        raise StackError("a machine sent what is no round", why=why, do="see its log") from error


def _about(root: Path) -> dict[str, Any]:
    checkout = repository.checked_out(root).about
    return {**checkout, "driver_version": __version__, "machine": machine.describe()}


def _write(out: Any, **said: Any) -> None:
    out.write(json.dumps(said) + "\n")
    out.flush()
