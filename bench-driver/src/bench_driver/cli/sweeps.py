"""`bench-driver sweeps`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from . import options


@click.command()
@click.argument("sweep", required=False)
@options.store
def sweeps(sweep: str | None, store: str | None, root: Path | None) -> None:
    """Lists the sweeps in the store; of one, every run as a line of JSON.

    SWEEP is an id, the beginning of one, or `last`. Runs come in the order in which they were made, each with its request and the server's whole answer;
    those of a round that was cut are left out.
    """
    from dataclasses import asdict

    from ..store import read
    from ..store.opening import open_store
    from . import screen

    with open_store(options.store_address(store, root), create=False) as kept:
        if sweep:
            for made in read.answers(kept, read.find(kept, sweep).id):
                click.echo(json.dumps(asdict(made), ensure_ascii=False, separators=(",", ":")))
            return
        rows = []
        for item in read.sweeps(kept):
            counts = read.counts(kept, item.id)
            consumers = [name for name, server in item.about.get("servers", {}).items() if server.get("role") == "consumer"]
            runs = f"{counts['ok'] + counts['failed']}/{counts['planned']}"
            commit = str(item.about.get("commit") or "")
            figures = [str(item.conditions.get("rounds", "")), runs, str(counts["failed"])]
            rows.append([item.id, item.preset, item.state, item.planned_at[:16].replace("T", " "), *figures, ", ".join(consumers), commit[:12]])
        screen.out().print(screen.sweeps(rows))
