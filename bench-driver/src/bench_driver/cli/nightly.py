"""`bench-driver nightly`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BenchError, ExitCode, ResultsError
from ..stats.verdict import CLAIM_ROUNDS, too_few
from . import options
from .sweep import sweep, swept

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..analysis.history.alarms import Alarm
    from ..analysis.history.gather import Past
    from ..measure.sweep import Outcome
    from ..model.records import SweepRecord
    from ..store.database import Store


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--preset", default="full", show_default=True, help="Take this preset for the sweep.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write the sweep's folder there too.")
@options.store
@click.argument("sweep_options", nargs=-1, type=click.UNPROCESSED)
def nightly(preset: str, out: Path | None, store: str | None, root: Path | None, sweep_options: tuple[str, ...]) -> ExitCode:
    """Sweeps, looks for changes since earlier nights, and reports.

    Other options go to `sweep` as they are. Ends with 3 where a scenario became slower, 5 % or more at p <= 0.001, and tonight is the first to show it; with 4
    where tonight has too few rounds to show anything; with 1 where a run or the sweep failed, which says more than either. Needs Apache Otava (`make otava`).
    """
    from ..analysis.history.alarms import alarms, unheard, young
    from ..analysis.history.changes import python_with_otava
    from ..analysis.history.gather import look_back
    from ..report.folder import folder_of
    from ..store.opening import open_store
    from ..store.read import find
    from ..system.repository import find_root_or_here

    folder, address = find_root_or_here(root), options.store_address(store, root)
    python_with_otava(folder)  # better known now than after hours of measuring
    preset_ = [] if {"--resume"} & {word.partition("=")[0] for word in sweep_options} else ["--preset", preset]
    outcome = _swept([*preset_, "--store", address, *(["--root", str(root)] if root else []), *sweep_options])
    if outcome is None or outcome.sweep is None:
        error = outcome.error if outcome else None
        raise error or BenchError("nothing was swept", why="the sweep left nothing in the store", do="see what it said above")
    with open_store(address) as kept:
        tonight = find(kept, outcome.sweep.id)
        past = look_back(kept, tonight, folder, needed=True)
        found = alarms(past.histories)
        rounds = int(tonight.conditions.get("rounds") or 0)
        # A night that itself could raise no alarm has shown nothing, which a history that is short yet is no fault of.
        unable = rounds < CLAIM_ROUNDS or any(item.short for item in past.histories)
        lines = [past.why_none] if past.why_none else [*unheard(past.histories), *young(past.histories)]
        if rounds < CLAIM_ROUNDS:
            lines.append(f"No alarm can be raised tonight: it has {too_few(rounds)}.")
        # Told before anything is written: a full disk hides no regression.
        _say(found, lines, past.left_out, (out or folder_of(tonight, folder)) / "report.html")
        code = ExitCode.REGRESSION if any(alarm.slower for alarm in found) else ExitCode.UNDECIDED if unable else ExitCode.OK
        if out:
            _written(kept, tonight, out, past, code)
    if outcome.error:
        raise outcome.error
    return code


def _written(store: Store, tonight: SweepRecord, out: Path, past: Past, code: ExitCode) -> None:
    """Writes the report where it was asked for. ResultsError, unless a regression is to be told, which says more."""
    from ..report.folder import write
    from . import screen

    try:
        write(store, tonight, out, past)
    except ResultsError as error:
        if code is not ExitCode.REGRESSION:
            raise
        screen.show_error(error)


def _swept(args: Sequence[str]) -> Outcome | None:
    """Sweeps as the command would with these arguments: how it ended, None where nothing was to be measured. BenchError where it could not begin."""
    try:
        context = sweep.make_context("bench-driver nightly", list(args))
    except click.exceptions.Exit:  # --help
        return None
    with context:
        return swept(context.params)


def _say(found: Sequence[Alarm], instead: Sequence[str], left_out: str, report: Path) -> None:
    from . import screen

    console = screen.out()
    lines = [*(f"{'REGRESSION' if alarm.slower else 'improved'}: {alarm}" for alarm in found), *instead]
    for line in [*(lines or ["no change since earlier nights"]), *filter(None, [left_out])]:
        console.print(line, markup=False, soft_wrap=True)
    console.print(f"report: {report}", markup=False, soft_wrap=True)
