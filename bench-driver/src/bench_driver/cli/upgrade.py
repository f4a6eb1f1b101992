"""`bench-driver store upgrade`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@options.store
def upgrade(store: str | None, root: Path | None) -> None:
    """Brings a store of an older driver to this one's schema.

    It keeps a copy, which is a file next to the store's, or in PostgreSQL a schema of the same
    database; an older driver reads it. While a sweep runs in the store nothing is changed.
    """
    from ..store.database import Store
    from ..store.migrate import upgrade_with_copy
    from ..store.opening import open_store
    from . import screen

    kept: list[str] = []

    def prepare(opened: Store) -> None:
        kept.append(upgrade_with_copy(opened))

    address = options.store_address(store, root)
    with options.alone(), open_store(address, create=False, prepare=prepare) as opened:
        said = f"{opened.name} is as this driver writes it"
    copy = f"; as it was: {kept[0]}" if kept[0] else ""
    screen.say(said + copy)
