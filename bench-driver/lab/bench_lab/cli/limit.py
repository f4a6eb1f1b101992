"""`python -m bench_lab limit`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import SetupError


@click.command()
@click.option("--criterion", type=click.Path(file_okay=False, path_type=Path), help="The folder of Criterion's results.  [default: where `make bench` puts it]")
@click.option("--jmh", type=click.Path(dir_okay=False, path_type=Path), help="The file of JMH's results.  [default: JMH is run, which takes some minutes]")
@click.option("--repetitions", type=click.IntRange(1, 100), default=5, show_default=True, help="Run each condition so often, in fresh processes.")
@options.table_out
@options.launching
def limit(criterion: Path | None, jmh: Path | None, repetitions: int, out: Path | None, **given: Any) -> None:
    """Compares the service with the tight loop.

    Puts Criterion's and JMH's medians of the engines on the golden bytes beside what the servers report in replay, in block and over HTTP. `make bench`
    runs all of it. A `!` marks a replay that lies more than 5 % off the tight loop and the empty window.
    """
    import tempfile

    from bench_driver.cli import screen

    from ..limit import service, table, tools

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    estimates = criterion or chosen.root / "rust-server" / "target" / "bench" / "criterion"
    if not estimates.is_dir():
        raise SetupError(f"{estimates} is missing", why="Rust's tight loops have not been run", do="run `make bench` at the repository's root")
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-limit-") as logs, screen.progress() as told:
        results = jmh or tools.run_jmh(chosen)
        known = service.engines(chosen, Path(logs) / "engines")
        formats = {engine.name: engine.format for engines in known.values() for engine in engines}
        tight = {**tools.criterion(estimates, formats), **tools.jmh(results, formats)}
        measured = service.measure(chosen, known, repetitions, Path(logs), told)
    rows = [table.cells(line) for line in table.lines(tight, measured)]
    screen.show(table.HEADER, rows, out, right=table.HEADER[3:], text_columns=3)
