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
    from ..store import read
    from ..store.opening import open_store
    from . import screen

    with open_store(options.store_address(store, root), create=False) as kept:
        rows = []
        for item in read.sweeps(kept):
            counts = read.counts(kept, item.id)
            consumers = [name for name, server in item.about.get("servers", {}).items() if server.get("role") == "consumer"]
            runs = f"{counts['ok'] + counts['failed']}/{counts['planned']}"
            commit = str(item.about.get("commit") or "")
            figures = [str(item.conditions.get("rounds", "")), runs, str(counts["failed"])]
            rows.append(
                [item.id, item.label or "", item.preset, item.state, item.planned_at[:16].replace("T", " "), *figures, ", ".join(consumers), commit[:12]]
            )
        screen.out().print(screen.sweeps(rows))
        for line in read.unreadable(kept):
            screen.out().print(line, markup=False, soft_wrap=True)
