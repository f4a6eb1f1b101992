"""`bench-driver servers down`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@options.root
def down(root: Path | None) -> None:
    """Stops the servers that were left running.

    By `up`, or by a sweep that was killed.
    """
    from ..servers import state
    from ..servers.launch import STOP_S
    from ..system import processes, signals
    from ..system.repository import find_root
    from . import screen

    file = state.path(find_root(root))
    console = screen.out()
    entries = state.load(file)
    with signals.deferred():
        for entry in sorted(entries, key=lambda entry: entry.role):
            if not entry.identity.alive:
                console.print(f"{entry.name} (pid {entry.pid}) had ended already")
            elif processes.stop(entry.identity, wait_s=STOP_S):
                console.print(f"{entry.name} (pid {entry.pid}) stopped")
            else:
                console.print(f"{entry.name} (pid {entry.pid}) did not stop within {STOP_S:.0f} s and was killed")
        state.save(file, [])
    if not entries:
        console.print("nothing to stop")
