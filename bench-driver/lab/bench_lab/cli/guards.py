"""`python -m bench_lab guards`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.plan.conditions import parse_conditions

from .options import of_kept

#: Unless others are named.
_CONDITIONS = "replay,block,http"


@click.command()
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Start the processes and measure so often.")
@click.option("--condition", help=f"Whether windows tell of the guard under these.  [default: {_CONDITIONS}]")
@options.resumable
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/guard.md]")
@options.launching
def guards(rounds: int, condition: str | None, resumed: Path | None, out: Path | None, **given: Any) -> None:
    """Measures what the guard takes, and whether windows tell that it ran.

    Each consumer's default engines, on every object type and format: the guard in full and by comparison, ns an object and as a share of the parse; and the
    windows that follow the one over those that follow the other. A round takes a minute or two; it starts seven servers at once, which take some 4 GiB. Each
    is kept in a file below results/guards as it ends, from which --resume goes on.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress
    from bench_driver.measure.kept import Kept, asked
    from bench_driver.report.sections.environment import here

    from ..guards import page
    from ..guards.measure import FORM, made
    from ..guards.round import Rounds
    from ..paired import announced
    from ..paired.page import write

    before = Kept.read(resumed, "guards", FORM) if resumed else None
    conditions = of_kept(before, "--condition", parse_conditions(condition) if condition else ()) or parse_conditions(_CONDITIONS)
    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    file = out or chosen.root / "docs" / "results" / "guard.md"
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-guards-") as logs:
        known = announced.ask(chosen, Path(logs) / "asked")
        kept = options.keeping(before, chosen.root, asked("guards", chosen, known.servers, condition=conditions), FORM)
        making = Rounds(chosen, known.parsed, conditions, Path(logs))
        found = made(kept.measure(making.make, rounds, RoundsProgress(rounds, len(kept.rounds))))
    sections = page.sections(found)
    screen.sections(sections)
    command = f"python -m bench_lab guards --rounds {len(kept.rounds)} --condition {','.join(conditions)}"
    click.echo(write(file, page.TITLE, sections, page.how(conditions), here(chosen, command, known.servers), len(kept.rounds)))
