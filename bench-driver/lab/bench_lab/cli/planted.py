"""`python -m bench_lab planted`."""

from __future__ import annotations

from pathlib import Path

import click

from bench_driver.cli import options


@click.command()
@click.option("--steps", default="20,10,5,0", show_default=True, help="The sizes of the steps in percent; 0 is a history without one.")
@click.option("--noise", type=click.FloatRange(0.1, 50), default=5.0, show_default=True, help="The noise from night to night, in percent.")
@click.option("--histories", type=click.IntRange(1, 1000), default=30, show_default=True, help="Make up so many histories a step.")
@click.option(
    "--nights", type=click.IntRange(8, 1000), default=60, show_default=True, help="Make each history so many nights long; the step comes after two thirds."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Draw the histories from this seed.")
@options.root
def planted(steps: str, noise: float, histories: int, nights: int, seed: int, root: Path | None) -> None:
    """Shows what `nightly` would find, and how often it would cry wolf.

    Makes up histories with a planted step and looks at each as the nights would have: after every night, with all nights so far. Needs Apache Otava.
    """
    from functools import partial

    from bench_driver.analysis.history.changes import detect, python_with_otava
    from bench_driver.cli import screen
    from bench_driver.errors import UsageError
    from bench_driver.system.repository import find_root_or_here

    from ..planted import DELAYS, look

    try:
        sizes = [float(step) / 100 for step in steps.split(",")]
    except ValueError as error:
        raise UsageError(f"--steps {steps} cannot be used", why=str(error), do="write percents, as 20,10,0") from error
    finding, before = partial(detect, python_with_otava(find_root_or_here(root))), nights * 2 // 3
    rows = []
    for step in sizes:
        found = look(finding, step=step, histories=histories, before=before, after=nights - before, noise=noise / 100, seed=seed)
        within = dict(found.within)
        shown = [f"{within[delay]}/{histories}" if delay in within else "-" for delay in DELAYS]
        rows.append([f"{100 * step:g} %", *shown, str(found.false_alarms), f"{found.nights:,}"])
    head = ["step", *(f"in {delay} nights" for delay in DELAYS), "false alarms", "nights looked at"]
    screen.out().print(f"{histories} histories a step, {nights} nights each, noise {noise:g} %, p <= 0.001, 5 % or more; seed {seed}\n", markup=False)
    screen.out().print(screen.table(head, rows, right=head[1:]))
