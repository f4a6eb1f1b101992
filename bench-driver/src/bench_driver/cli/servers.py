"""`bench-driver servers`: the four servers of the stack, started and looked at by hand."""

from __future__ import annotations

import click

from . import SETTINGS, Commands

SERVERS_COMMANDS = ("up", "down", "status", "engines")


@click.group(
    cls=Commands,
    names={"Commands": SERVERS_COMMANDS},
    package=__package__,
    context_settings=SETTINGS,
)
def servers() -> None:
    """Starts and stops the servers, and says what they can do."""
