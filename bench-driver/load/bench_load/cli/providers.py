"""`bench-driver providers`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.servers.specs import of_role

_LOOPS = ("closed", "open", "all")
_LOADS = ("ab", "ab-k", "wrk-1", "wrk-16", "wrk-256")


@click.command()
@click.option(
    "--provider",
    "names",
    multiple=True,
    type=click.Choice(of_role("provider")),
    help="Request only these providers. Repeatable.",
)
@click.option(
    "--object-type",
    "object_types",
    multiple=True,
    help="Request these object types. Repeatable.  [default: NumericObject,DummyObject]",
)
@click.option("--format", "formats", multiple=True, help="Request only these formats. Repeatable.")
@click.option(
    "--loop",
    type=click.Choice(_LOOPS),
    default="all",
    show_default=True,
    help="Measure rates (closed), waits (open), or both.",
)
@click.option(
    "--load",
    "loads",
    multiple=True,
    type=click.Choice(_LOADS),
    help="Make these closed loops rather than all. Repeatable.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="Measure this many rounds, each with fresh processes.",
)
@click.option(
    "--groups",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Make this many groups of each endpoint and load in a round.",
)
@click.option(
    "--seconds",
    type=click.IntRange(1, 600),
    default=1,
    show_default=True,
    help="Request for this long in each slice.",
)
@click.option(
    "--warmup",
    type=click.IntRange(0, 600),
    default=5,
    show_default=True,
    help="Request each path this many seconds as a round begins.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=1,
    show_default=True,
    help="Draw the random order from this seed.",
)
@options.resumable
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Put page and figures there.  [default: results/<time>-providers]",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Show what would be requested and how long it would take, and measure nothing.",
)
@options.wait
@options.launching
def providers(
    names: tuple[str, ...],
    object_types: tuple[str, ...],
    formats: tuple[str, ...],
    loop: str,
    loads: tuple[str, ...],
    **given: Any,
) -> None:
    """Measures how many objects a second each provider serves.

    First in a closed loop: ab over one connection, kept or not, and wrk over 1, 16 and 256. Next to
    each object it requests plain text of the same length, which costs the framework alone. Then in
    an open loop, free of coordinated omission: vegeta at 25, 50, 75 and 90 % of the ceiling. A
    client's wait counts from when its request was due.

    Slices of both providers are in the same groups, each round has fresh processes, and verdicts
    follow the rules of a sweep. ab and wrk are Debian's packages apache2-utils and wrk;
    `make vegeta` installs vegeta.

    Writes a page (providers.md) and figures (rates.csv, waits.csv) into a folder. Ctrl-C keeps the
    finished rounds; the same command with --resume goes on from there.
    """
    from bench_driver.cli import screen
    from bench_driver.cli.waits import RoundsProgress
    from bench_driver.measure.kept import Kept
    from bench_driver.model.published import arguments

    from ..generators import LOADS, find
    from ..rates import Plan
    from ..session import FORM, Session

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    closed = (
        [LOADS[name] for name in _LOADS if not loads or name in loads] if loop != "open" else []
    )
    tools = find(
        [
            "wrk",
            *dict.fromkeys(load.program for load in closed if load.program != "wrk"),
            *(["vegeta"] if loop != "closed" else []),
        ],
        chosen.root,
    )
    how = {name: given[name] for name in ("groups", "seconds", "warmup", "seed")}
    wanted = Plan(names or of_role("provider"), (), closed, loop != "closed", **how)
    before = Kept.read(given["resumed"], "providers", FORM) if given["resumed"] else None
    with options.alone(wait=given["wait"]):
        command = shlex.join(["bench-driver", *arguments(sys.argv[1:], chosen.root)])
        session = Session.open(chosen, wanted, object_types, formats, tools, given["out"], command)
        plan = session.plan
        screen.err().print(
            f"{len(plan.endpoints)} endpoints of {len(plan.providers)} providers, {plan.slices} "
            f"slices a round, {given['rounds']} rounds: about "
            f"{screen.duration(session.round_s * given['rounds'])}",
            markup=False,
        )
        if given["dry_run"]:
            return
        kept = options.keeping(before, chosen.root, session.asked, FORM)
        with screen.progress() as tell:
            document = session.measure(
                kept, given["rounds"], RoundsProgress(given["rounds"], len(kept.rounds)), tell
            )
    screen.sections(document.sections)
    click.echo(session.page)
