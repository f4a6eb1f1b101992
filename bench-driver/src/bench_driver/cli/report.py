"""`bench-driver report`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import UsageError
from . import options


@click.command()
@click.argument("sweep", default="last")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Put it into this folder.  [default: the sweep's own, results/<sweep>]")
@click.option("--png/--no-png", default=True, show_default=True, help="Draw the charts as PNG too, beside the SVG.")
@click.option("--readme", is_flag=True, help="Write the answer of a sweep in groups into README.md and docs/results too.")
@options.store
def report(sweep: str, out: Path | None, png: bool, readme: bool, store: str | None, root: Path | None) -> None:
    """Writes a sweep's folder again.

    SWEEP is an id, the beginning of one, a label, or `last`.

    One HTML page that needs nothing else (report.html), the same without charts (summary.md), its charts as SVG and PNG (charts/), CSV (csv/, cold/), every
    measurement as Parquet, and the plan. Where earlier sweeps were asked for the same things on the same machine, it shows how the figures
    changed; that needs Apache Otava (`make otava`).
    """
    from ..analysis.grouped.facts import GroupedFacts
    from ..analysis.history.gather import look_back
    from ..model.condition import CORES
    from ..model.reading import planned_contenders
    from ..report import readme as readme_
    from ..report.folder import folder_of, write
    from ..store.opening import read_store
    from ..store.read import find
    from ..system.repository import find_root_or_here

    checkout = find_root_or_here(root)
    with read_store(options.store_address(store, root)) as kept:
        chosen = find(kept, sweep)
        folder = out or folder_of(chosen, checkout)
        if readme and not chosen.in_groups:
            raise UsageError(f"--readme cannot be used for {chosen.id}", why="it measured by amounts", do="name a sweep in groups")
        if readme and {cell.condition for cell in planned_contenders(chosen)} == {CORES}:
            raise UsageError(f"--readme cannot be used for {chosen.id}", why="it measured rates on all cores alone", do="name a sweep of another condition")
        facts = write(kept, chosen, folder, look_back(kept, chosen, checkout), pngs=png)
        if readme and isinstance(facts, GroupedFacts):
            for file in readme_.write(facts, checkout):
                click.echo(file)
    click.echo(folder / "report.html")
