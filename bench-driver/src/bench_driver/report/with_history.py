"""A sweep's report with its history, as `report` and `nightly` make it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ..analysis.facts import Facts, gather
from ..analysis.history.alarms import History
from ..analysis.history.changes import FEWEST, detect, python_with_otava
from ..analysis.history.gather import comparable_sweeps, histories
from ..errors import SetupError
from ..model.order import in_order
from ..model.records import SweepRecord
from ..model.scenario import find_scenario
from ..store.database import Store
from ..store.read import find, scenarios
from ..system import files
from .drawing import png, svg
from .sections.nights import changes, chart
from .write import write

__all__ = ["draw", "facts", "history_of", "write"]


def facts(store: Store, sweep: SweepRecord, root: Path, *, history_needed: bool = False) -> Facts:
    """A sweep's facts, with the histories of its scenarios where there are nights enough. SetupError without Otava, where `history_needed`."""
    known = comparable_sweeps(store, sweep)
    if len(known) < FEWEST:
        few = f"Sweeps of this preset, these conditions and this machine: {len(known)}; change points need {FEWEST}."
        return gather(store, sweep, known=known, no_history=few)
    try:
        python = python_with_otava(root)
    except SetupError as error:
        if history_needed:
            raise
        return gather(store, sweep, known=known, no_history=f"{error.what}: {error.why}. To see the nights: {error.do}.")
    wanted = in_order(sweep, scenarios(store, sweep.id, "steady"))
    return gather(store, sweep, histories(store, known, wanted, partial(detect, python)), known)


def history_of(store: Store, sweep: str, scenario: str, figure: str, root: Path) -> tuple[History, list[list[str]]]:
    """A scenario's history up to a sweep, and a row for each change of level. SetupError without Otava; UsageError on a scenario that is not there."""
    chosen = find(store, sweep)
    wanted = find_scenario(scenario, in_order(chosen, scenarios(store, chosen.id, "steady")))
    known = comparable_sweeps(store, chosen)
    (found,) = histories(store, known, [wanted], partial(detect, python_with_otava(root)), figure)
    return found, [row[1:] for row in changes(known, found)]


def draw(found: History, file: Path, figure: str) -> None:
    """Writes a history's chart; ResultsError where the disk refuses."""
    spec = {**chart(found, figure).spec, "background": "white"}
    files.write(file, png(spec) if file.suffix == ".png" else svg(spec))
