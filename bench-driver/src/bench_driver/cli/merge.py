"""`bench-driver store merge`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from . import options


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(dir_okay=False, path_type=Path),
)
@options.store
def merge(files: tuple[Path, ...], store: str | None, root: Path | None) -> None:
    """Copies other stores' sweeps and runs of studies.

    Leaves out those that it already has. Copies all of a file or none of it, and changes no file: a
    file of an older driver is read from a copy.
    """
    from ..measure import lease
    from ..store import copy, read, trials
    from ..store.opening import open_store
    from . import screen

    with ExitStack() as opened:
        # Each is read before anything is made or changed.
        others = [(file, opened.enter_context(copy.snapshot(file))) for file in files]
        kept = opened.enter_context(open_store(options.store_address(store, root)))
        for file, other in others:
            every, unreadable = read.sweeps(other), read.unreadable(other)
            running = {item.id for item in lease.running(other, every)}
            sound = [item for item in every if not read.misnamed(other, item.id)]
            there = [item for item in sound if item.id not in running]
            made = copy.copy(other, kept, there)
            names = ", ".join(item.id for item in made)
            known = f"; {len(there) - len(made)} there already" if len(made) < len(there) else ""
            taken = (
                f"{file}: {len(made)} of {len(every)} sweeps taken "
                f"in{': ' if made else ''}{names}{known}"
            )
            runs = trials.runs(other)
            measured = {one.id for one in lease.running(other, runs)}
            ended = [one for one in runs if one.id not in measured]
            copied = trials.copy(other, kept, ended)
            if runs:
                taken += f"; {len(copied)} of {len(runs)} runs of studies"
            still = [
                f"{name} is left out: it is being measured; merge again once it has ended"
                for name in (*sorted(running), *sorted(measured))
            ]
            for line in (taken, *still, *unreadable, *trials.unreadable(other)):
                screen.say(line)
