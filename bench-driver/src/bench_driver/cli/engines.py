"""`bench-driver servers engines`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@click.argument("servers", nargs=-1, metavar="[SERVER]...")
@options.root
def engines(servers: tuple[str, ...], root: Path | None) -> None:
    """Shows what each server can do.

    Lists its engines with their versions, series, object types and settings. An engine is in the
    series usual (as people run it), equal (with equal checks), both, or none; one that reads only
    three fields is in the series of its kind. Settings are those that differ from the first example
    of the library's documentation.

    SERVER is a name in the stack or an origin, http://host:port. The default is all consumers.
    """
    from ..servers import addresses
    from ..servers.client import Client
    from ..servers.specs import of_role
    from ..system.repository import find_root
    from . import screen, server_answers

    folder = find_root(root)
    for number, name in enumerate(servers or of_role("consumer")):
        with Client(addresses.resolve(name, "consumer", folder)) as client:
            said, _ = client.engines()
        if number:
            screen.out().print()
        screen.out().print(server_answers.engines(name, said))
