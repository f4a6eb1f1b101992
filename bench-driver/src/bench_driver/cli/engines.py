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

    That is its engines, with their versions, series, object types and settings. An engine stands among those that people run
    (usual), among those with equal checks (equal), in both or in neither; one that reads three fields alone stands among those of
    its kind. A setting is one in which it differs from what its library's documentation begins with.

    SERVER is a name in the stack or an origin, http://host:port. Without any, the consumers.
    """
    from ..servers import addresses
    from ..servers.client import Client
    from ..servers.specs import of_role
    from ..system.repository import find_root
    from . import screen

    folder = find_root(root)
    for number, name in enumerate(servers or of_role("consumer")):
        with Client(addresses.resolve(name, "consumer", folder)) as client:
            said, _ = client.engines()
        if number:
            screen.out().print()
        screen.out().print(screen.engines(name, said))
