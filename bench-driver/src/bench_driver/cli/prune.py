"""`bench-driver store prune`."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options

if TYPE_CHECKING:
    from ..model.records import SweepRecord
    from ..model.trials import TrialRun


class _Age(click.ParamType[timedelta]):
    """A time in days or weeks, as `90d` or `12w`."""

    name = "AGE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        """The time; 90 days of `90d`."""
        text = str(value)
        days = {"d": 1, "w": 7}.get(text[-1:])
        if days is None or not text[:-1].isdecimal() or len(text) > 6:
            self.fail(f"{value!r} is no age: write 90d for days, or 12w for weeks", param, ctx)
        return timedelta(days=days * int(text[:-1]))


@click.command()
@click.option(
    "--keep",
    type=click.IntRange(min=0),
    metavar="N",
    help="Keep the newest N sweeps and the newest N runs of studies, and remove the others.",
)
@click.option(
    "--older-than",
    type=_Age(),
    metavar="AGE",
    help="Remove what was planned longer ago, as 90d or 12w.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be removed, and remove nothing.")
@click.option("--yes", is_flag=True, help="Remove without asking.")
@options.store
def prune(
    keep: int | None,
    older_than: timedelta | None,
    dry_run: bool,
    yes: bool,
    store: str | None,
    root: Path | None,
) -> None:
    """Removes old sweeps and runs of studies.

    Each goes with all its runs and figures; its folder under results/ stays. A sweep that runs is
    never removed. On a terminal it asks first; elsewhere it needs --yes. It says how much room was
    freed.
    """
    from datetime import UTC, datetime

    from .. import moment
    from ..measure import lease
    from ..store import read, removal, trials
    from ..store.opening import open_store
    from . import screen

    if (keep is None) == (older_than is None):
        raise UsageError(
            "prune needs --keep or --older-than, and not both",
            why="it removes nothing that nobody named",
            do="give one: --keep 30",
        )
    if not (dry_run or yes or sys.stdin.isatty()):
        raise UsageError(
            "prune was given neither --yes nor --dry-run",
            why="nobody is at a terminal to be asked",
            do="look with --dry-run, then give --yes",
        )
    console, now = screen.out(), datetime.now(UTC)
    with open_store(options.store_address(store, root), create=False) as kept:
        known = read.sweeps(kept)
        limit = (now - older_than).isoformat() if older_than else ""
        old = (
            known[: max(len(known) - keep, 0)]
            if keep is not None
            else [item for item in known if item.planned_at < limit]
        )
        held = lease.running(kept, old)
        running = [item for item in old if item in held or removal.runs(kept, item, now)]
        gone = [item for item in old if item not in running]
        runs = trials.runs(kept)
        old_runs = (
            runs[: max(len(runs) - keep, 0)]
            if keep is not None
            else [one for one in runs if one.planned_at < limit]
        )
        measured = lease.running(kept, old_runs)
        gone_runs = [one for one in old_runs if one not in measured]
        every: list[SweepRecord | TrialRun] = [*old_runs, *old]
        for one in every:
            planned = f"preset {one.preset}, {one.state}, planned {moment.minute(one.planned_at)}"
            words = "it runs, and stays" if one in measured or one in running else planned
            screen.say(f"{one.id}: {words}", indent="  ")
        said = f"{len(gone)} of {len(known)} sweeps"
        if runs:
            said += f" and {len(gone_runs)} of {len(runs)} runs of studies"
        if dry_run or not (gone or gone_runs):
            console.print(
                f"{said} would be removed" if dry_run else "nothing to remove", markup=False
            )
            return
        if not yes:
            click.confirm(f"Remove {said} from {kept.name}?", abort=True)
        names = [*(item.id for item in gone), *(one.id for one in gone_runs)]
        removed = [lease.of_sweep(name) for name in names]
        with lease.held(kept, removed):  # one may run since it was asked
            removal.remove(kept, gone)
            trials.remove(kept, gone_runs)
        freed = removal.compact(kept)
    room = "" if freed is None else f"; {freed / 2**20:,.1f} MiB are free"
    console.print(f"removed {said}{room}", markup=False)
