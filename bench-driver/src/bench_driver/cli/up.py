"""`bench-driver servers up`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ..servers.specs import NAMES, parse_ports
from . import options


@click.command()
@click.argument("names", nargs=-1, metavar="[SERVER]...", type=click.Choice(NAMES))
@options.starting
@options.objects
def up(
    names: tuple[str, ...],
    root: Path | None,
    java_home: Path | None,
    jvm_flags: str,
    ports: tuple[str, ...],
    objects: Path | None,
) -> None:
    """Starts the servers and leaves them running.

    All by default. Each listens on 127.0.0.1 and allows the others as providers. `bench-driver
    servers down` stops them.
    """
    from ..servers import state
    from ..servers.launch import Stack
    from . import screen

    chosen = replace(
        options.options(root, java_home, jvm_flags), objects=objects and objects.absolute()
    )
    if not names or any(name.startswith("java") for name in names):
        screen.err().print(f"Java: {chosen.jdk}", markup=False)
    stack = Stack.start(
        names or None,
        ports=parse_ports(ports),
        options=chosen,
        state_file=state.path(chosen.root),
        logs=chosen.root / ".run" / "logs",
    )
    rows = [
        [server.name, server.url, str(server.process.pid), str(server.log)]
        for server in stack.servers
    ]
    screen.out().print(screen.table(["server", "origin", "pid", "log"], rows))
