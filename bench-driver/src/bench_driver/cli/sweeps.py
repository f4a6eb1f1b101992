"""`bench-driver sweeps`: what `list` and `show --json` were called, for scripts that say so."""

from __future__ import annotations

from pathlib import Path

import click

from . import list_, options, show


@click.command(hidden=True)
@click.argument("sweep", required=False)
@options.store
@click.pass_context
def sweeps(context: click.Context, sweep: str | None, store: str | None, root: Path | None) -> None:
    """Is now `bench-driver list`; with a sweep, `bench-driver show SWEEP --json`."""
    if sweep:
        context.invoke(show.show, sweep=sweep, as_json=True, store=store, root=root)
    else:
        context.invoke(list_.list_, store=store, root=root)
