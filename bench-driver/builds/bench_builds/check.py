"""`bench-driver check`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bench_driver.cli import options
from bench_driver.cli.sweep import sweep
from bench_driver.errors import ExitCode, UsageError

from .upgrade_check import measured

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from .change import Change
    from .check_plan import CheckPlan
    from .comment import Asked
    from .setups import Built

_HELP = """Says whether a branch parses slower, for its pull request.

\b
Examples:
  bench-driver check                         HEAD, against main
  bench-driver check --against origin/main --minutes 20
  bench-driver check --format XML            these rows alone
  bench-driver check --dry-run               what it would do, and how long

It builds the servers of both commits, --commit and where that left --against, and compares the two
builds in the same groups, in fresh processes each round. Builds are kept. A server whose files are
the same in both is neither built nor measured. Engines whose files differ are measured beside each
format's default. The comment goes to standard output, all else to standard error. Options of
`sweep` that say which rows, ports and JDK are taken too.

Ends with 0 where nothing is slower by 3 % or more, with 3 where a row is, with 4 where none is and
some are undecided, with 5 where nothing can be compared or a commit does not build."""
#: What check itself decides, by sweep's options.
_OWN = {
    "consumers": "--consumer",
    "providers": "--provider",
    "setups": "--setup",
    "objects": "--objects",
    "rounds": "--rounds",
    "target": "--target",
    "time_budget": "--time-budget",
    "checks": "--checks",
    "amounts": "--amounts",
    "best_of": "--best-of",
    "resume": "--resume",
}
#: No machine has so narrow intervals: the sweep makes as many rounds as its time holds.
_TARGET = 0.001
#: What a build takes on two cores, minutes.
_MINUTES = {"rust-server": 10, "java-server": 2}
_SIDES = ("the base", "the branch")


@click.command(context_settings={"ignore_unknown_options": True}, help=_HELP)
@click.option(
    "--against",
    metavar="REV",
    default="main",
    show_default=True,
    help="Compare with the commit where the branch left this one.",
)
@click.option("--commit", metavar="REV", help="The branch's commit.  [default: HEAD]")
@click.option(
    "--minutes",
    type=click.FloatRange(0, 600, min_open=True),
    default=10,
    show_default=True,
    help="Measure for about so long; builds come on top.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be built and measured; do neither.")
@options.store
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SWEEP_OPTIONS]...")
def check(
    against: str,
    commit: str | None,
    minutes: float,
    dry_run: bool,
    store: str | None,
    root: Path | None,
    more: tuple[str, ...],
) -> ExitCode:
    """Says whether a branch makes parsing slower."""
    from bench_driver.cli import screen
    from bench_driver.system.repository import find_root

    from . import comment
    from .builds import BuildFailed
    from .change import between
    from .setups import read

    folder, address = find_root(root), options.store_address(store, root)
    change = between(folder, against, commit)
    given = ["--store", address, *(["--root", str(root)] if root else []), *more]
    context = sweep.make_context("bench-driver check", ["--condition", "block", *given])
    _refuse_own(context.params)
    rows = f" {shlex.join(more)}" if more else ""
    names_rows = bool(context.params["object_types"] or context.params["formats"])
    asked = comment.Asked(change, against, commit or "HEAD", minutes, rows, names_rows)
    if not change.servers:
        click.echo(comment.untouched(asked))
        return ExitCode.OK
    words = [f"commit={one}" for one in change.builds()]
    before, after = (
        {one.consumer: one for one in read(word, change.servers, folder)} for word in words
    )
    pairs = {name: (before[name], after[name]) for name in change.servers}
    plan = _plan(change, pairs, context.params, address, minutes)
    for text in _forecast(change, pairs, plan, minutes, context.params["java_home"]):
        screen.say(text, screen.out() if dry_run else screen.err())
    if dry_run:
        return ExitCode.OK
    try:
        with redirect_stdout(sys.stderr):  # the sweep's own answer is progress here
            swept = measured(context, _more(change, plan, words, minutes, context.params))
    except BuildFailed as failed:
        server, side = _whose(failed.folder, pairs)
        click.echo(comment.unbuilt(asked, server, side, failed.lines))
        return ExitCode.NOT_COMPARABLE
    assert swept, "it was no dry run"
    return _said(asked, plan, pairs, swept.id, address)


def _said(
    asked: Asked,
    plan: CheckPlan,
    pairs: Mapping[str, tuple[Built, Built]],
    sweep_id: str,
    store: str,
) -> ExitCode:
    """Prints what the sweep comes to."""
    from bench_driver.analysis.gather import gather
    from bench_driver.store import read
    from bench_driver.store.opening import read_store

    from . import comment
    from .sides import sides

    with read_store(store) as kept:
        facts = gather(kept, read.find(kept, sweep_id))
    servers = {before.server: after.server for before, after in pairs.values()}
    found = sides(facts.series, servers, _SIDES)
    click.echo(comment.measured(asked, plan, facts, found))
    return found.code


def _refuse_own(params: Mapping[str, Any]) -> None:
    """UsageError where an option of `sweep` was given of what check decides itself."""
    if named := [option for name, option in _OWN.items() if params[name]]:
        raise UsageError(
            f"{named[0]} does not go with check",
            why="the commits say which servers are measured, --minutes for how long",
            do=f"leave it out, or use `bench-driver sweep {named[0]}`",
        )


def _plan(
    change: Change,
    pairs: Mapping[str, tuple[Built, Built]],
    params: Mapping[str, Any],
    store: str,
    minutes: float,
) -> CheckPlan:
    """Which rows fit into the time."""
    from bench_driver.analysis.rates import rates
    from bench_driver.measure.remembered import committed
    from bench_driver.plan.filters import choose_formats, choose_types
    from bench_driver.plan.presets import PRESETS
    from bench_driver.store.opening import open_store

    from .check_plan import check_plan, usual

    carried = committed(change.root)
    types = params["object_types"] and choose_types(
        params["object_types"], sorted({name for name, _ in carried})
    )
    first = PRESETS["first"].request.formats
    known = sorted({form for _, form in carried}, key=lambda name: (name not in first, name))
    formats = choose_formats(params["formats"], known)
    servers = {name: [one.name for one in pair] for name, pair in pairs.items()}
    with open_store(store) as kept:
        asked = (types or usual(carried), change.by_format(formats))
        return check_plan(asked, carried, servers, rates(kept), 60 * minutes)


def _forecast(
    change: Change,
    pairs: Mapping[str, tuple[Built, Built]],
    plan: CheckPlan,
    minutes: float,
    java_home: Path | None,
) -> list[str]:
    """What is built and measured, a line each, and how long that takes."""
    from bench_driver.report.words import listed
    from bench_driver.servers.specs import Options
    from bench_driver.stats.verdict import CLAIM_ROUNDS

    usual = Options(change.root, java_home)
    lines = [
        f"{name}: the same in both commits, neither built nor measured" for name in change.same
    ]
    for name, pair in pairs.items():
        lacking = [side for side, one in zip(_SIDES, pair, strict=True) if one.must_be_built(usual)]
        took = _MINUTES[name] * len(lacking)
        lines.append(
            f"{name}: builds {listed(lacking)}, some {took} min on two cores; kept after that"
            if lacking
            else f"{name}: both are built already"
        )
    rows = f"{listed(plan.object_types)} as {listed(plan.formats)}"
    lines.append(
        f"measures {rows}, {plan.rounds} rounds or so of {plan.round_s:.0f} s, in {minutes:g} min"
    )
    if plan.rounds < CLAIM_ROUNDS:
        lines.append(
            f"a verdict takes {CLAIM_ROUNDS} rounds: by this forecast, "
            f"--minutes {ceil(CLAIM_ROUNDS * plan.round_s / 60)}"
        )
    if plan.left_out:
        lines.append(f"not measured, for lack of time: {listed(plan.left_out)}")
    return lines


def _more(
    change: Change,
    plan: CheckPlan,
    setups: Sequence[str],
    minutes: float,
    params: Mapping[str, Any],
) -> dict[str, Any]:
    """What the sweep is asked for."""
    from bench_driver.model.label import of_title

    title = f"check {change.base[:12]} -> {change.head[:12]}"
    return {
        "consumers": tuple(change.servers),
        # Of the same runtimes, so that a server that nobody changed need not be built.
        "providers": tuple(name.partition("-")[0] for name in change.servers),
        "setups": tuple(setups),
        "setups_alone": True,
        "touched": tuple(sorted(change.touched)),
        "object_types": tuple(plan.object_types),
        "formats": tuple(plan.formats),
        "target": _TARGET,
        "time_budget": 60 * minutes,
        "label": params["label"] or of_title(title),
    }


def _whose(folder: str, pairs: Mapping[str, tuple[Built, Built]]) -> tuple[str, str]:
    """The server and the side that a copy is of."""
    from . import builds

    return next(
        (name, side)
        for name, pair in pairs.items()
        for side, one in zip(_SIDES, pair, strict=True)
        if builds.folder(Path(), one.server).name == folder
    )
