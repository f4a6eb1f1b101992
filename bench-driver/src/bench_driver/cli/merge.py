"""`bench-driver store merge`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from . import options


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(dir_okay=False, path_type=Path))
@options.store
def merge(files: tuple[Path, ...], store: str | None, root: Path | None) -> None:
    """Takes the sweeps of other stores' files into the store.

    Those that it has already are left out. Each file is taken whole or not at all, and is itself left as it is: one of an older driver is read by a copy.
    """
    from ..measure import lease
    from ..store import copy, read
    from ..store.opening import open_store
    from . import screen

    with ExitStack() as opened:
        # Each is read before anything is made or changed.
        others = [(file, opened.enter_context(copy.snapshot(file))) for file in files]
        kept = opened.enter_context(open_store(options.store_address(store, root)))
        for file, other in others:
            every, unreadable = read.sweeps(other), read.unreadable(other)
            running = {item.id for item in lease.running(other, every)}
            there = [item for item in every if item.id not in running and not read.misnamed(other, item.id)]
            made = copy.copy(other, kept, there)
            names = ", ".join(item.id for item in made)
            known = f"; {len(there) - len(made)} there already" if len(made) < len(there) else ""
            taken = f"{file}: {len(made)} of {len(every)} sweeps taken in{': ' if made else ''}{names}{known}"
            still = [f"{name} is left out: it is being measured; merge again once it has ended" for name in sorted(running)]
            for line in (taken, *still, *unreadable):
                screen.out().print(line, markup=False, soft_wrap=True)
