"""`bench-driver list`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command("list")
@options.store
def list_(store: str | None, root: Path | None) -> None:
    """Lists the store's sweeps and runs of studies, a line each.

    `bench-driver show SWEEP` shows one, `bench-driver study show STUDY` the other.
    """
    from .. import moment
    from ..store import read, trials
    from ..store.opening import read_store
    from . import screen

    with read_store(options.store_address(store, root)) as kept:
        rows, sweeps = [], read.sweeps(kept)
        for item in sweeps:
            counts = read.counts(kept, item.id)
            consumers = [
                name
                for name, server in item.about.get("servers", {}).items()
                if server.get("role") == "consumer"
            ]
            runs = f"{counts['ok'] + counts['failed']}"
            commit = str(item.about.get("commit") or "")
            figures = [str(item.conditions.get("rounds", "")), runs, str(counts["failed"])]
            rows.append(
                [
                    item.id,
                    item.state,
                    *figures,
                    item.preset,
                    item.label or "",
                    moment.minute(item.planned_at),
                    ", ".join(consumers),
                    commit[:12],
                ]
            )
        screen.out().print(screen.sweeps(rows))
        of_studies = [
            [
                one.id,
                one.state,
                *map(str, (one.rounds, one.planned, one.failed)),
                one.preset,
                moment.minute(one.planned_at),
            ]
            for one in trials.runs(kept)
        ]
        if of_studies:
            screen.out().print(screen.study_runs(of_studies))
        damaged = (*read.unreadable(kept), *trials.unreadable(kept))
        for line in (*read.dated_ahead(sweeps), *damaged):
            screen.say(line)
