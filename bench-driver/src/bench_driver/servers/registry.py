"""The stacks: who gives a sweep its servers. The registry of them.

A stack is a module here with a function `servers(given)`, and a line in `STACKS`. It is loaded only
when it is used.
"""

from __future__ import annotations

import importlib

from .base import Given, Servers

#: Each with what it is, for `--help`.
STACKS = {
    "native": "the driver starts the builds in this checkout as processes, anew for each round.",
    "compose": "the driver restarts the containers of docker-compose.yml for each round; a stack "
    "that is not up is started, and taken down at the end.",
    "external": "somebody else runs the servers; the driver measures them as they are, at the "
    "origins given with --server, and restarts nothing.",
}


def servers(stack: str, given: Given) -> Servers:
    """The servers of a stack of the registry; SetupError or UsageError where it cannot be had."""
    found: Servers = importlib.import_module(f".{stack}", __package__).servers(given)
    return found
