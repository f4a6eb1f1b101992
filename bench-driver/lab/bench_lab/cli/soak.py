"""`python -m bench_lab soak`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode


@click.command()
@click.option("--minutes", type=click.FloatRange(0.1, 10_000), default=60.0, show_default=True, help="Go on for so many minutes, and finish the rotation.")
@options.table_out
@options.launching
def soak(minutes: float, out: Path | None, **given: Any) -> ExitCode:
    """Puts the servers under load and failures for an hour.

    In rotation, at both consumers: 100 clients at the provider and at the consumer, 1,000 idle connections, slow readers, slow writers, a flood of runs, all
    while runs go on; then every failure of `failures`. /health_check of all four servers is asked every second; threads, files and memory are
    noted at rest after each rotation. Exit code 1 where anything is off: an unexpected answer, a health answer over a second, growth.
    """
    import tempfile

    from bench_driver.cli import screen

    from ..endure import soak_table
    from ..endure.scene import opened
    from ..endure.soak import soak as endure

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    console = screen.err()
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-soak-") as logs, screen.progress() as bar, opened(chosen, Path(logs)) as scene:

        def told(now: str, seconds: float) -> None:
            bar(now, round(seconds), round(60 * minutes))
            if not console.is_terminal:
                console.print(f"{seconds / 60:5.1f} min  {now}", markup=False)

        soaked = endure(scene, chosen, minutes, told)
    lines = soak_table.lines(soaked)
    cells = [soak_table.cells(line) for line in lines]
    screen.show(soak_table.HEADER, cells, out)
    for line in soaked.off:
        console.print(f"not as it should be: {line}", markup=False, soft_wrap=True)
    return ExitCode.FAILED if any(line.held is False for line in lines) else ExitCode.OK
