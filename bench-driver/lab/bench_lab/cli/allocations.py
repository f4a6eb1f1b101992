"""`python -m bench_lab allocations`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options


@click.command()
@click.option("--rounds", type=click.IntRange(1, 100), default=10, show_default=True, help="Start the servers and measure so often.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/allocations.md]")
@options.launching
def allocations(rounds: int, out: Path | None, **given: Any) -> None:
    """Measures what a parse allocates, by every engine: bytes, and in Rust how many pieces.

    A sweep tells Java's bytes beside the times. Rust's take an allocator that counts, which slows what it counts: a build of its own, made first, which takes
    some minutes. A round takes a quarter of a minute.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.cli.progress import RoundsProgress, building
    from bench_driver.report.sections.environment import here

    from ..allocations import page
    from ..allocations.round import COUNTING, make
    from ..paired.page import write

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-allocations-") as logs:
        with building() as told:
            COUNTING.make(chosen, told)
        begins, made, servers = RoundsProgress(rounds), [], dict[str, Any]()
        for number in range(1, rounds + 1):
            begins(number)
            found, servers = make(chosen, Path(logs) / str(number))
            made.append(found)
    sections = page.sections(made)
    screen.sections(sections)
    about = here(chosen, f"python -m bench_lab allocations --rounds {rounds}", servers)
    click.echo(write(out or chosen.root / "docs" / "results" / "allocations.md", page.TITLE, sections, page.HOW, about, rounds))
