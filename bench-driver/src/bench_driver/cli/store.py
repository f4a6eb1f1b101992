"""`bench-driver store`: what is kept, thinned out and carried elsewhere."""

from __future__ import annotations

import click

from . import SETTINGS, Commands

STORE_COMMANDS = ("prune", "export", "merge", "upgrade")


@click.group(
    cls=Commands, names={"Commands": STORE_COMMANDS}, package=__package__, context_settings=SETTINGS
)
def store() -> None:
    """Removes, exports, merges and upgrades what the store holds."""
