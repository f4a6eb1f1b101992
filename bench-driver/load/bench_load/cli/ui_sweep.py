"""`bench-driver ui-sweep`."""

from __future__ import annotations

import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from bench_browser.spec import command as driven
from bench_driver.cli import options
from bench_driver.errors import UsageError
from bench_driver.servers.specs import of_role


@click.command()
@click.option(
    "--provider",
    "names",
    multiple=True,
    type=click.Choice(of_role("provider")),
    help="Take objects of these providers alone. Repeatable.",
)
@click.option(
    "--object-type",
    "object_types",
    multiple=True,
    help="Parse these object types. Repeatable.  [default: DummyObject,NumericObject]",
)
@click.option("--format", "formats", multiple=True, help="Parse these formats alone. Repeatable.")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    help="Parse by this engine of the page, where it has the format and reads the type. "
    "Repeatable.  [default: JSON.parse, or the format's first]",
)
@click.option(
    "--amounts",
    default="100:5000:100",
    show_default=True,
    help="Parse this many objects a press: 1000,5000 or START:STOP:STEP.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=3,
    show_default=True,
    help="Press this many times for each amount and scenario.",
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
    help="Put page, charts and figures there.  [default: results/<time>-ui-sweep]",
)
@click.option("--dry-run", is_flag=True, help="Show the plan, and measure nothing.")
@options.wait
@options.launching
def ui_sweep(
    names: tuple[str, ...],
    object_types: tuple[str, ...],
    formats: tuple[str, ...],
    engines: tuple[str, ...],
    amounts: str,
    **given: Any,
) -> None:
    """Benchmarks the web page: presses its button, reads its figure.

    A robot opens Try it in Chromium, types the number and presses Start. The page then requests and
    parses each object, without a warm-up. Measured is the time from the press until the figure is
    on the screen. The defaults are those of the study that the testbed follows, with XML added:
    both providers, two object types, 100 to 5,000 objects by 100, three rounds. To compare the
    browser with the servers use `sweep --consumer rust,java,browser`.

    Needs Chromium (Debian's package chromium) and the page (`make web`). Writes a page
    (ui-sweep.md), a chart for each object type, and a row for each press (presses.csv) into a
    folder. Ctrl-C keeps the finished scenarios; the same command with --resume goes on from
    there.
    """
    from bench_driver.cli import screen
    from bench_driver.cli.waits import RoundsProgress
    from bench_driver.measure.kept import Kept
    from bench_driver.model.published import arguments
    from bench_driver.plan.amounts import parse_amounts

    from ..ui.plan import MOST, Plan

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    if max(many := parse_amounts(amounts)) > MOST:
        raise UsageError(
            f"--amounts {amounts} cannot be used",
            why=f"the page takes at most {MOST:,} objects a press",
            do="ask for fewer",
        )
    driven(chosen)  # refuses where nobody can drive it, which the import below would not say
    from ..ui.session import FORM, Session

    before = Kept.read(given["resumed"], "ui-sweep", FORM) if given["resumed"] else None
    wanted = Plan((), many, given["rounds"], given["seed"])
    command = shlex.join(["bench-driver", *arguments(sys.argv[1:], chosen.root)])
    with (
        options.alone(wait=given["wait"]),
        tempfile.TemporaryDirectory(prefix="bench-ui-") as nowhere,
        Session.open(
            chosen,
            wanted,
            (object_types, formats, names),
            engines,
            Path(nowhere) if given["dry_run"] else given["out"],
            command,
        ) as session,
    ):
        plan = session.plan
        screen.err().print(
            f"{len(plan.scenarios)} scenarios, {plan.presses:,} presses, {plan.objects:,} objects",
            markup=False,
        )
        if given["dry_run"]:
            for scenario in plan.scenarios:
                click.echo(f"{scenario.name} by {scenario.engine}")
            return
        kept = options.keeping(before, chosen.root, session.asked, FORM)
        with screen.progress() as tell:
            document = session.measure(
                kept, RoundsProgress(plan.rounds, len(kept.rounds) // len(plan.scenarios)), tell
            )
    screen.sections(document.sections)
    click.echo(session.page)
