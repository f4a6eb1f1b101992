"""`bench-driver report`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@click.argument("sweep", default="last")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Put the report into this folder.  [default: results/reports/<sweep>]")
@click.option("--png/--no-png", default=True, show_default=True, help="Draw the charts as PNG too, beside the SVG.")
@options.store
def report(sweep: str, out: Path | None, png: bool, store: str | None, root: Path | None) -> None:
    """Writes a sweep's report.

    SWEEP is an id, the beginning of one, a label, or `last`.

    One HTML page that needs nothing else (report.html), the same as Markdown (report.md), its charts as SVG
    and PNG (charts/), a CSV a scenario (csv/), and every measurement as Parquet. Where earlier sweeps were asked for the same things on the same machine, it
    shows how the figures changed; that needs Apache Otava (`make otava`).
    """
    from ..report import with_history
    from ..store.opening import open_store
    from ..store.read import find
    from ..system.repository import find_root_or_here

    folder = find_root_or_here(root)
    with open_store(options.store_address(store, root), create=False) as kept:
        chosen = find(kept, sweep)
        facts = with_history.facts(kept, chosen, folder)
        files = with_history.write(kept, facts, out or folder / "results" / "reports" / chosen.id, pngs=png)
    click.echo(files[0])
