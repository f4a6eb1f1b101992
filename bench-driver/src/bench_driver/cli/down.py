"""`bench-driver servers down`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@options.root
def down(root: Path | None) -> None:
    """Stops the servers that were left running.

    By `up`, or by a sweep that was killed. Those of a sweep that runs are left to it.
    """
    from ..servers import state
    from ..servers.launch import STOP_S
    from ..system import processes, signals
    from ..system.repository import find_root
    from . import screen

    file = state.path(find_root(root))
    console = screen.out()
    every = state.load(file)
    entries = [entry for entry in every if not entry.owned]
    with signals.deferred():
        for entry in sorted(entries, key=lambda entry: entry.role):
            if not entry.identity.alive:
                console.print(f"{entry.name} (pid {entry.pid}) had ended already")
            elif processes.stop(entry.identity, wait_s=STOP_S):
                console.print(f"{entry.name} (pid {entry.pid}) stopped")
            else:
                console.print(
                    f"{entry.name} (pid {entry.pid}) did not stop within {STOP_S:.0f} s and was "
                    "killed"
                )
        state.change(file, remove=[entry.identity for entry in entries])
    for entry in every:
        if entry.owned:
            console.print(
                f"{entry.name} (pid {entry.pid}) is left to process {entry.owner_pid}, which will "
                "stop it"
            )
    if not every:
        console.print("nothing to stop")
