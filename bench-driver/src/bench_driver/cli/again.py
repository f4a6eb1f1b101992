"""What a night would raise a new alarm about, measured once more the same night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import options

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from collections.abc import Collection
    from pathlib import Path

    from ..analysis.history.alarms import Alarm
    from ..analysis.history.past import Past
    from ..errors import BenchError
    from ..measure.sweeping import Outcome
    from ..model.cell import Cell
    from ..model.records import SweepRecord
    from ..store.database import Store


def confirm(
    kept: Store, tonight: SweepRecord, past: Past, due: list[Alarm], root: Path, *, wait: bool
) -> BenchError | None:
    """Measures the cells of these alarms again, and notes with tonight which came again; what
    failed meanwhile.
    """
    from functools import partial

    from ..analysis.history.alarms import UNKNOWN, YES, came_again
    from ..analysis.history.changes import detect, python_with_otava
    from ..analysis.history.past import CAME_AGAIN, every_series, histories
    from ..store import read, write

    noted = {str(alarm.scenario): UNKNOWN for alarm in due}
    # Said before it is known: a night that is cut meanwhile has confirmed nothing.
    write.add_about(kept, tonight.id, **{CAME_AGAIN: noted})
    cells = {alarm.scenario.cell for alarm in due}
    outcome = measured_again(kept, tonight, cells, root, wait=wait)
    if outcome.interrupted:
        raise KeyboardInterrupt
    if outcome.error or not outcome.sweep:
        return outcome.error
    second = read.find(kept, outcome.sweep.id)
    known = {name: one for name, one in past.sweeps.items() if name != tonight.id}
    known = {**known, second.id: second}
    watched = {alarm.scenario for alarm in due}
    every = every_series(kept, second, known)
    series = {line: nights for line, nights in every.items() if line in watched}
    again = histories(series, partial(detect, python_with_otava(root)), known)
    by_line = {item.scenario: item for item in again}
    for one in due:  # a scenario may have several: it came again if one did
        if noted[name := str(one.scenario)] != YES:
            noted[name] = came_again(one, by_line.get(one.scenario))
    write.add_about(kept, tonight.id, **{CAME_AGAIN: noted})
    return None


def measured_again(
    kept: Store, tonight: SweepRecord, cells: Collection[Cell], root: Path, *, wait: bool
) -> Outcome:
    """A short sweep of some of tonight's cells, told beforehand with its minutes; how it ended."""
    from ..analysis.rates import rates
    from ..measure.again import again, seconds
    from . import screen
    from .progress import SweepProgress
    from .waits import building

    made, known = again(root, tonight, cells), rates(kept)
    screen.say(
        f"An alarm needs its change to come again: measuring {len(cells)} "
        f"cell{'s'[: len(cells) != 1]} once more, some "
        f"{screen.duration(seconds(made, tonight, known))}."
    )
    with options.alone(wait=wait):
        made.build(building())
        command = f"bench-driver nightly, {tonight.id} again"
        with made.sweep(kept, command, SweepProgress(screen.err(), known)) as (outcome, _):
            return outcome
