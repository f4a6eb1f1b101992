"""A night: the sweep, then what changed, then the report, whatever the sweep came to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .analysis.history.alarms import Alarm, alarms, unheard
from .analysis.history.changes import python_with_otava
from .cli import options, screen
from .errors import BenchError, ExitCode
from .report import with_history
from .store.opening import open_store
from .store.read import sweeps
from .system.repository import find_root_or_here


def night(preset: str, sweep_options: Sequence[str], store: str | None, root: Path | None, out: Path | None) -> ExitCode:
    """Does all of it; REGRESSION where something became slower and nothing failed. BenchError of the sweep, after the report of what there is."""
    folder, address = find_root_or_here(root), options.store_address(store, root)
    python_with_otava(folder)  # better known now than after hours of measuring
    with open_store(address) as kept:
        before = {item.id for item in sweeps(kept)}
    failure = _sweep(["--preset", preset, "--store", address, *(["--root", str(root)] if root else []), *sweep_options])
    with open_store(address) as kept:
        new = [item for item in sweeps(kept) if item.id not in before]
        if not new:
            raise failure or BenchError("nothing was swept", why="the sweep left nothing in the store", do="see what it said above")
        facts = with_history.facts(kept, new[-1], folder, history_needed=True)
        files = with_history.write(kept, facts, out or folder / "results" / "reports" / new[-1].id)
    found = alarms(facts.histories)
    _say(found, [facts.no_history] if facts.no_history else unheard(facts.histories), files[0])
    if failure:
        raise failure
    return ExitCode.REGRESSION if any(alarm.slower for alarm in found) else ExitCode.OK


def _sweep(args: Sequence[str]) -> BenchError | None:
    """Runs the sweep's command; what failed in it, once there may be something to report."""
    from .cli.sweep import sweep

    try:
        sweep.main(args=list(args), prog_name="bench-driver sweep", standalone_mode=False)
    except BenchError as error:
        return error
    return None


def _say(found: Sequence[Alarm], instead: Sequence[str], report: Path) -> None:
    console = screen.out()
    lines = [*(f"{'REGRESSION' if alarm.slower else 'improved'}: {alarm}" for alarm in found), *instead]
    for line in lines or ["no change since earlier nights"]:
        console.print(line, markup=False, soft_wrap=True)
    console.print(f"report: {report}", markup=False, soft_wrap=True)
