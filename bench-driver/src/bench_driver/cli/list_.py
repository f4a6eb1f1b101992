"""`bench-driver list`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command("list")
@options.store
def list_(store: str | None, root: Path | None) -> None:
    """Lists the sweeps in the store, a line each.

    `bench-driver show SWEEP` shows one.
    """
    from .. import moment
    from ..store import read
    from ..store.opening import read_store
    from . import screen

    with read_store(options.store_address(store, root)) as kept:
        rows, sweeps = [], read.sweeps(kept)
        for item in sweeps:
            counts = read.counts(kept, item.id)
            consumers = [name for name, server in item.about.get("servers", {}).items() if server.get("role") == "consumer"]
            runs = f"{counts['ok'] + counts['failed']}/{counts['planned']}"
            commit = str(item.about.get("commit") or "")
            figures = [str(item.conditions.get("rounds", "")), runs, str(counts["failed"])]
            rows.append([item.id, item.label or "", item.preset, item.state, moment.minute(item.planned_at), *figures, ", ".join(consumers), commit[:12]])
        screen.out().print(screen.sweeps(rows))
        for line in (*read.dated_ahead(sweeps), *read.unreadable(kept)):
            screen.out().print(line, markup=False, soft_wrap=True)
