"""`python -m bench_lab guards`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.plan.conditions import parse_conditions


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start the processes and measure so often.")
@click.option("--condition", default="replay,block,http", show_default=True, help="Whether windows tell of the guard under these.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/guard.md]")
@options.launching
def guards(rounds: int, condition: str, out: Path | None, **given: Any) -> None:
    """Measures what the guard takes, and whether windows tell that it ran.

    Each consumer's default engines, on every object type and format: the guard in full and by comparison, ns an object and as a share of the parse; and the
    windows that follow the one over those that follow the other. A round takes a minute or two; it starts seven servers at once, which take some 4 GiB.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.report.sections.environment import here

    from ..guards import page
    from ..guards.passes import Pass
    from ..guards.round import Rounds, Row
    from ..paired import announced
    from ..paired.page import write

    conditions = parse_conditions(condition)
    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    file = out or chosen.root / "docs" / "results" / "guard.md"
    made: dict[Row, dict[int, list[Pass]]] = {}
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-guards-") as logs:
        known = announced.ask(chosen, Path(logs) / "asked")
        making, begins = Rounds(chosen, known.parsed, conditions, Path(logs)), RoundsProgress(rounds)
        for number in range(1, rounds + 1):
            begins(number)
            with making.ready(number) as servers:
                for row, passes in making.measure(number, servers.run).items():
                    made.setdefault(row, {})[number] = passes
    sections = page.sections(made)
    screen.sections(sections)
    command = f"python -m bench_lab guards --rounds {rounds} --condition {','.join(conditions)}"
    click.echo(write(file, page.TITLE, sections, page.how(conditions), here(chosen, command, known.servers), rounds))
