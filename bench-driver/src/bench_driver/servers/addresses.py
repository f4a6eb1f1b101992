"""Where the servers are: as the state file says, else on their default ports, else as an origin
says that the user gives.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import UsageError
from . import state
from .specs import HOST, RUNTIMES, SERVERS


def known(root: Path) -> dict[str, str]:
    """The origin of each server of the stack by its name."""
    defaults = {spec.name: f"http://{HOST}:{spec.port}" for spec in SERVERS}
    # Of two that have a name, the one that stays; else the one that was started last.
    entries = sorted(state.load(state.path(root)), key=lambda entry: not entry.owned)
    return defaults | {entry.name: entry.url for entry in entries if entry.identity.alive}


def resolve(server: str, role: str, root: Path) -> str:
    """The origin of a server named by origin, name, or runtime (the one of that role); UsageError
    where it names none.
    """
    if "://" in server:
        return server.rstrip("/")
    for spec in SERVERS:
        if server == spec.name or (server, role) == (spec.runtime, spec.role):
            return known(root)[spec.name]
    names = ", ".join(spec.name for spec in SERVERS)
    raise UsageError(
        f"{server} names no server",
        why=f"it is neither an origin (http://host:port) nor one of {names}",
        do="name one of these",
    )


def process(url: str, root: Path) -> tuple[int, str] | None:
    """The process of a server that was started here, by its origin, and its runtime; None where
    nobody knows of one.
    """
    for entry in state.load(state.path(root)):
        if entry.url == url and entry.identity.alive and entry.runtime in RUNTIMES.values():
            return entry.pid, entry.runtime
    return None
