"""`bench-driver compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import extensions
from ..errors import ExitCode, UsageError
from . import options

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..report.comparison import Shown


class _Share(click.ParamType[float]):
    """A share, as `5%` or `5`."""

    name = "PERCENT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The share as a number, 0.05 of `5%`."""
        text = str(value).removesuffix("%").strip()
        try:
            share = float(text) / 100
        except ValueError:
            self.fail(f"{value!r} is no share: write 5%", param, ctx)
        if not 0 <= share < float("inf"):
            self.fail(f"{value!r} cannot be exceeded: write 0% or more", param, ctx)
        return share


@click.command()
@click.argument("first", required=False)
@click.argument("second", required=False)
@click.option(
    "--build",
    metavar="A..B",
    help=(
        "Build two commits of this repository and compare the builds, as `upgrade-check commit A "
        "B` does."
    ),
)
@click.option(
    "--fail-over",
    type=_Share(),
    help=(
        "End with 3 where a row says slower, and its ratio lies above this; with 4 where a row is "
        "open or nothing decides, with 5 where there is no row."
    ),
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print each comparison with its interval and verdict, for programs.",
)
@options.store
def compare(
    first: str | None,
    second: str | None,
    build: str | None,
    fail_over: float | None,
    as_json: bool,
    store: str | None,
    root: Path | None,
) -> ExitCode:
    """Compares two sweeps.

    Name each by its id, the beginning of one, its label (the newest that has it), or `last`.

    The first is the baseline. Two sweeps give no verdict: the machine may have differed between
    them, in every round. `--build A..B` gives one, since it measures both builds in one sweep. So
    do two labels with three sweeps each, if a whole interval lies 3 % or more from 1.
    """
    if build is not None:
        return _of_builds(build, first, store, root, as_json=as_json)
    if first is None or second is None:
        raise UsageError(
            "there are not two to compare",
            why="FIRST or SECOND is missing",
            do="name two sweeps, or two commits with --build A..B",
        )
    from ..report.comparison import names_compared
    from ..store.opening import read_store
    from . import screen

    with read_store(options.store_address(store, root)) as kept:
        made = names_compared(kept, first, second)
    if as_json:
        click.echo(json.dumps(made.data(), indent=2))
    else:
        for line in (made.answer, *made.notes):
            screen.say(line)
        for table in made.tables:
            screen.out().print()
            screen.show_table(table)
        screen.out().print()
        for line in made.below:
            screen.say(line, indent="    ")
    return ExitCode.OK if fail_over is None else _gate(made, fail_over)


def _gate(made: Shown, share: float) -> ExitCode:
    """What a script is told by the exit code, said in words too: an open row is no proof that
    nothing became slower.
    """
    from ..report.comparison import DECIDES
    from ..stats.verdict import could_show
    from . import screen

    could = made.could_show(share)
    screen.say(could_show(could), screen.err())
    if not made.decides:
        why = (
            "two sweeps give no verdict, since nobody knows by how much sweeps of this machine "
            "differ"
        )
        screen.say(f"undecided: {why}. {DECIDES}", screen.err())
        return ExitCode.UNDECIDED
    slower, undecided = made.slower_by(share), made.undecided(share)
    for name, ratio in slower:
        screen.err().print(f"slower by {100 * (ratio - 1):.1f} %: {name}", markup=False)
    if slower:
        return ExitCode.REGRESSION
    if undecided:
        first, more = undecided[0], "more sweeps would tell"
        if not any(one.decision for one in undecided):
            more = first.why_not or more
        screen.say(
            f"undecided: {len(undecided)} of {len(could)} rows, among them {first}; {more}",
            screen.err(),
        )
        return ExitCode.UNDECIDED
    return ExitCode.OK


def _of_builds(
    build: str, first: str | None, store: str | None, root: Path | None, *, as_json: bool
) -> ExitCode:
    before, dots, after = build.partition("..")
    if first is not None or not (before and dots and after):
        why = "it is not A..B" if first is None else "what is compared is what it builds"
        raise UsageError(
            f"--build {build} cannot be used",
            why=why,
            do="write --build A..B, with two commits, and name no sweep",
        )
    check = extensions.load(extensions.COMMANDS, "upgrade-check", "compare --build")
    asked = {"as_json": as_json, "store": store, "root": root}
    context = click.get_current_context()
    code: ExitCode = context.invoke(check, library="commit", more=(before, after), **asked)
    return code
