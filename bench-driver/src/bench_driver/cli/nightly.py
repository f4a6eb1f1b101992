"""`bench-driver nightly`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import ExitCode
from . import options


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--preset", default="full", show_default=True, help="Of the sweep.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The report's folder.  [default: results/reports/<sweep>]")
@options.store
@click.argument("sweep_options", nargs=-1, type=click.UNPROCESSED)
def nightly(preset: str, out: Path | None, store: str | None, root: Path | None, sweep_options: tuple[str, ...]) -> ExitCode:
    """Sweeps, looks for changes since earlier nights, and reports.

    Other options go to `sweep` as they are. Ends with 3 where a scenario became slower, 5 % or more at p <= 0.001, and tonight is the first to show it; with 1
    where a run or the sweep failed, which says more than a regression. Needs Apache Otava (`make otava`).
    """
    from .. import nights

    return nights.night(preset, sweep_options, store, root, out)
