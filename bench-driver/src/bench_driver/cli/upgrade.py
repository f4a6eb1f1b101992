"""`bench-driver store upgrade`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@options.store
def upgrade(store: str | None, root: Path | None) -> None:
    """Brings a store that an older driver wrote to this driver's schema.

    Commands that write to a store do that by themselves; those that only read it change nothing, and ask for this one. An older driver cannot
    read the store afterwards: keep a copy where one has to.
    """
    from ..store.opening import open_store
    from . import screen

    with open_store(options.store_address(store, root), create=False) as kept:
        screen.out().print(f"{kept.name} is as this driver writes it", markup=False, soft_wrap=True)
