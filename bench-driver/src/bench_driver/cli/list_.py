"""`bench-driver list`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import moment
from . import options

if TYPE_CHECKING:
    from ..model.records import SweepRecord


@click.command("list")
@options.store
def list_(store: str | None, root: Path | None) -> None:
    """Lists the store's sweeps and runs of studies, a line each.

    `bench-driver show SWEEP` shows one, `bench-driver study show STUDY` the other.
    """
    from ..store import read, trials
    from ..store.opening import read_store
    from . import screen

    with read_store(options.store_address(store, root)) as kept:
        sweeps, counts = read.sweeps(kept), read.every_count(kept)
        whole: dict[str, list[SweepRecord]] = {}
        for item in sweeps:  # the machines of one sweep together
            whole.setdefault(item.cluster or item.id, []).append(item)
        rows = [_row(name, parts, counts) for name, parts in whole.items()]
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
        for line in (*_of_machines(whole), *read.dated_ahead(sweeps), *damaged):
            screen.say(line)


def _row(
    name: str, parts: Sequence[SweepRecord], counts: Mapping[str, Mapping[str, int]]
) -> list[str]:
    """A sweep's line, with the runs of all its machines."""
    item = parts[0]
    servers = item.about.get("servers", {}).items()
    consumers = [name for name, server in servers if server.get("role") == "consumer"]
    rounds = dict.fromkeys(str(one.conditions.get("rounds", "")) for one in parts)
    failed = sum(counts[one.id]["failed"] for one in parts)
    return [
        name,
        ", ".join(dict.fromkeys(one.state for one in parts)),
        " or ".join(rounds),
        str(failed + sum(counts[one.id]["ok"] for one in parts)),
        str(failed),
        item.preset,
        item.label or "",
        moment.minute(item.planned_at),
        ", ".join(consumers),
        str(item.about.get("commit") or "")[:12],
    ]


def _of_machines(whole: Mapping[str, Sequence[SweepRecord]]) -> Iterator[str]:
    """A line for each sweep of several machines, with theirs."""
    for name, parts in whole.items():
        if len(parts) > 1:
            machines = ", ".join(one.machine for one in parts)
            yield f"{name}: {len(parts)} machines, {machines}; `bench-driver machines {name}`"
