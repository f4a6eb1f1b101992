"""`bench-driver nightly`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BenchError, ExitCode, ResultsError, UsageError
from ..model.label import LONGEST
from ..servers.own_objects import BENCH_OBJECTS
from ..stats.verdict import CLAIM_ROUNDS, could_show, too_few
from . import options
from .again import confirm
from .sweep import sweep, swept

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..analysis.history.alarms import Alarm
    from ..analysis.history.past import Past
    from ..measure.sweeping import Outcome
    from ..model.records import SweepRecord
    from ..store.database import Store


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--preset", default="full", show_default=True, help="Take this preset for the sweep.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the sweep's folder there too.",
)
@click.option(
    "--reference",
    "kept",
    type=click.Choice(["keep", "show", "replace"]),
    help=(
        "Measure nothing: keep today's builds and their JDK as the reference of later nights, show "
        "what is kept, or replace it."
    ),
)
@click.option(
    "--acknowledge",
    is_flag=True,
    help="Measure nothing: list the open alarms, and mark them as known.",
)
@click.option(
    "--scenario", help="Acknowledge the alarms of this scenario only; the alarm's line names it."
)
@click.option("--reason", default="", help="Why they are acknowledged; later nights show it.")
@options.store
@click.argument("sweep_options", nargs=-1, type=click.UNPROCESSED)
def nightly(
    preset: str,
    out: Path | None,
    kept: str | None,
    acknowledge: bool,
    scenario: str | None,
    reason: str,
    store: str | None,
    root: Path | None,
    sweep_options: tuple[str, ...],
) -> ExitCode:
    r"""Sweeps, looks for changes since earlier nights, and reports.

    \b
    bench-driver nightly --reference keep   once: histories outlast a machine
    bench-driver nightly                    each night
    bench-driver nightly --preset first     a short one, to look

    Options of `sweep` may be given too. Needs Apache Otava (`make otava`). Where a reference is
    kept, a night measures it too, and its figures are ratios to it. What became slower is measured
    once more the same night, and is an alarm if it comes again.

    Exit codes: 3 if a scenario became slower by 5 % or more (p <= 0.001). Every later night
    repeats this until it is acknowledged (`bench-driver nightly --acknowledge`) or gone. 4 if
    tonight has too few rounds, or its servers show no quiet core. 5 if tonight can be compared with
    none of the earlier nights. 1 if a run or the sweep failed, whatever else was found.
    """
    from ..analysis.history.changes import python_with_otava
    from ..servers import reference
    from ..store.opening import open_store
    from ..system.repository import find_root_or_here

    folder, address = find_root_or_here(root), options.store_address(store, root)
    if (scenario or reason) and not acknowledge:
        raise UsageError(
            "--scenario and --reason belong to --acknowledge",
            why="a night acknowledges nothing",
            do="add --acknowledge, or leave them out",
        )
    if kept:
        from .reference import keep, show

        refuse_more([*["--acknowledge"][:acknowledge], *sweep_options], "--reference")
        return show(folder) if kept == "show" else keep(folder, replace=kept == "replace")
    python_with_otava(folder)  # better known now than after hours of measuring
    if acknowledge:
        refuse_more(sweep_options, "--acknowledge")
        return _acknowledged(address, folder, scenario, reason)
    words = {word.partition("=")[0] for word in sweep_options}
    references = reference.tonight(folder, preset) if _may_have(sweep_options, words) else []
    outcome = _swept(
        [
            *([] if "--resume" in words else ["--preset", preset]),
            *(word for name in references for word in ("--setup", name)),
            *("--store", address, *(["--root", str(root)] if root else []), *sweep_options),
        ]
    )
    if outcome is None:  # --dry-run, which has shown the night's plan
        return ExitCode.OK
    if outcome.sweep is None:
        raise outcome.error or BenchError(
            "nothing was swept",
            why="the sweep left nothing in the store",
            do="see what it said above",
        )
    with open_store(address) as store_:
        code, error = _judged(store_, outcome, folder, out, wait="--wait" in words)
    if error := outcome.error or error:
        raise error
    if len(references) > 1:
        reference.overlapped(folder, preset)
    return code


def refuse_more(sweep_options: Sequence[str], option: str) -> None:
    """UsageError where options of a sweep come with one that measures nothing."""
    if sweep_options:
        raise UsageError(
            f"{sweep_options[0]} cannot go with {option}",
            why="nothing is measured",
            do="leave it out",
        )


def _may_have(sweep_options: Sequence[str], words: Set[str]) -> bool:
    """Whether a night of these options can have setups beside the usual builds."""
    elsewhere = re.search(r"--stack[ =](?!native\b)", " ".join(sweep_options))
    own = os.environ.get(BENCH_OBJECTS) or "--objects" in words
    return not (elsewhere or own or words & {"--resume", "--best-of"})


def _judged(
    kept: Store, outcome: Outcome, folder: Path, out: Path | None, *, wait: bool
) -> tuple[ExitCode, BenchError | None]:
    """Says what a night showed; its exit code, and what failed when it was measured again."""
    from ..analysis.history.alarms import UNKNOWN, alarms, not_again, to_confirm, unheard, young
    from ..analysis.history.alike import told_apart
    from ..analysis.history.past import look_back
    from ..report.folder import folder_of
    from ..store.read import find

    assert outcome.sweep, "a night without one was refused"
    tonight = find(kept, outcome.sweep.id)
    past, error = look_back(kept, tonight, folder, needed=True), None
    due = to_confirm(past.histories)
    if due:
        error = confirm(kept, tonight, past, due, folder, wait=wait)
        tonight = find(kept, tonight.id)
        past = look_back(kept, tonight, folder, needed=True)
    found = alarms(past.histories)
    rounds = int(tonight.conditions.get("rounds") or 0)
    # A night that itself could raise no alarm has shown nothing, which a history that is short
    # yet is no fault of.
    unable = rounds < CLAIM_ROUNDS or not all(item.gated for item in past.histories)
    unable = unable or bool(not_again(past.histories)[UNKNOWN])
    lines = [*filter(None, [past.apart]), *unheard(past.histories), *young(past.histories)]
    if rounds < CLAIM_ROUNDS:
        lines.append(f"No alarm can be raised tonight: it has {too_few(rounds)}.")
    if not past.histories:
        lines.append("nothing that was measured tonight has a history")
    elif not (lines or found):
        lines.append("no change since earlier nights")
    lines += told_apart(past.sweeps.values(), past.histories)
    if past.histories:
        lines.append(could_show([item.could_show for item in past.histories], "scenarios"))
    # Told before anything is written: a full disk hides no regression.
    _say(found, lines, past.left_out, (out or folder_of(tonight, folder)) / "report.html")
    code = ExitCode.UNDECIDED if unable else ExitCode.OK
    if past.apart or not past.histories:
        code = ExitCode.NOT_COMPARABLE
    if any(alarm.slower and not alarm.acknowledged for alarm in found):
        code = ExitCode.REGRESSION
    swept_into = folder_of(tonight, folder)
    stale = [swept_into] if due and swept_into.is_dir() else []  # the sweep wrote of alarms before
    for place in filter(None, (*stale, out)):
        _written(kept, tonight, place, past, code)
    return code, error


def _acknowledged(address: str, root: Path, scenario: str | None, reason: str) -> ExitCode:
    """Notes with the sweep that each standing change began with that it was acknowledged.

    UsageError where none stands.
    """
    from .. import moment
    from ..analysis.history.alarms import alarms
    from ..analysis.history.past import ACKNOWLEDGED, last_nights, look_back
    from ..store import read, write
    from ..store.opening import open_store
    from . import screen

    if not reason.isprintable() or len(reason) > LONGEST:
        raise UsageError(
            "--reason cannot be used",
            why=f"a reason is a line of at most {LONGEST} characters",
            do="give a shorter one",
        )
    with open_store(address, create=False) as kept:
        nights = last_nights(kept) or [read.find(kept)]
        open_ = [
            alarm
            for last in nights
            for alarm in alarms(look_back(kept, last, root, needed=True).histories)
            if alarm.slower and not alarm.acknowledged
        ]
        chosen = [alarm for alarm in open_ if scenario in (None, str(alarm.scenario))]
        if not chosen:
            why = (
                f"those that are open are of {'; '.join(str(alarm.scenario) for alarm in open_)}"
                if open_
                else f"{nights[0].id} has none"
            )
            raise UsageError(
                f"no alarm {f'of {scenario} ' if scenario else ''}is open",
                why=why,
                do="see what the last night said, or `bench-driver history`",
            )
        words = ": ".join(filter(None, (moment.today(), reason)))
        for alarm in chosen:
            noted = read.find(kept, alarm.since).about.get(ACKNOWLEDGED)
            write.add_about(
                kept,
                alarm.since,
                **{
                    ACKNOWLEDGED: {
                        **(noted if isinstance(noted, dict) else {}),
                        str(alarm.scenario): words,
                    }
                },
            )
            screen.say(f"acknowledged: {alarm}", indent="  ")
    return ExitCode.OK


def _written(store: Store, tonight: SweepRecord, out: Path, past: Past, code: ExitCode) -> None:
    """Writes the report there.

    ResultsError, unless a regression is to be told, which says more.
    """
    from ..report.folder import write
    from . import screen

    try:
        write(store, tonight, out, past)
    except ResultsError as error:
        if code is not ExitCode.REGRESSION:
            raise
        screen.show_error(error)


def _swept(args: Sequence[str]) -> Outcome | None:
    """Sweeps as the command would with these arguments: how it ended, None where nothing was to be
    measured. BenchError where it could not begin.
    """
    try:
        context = sweep.make_context("bench-driver nightly", list(args))
    except click.exceptions.Exit:  # --help
        return None
    with context:
        return swept(context.params)


def _heading(alarm: Alarm) -> str:
    return ("known" if alarm.acknowledged else "REGRESSION") if alarm.slower else "improved"


def _say(found: Sequence[Alarm], instead: Sequence[str], left_out: str, report: Path) -> None:
    from . import screen

    lines = [*(f"{_heading(alarm)}: {alarm}" for alarm in found), *instead]
    for line in [*lines, *filter(None, [left_out]), f"report: {report}"]:
        screen.say(line, indent="  ")
