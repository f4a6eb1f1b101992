"""`bench-driver servers status`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import ExitCode
from . import options


@click.command()
@options.root
def status(root: Path | None) -> ExitCode:
    """Shows what runs, and whether it answers.

    Ends with 1 where one that was started does not, so that scripts can ask.
    """
    from ..servers import state
    from ..servers.client import Client
    from ..system.repository import find_root
    from . import screen

    rows, logs, bad = [], [], False
    for entry in state.load(state.path(find_root(root))):
        with Client(entry.url) as client:
            health = (
                "ended"
                if not entry.identity.alive
                else "ready"
                if client.healthy()
                else "does not answer"
            )
        bad = bad or health != "ready"
        ends = f"process {entry.owner_pid}" if entry.owned else "servers down"
        rows.append([entry.name, health, entry.url, str(entry.pid), ends])
        logs.append(f"log of {entry.name}: {entry.log}")
    if rows:
        screen.out().print(screen.table(["server", "state", "origin", "pid", "stopped by"], rows))
        for line in logs:
            screen.say(line)
    else:
        screen.out().print("nothing was started; `bench-driver servers up` does")
    return ExitCode.FAILED if bad else ExitCode.OK
