"""`bench-driver compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import ExitCode, UsageError
from . import options

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..report.compare import Shown
    from ..report.grouped import compare as groups

_FIGURES = ["p50_ns", "mean_ns", "p90_ns", "p99_ns", "min_ns"]


class _Share(click.ParamType[float]):
    """A share, as `5%` or `5`."""

    name = "PERCENT"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
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
@click.option("--build", metavar="A..B", help="Build two commits of this repository and compare the builds, as `upgrade-check commit A B` does.")
@click.option("--sweep", default="last", show_default=True, help="The sweep whose scenarios are compared, where scenarios are.")
@click.option(
    "--figure",
    type=click.Choice(_FIGURES),
    default="p50_ns",
    show_default=True,
    help="The figure of each run that is compared.",
)
@click.option(
    "--fail-over",
    type=_Share(),
    help="End with 3 where a row says slower, and its ratio lies above this; with 4 where a row is open or nothing decides, with 5 where there is no row.",
)
@click.option("--json", "as_json", is_flag=True, help="Print each comparison with its interval and verdict, for programs.")
@options.store
def compare(
    first: str | None,
    second: str | None,
    build: str | None,
    sweep: str,
    figure: str,
    fail_over: float | None,
    as_json: bool,
    store: str | None,
    root: Path | None,
) -> ExitCode:
    """Compares two sweeps, or two scenarios of one.

    Sweeps go by their ids, the beginning of one, their labels (the newest that has it), or `last`.
    Scenarios go as CONSUMER/PROVIDER/TYPE/FORMAT, each by its first word or whole, with /ENGINE where it is not the
    default: `rust/rust/DummyObject/JSON java/rust/DummyObject/JSON`.

    The first is the baseline. Two sweeps are shown, and decide nothing: what the machine did in one of them is in all of its rounds. What decides is
    `--build A..B`, which measures both builds in one sweep, or two labels with three sweeps each, where a whole interval lies 3 % or more from 1.
    """
    if build is not None:
        return _of_builds(build, first, store, root, as_json=as_json)
    if first is None or second is None:
        raise UsageError(
            "there are not two to compare", why="FIRST or SECOND is missing", do="name two sweeps, two scenarios, or two commits with --build A..B"
        )
    from ..report.compare import scenarios_compared, sweeps_compared
    from ..store.opening import read_store
    from . import screen

    made: Shown | groups.Shown
    with read_store(options.store_address(store, root)) as kept:
        made = scenarios_compared(kept, sweep, first, second, figure) if "/" in first or "_from_" in first else sweeps_compared(kept, first, second, figure)
    if as_json:
        click.echo(json.dumps(made.data(), indent=2))
    else:
        for line in made.above:
            screen.out().print(line, markup=False, soft_wrap=True)
        screen.out().print(screen.table(made.head, made.rows, right=made.head[2:]))
        for line in made.below:
            screen.out().print(line, markup=False, soft_wrap=True)
    return ExitCode.OK if fail_over is None else _gate(made, fail_over)


def _gate(made: Shown | groups.Shown, share: float) -> ExitCode:
    """What a script is told by the exit code, said in words too: an open row is no proof that nothing became slower."""
    from ..report.grouped import compare as groups
    from ..stats.verdict import could_show
    from . import screen

    screen.err().print(could_show(made.could_show(share)), markup=False, soft_wrap=True)
    if not made.decides:
        why = "two sweeps decide nothing, since nobody knows by how much sweeps of this machine differ"
        screen.err().print(f"undecided: {why}. {groups.DECIDES}", markup=False, soft_wrap=True)
        return ExitCode.UNDECIDED
    slower, undecided = made.slower_by(share), made.undecided(share)
    for name, ratio in slower:
        screen.err().print(f"slower by {100 * (ratio - 1):.1f} %: {name}", markup=False)
    if slower:
        return ExitCode.REGRESSION
    if undecided:
        more = "sweeps" if isinstance(made, groups.Shown) else "rounds"
        screen.err().print(f"undecided: {len(undecided)} of {len(made.rows)} rows, among them {undecided[0]}; more {more} would tell", markup=False)
        return ExitCode.UNDECIDED
    return ExitCode.OK


def _of_builds(build: str, first: str | None, store: str | None, root: Path | None, *, as_json: bool) -> ExitCode:
    from ..system.repository import find_root
    from .upgrade_check import commits

    before, dots, after = build.partition("..")
    if first is not None or not (before and dots and after):
        why = "it is not A..B" if first is None else "what is compared is what it builds"
        raise UsageError(f"--build {build} cannot be used", why=why, do="write --build A..B, with two commits, and name no sweep")
    return commits(before, after, find_root(root), ["--store", options.store_address(store, root)], as_json=as_json)
