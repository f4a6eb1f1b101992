"""The stacks: who gives a sweep its servers. The registry of them, and what each is given.

A stack is a module here with a function `servers(given)`, and a line in `STACKS`. It is loaded only when it is used.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .servers import Options

if TYPE_CHECKING:
    from .targets import Servers

#: Each with what it is, for `--help`.
STACKS = {
    "native": "the driver starts the builds in this checkout as processes, anew for each round.",
    "compose": "the driver restarts the containers of docker-compose.yml for each round; a stack that is not up is started, and taken down at the end.",
    "external": "somebody else runs the servers; the driver measures them as they are, at the origins given with --server, and restarts nothing.",
}


@dataclass(frozen=True)
class Given:
    """What a stack may need: how programs start, the servers wanted, their ports or origins, and where their output goes."""

    options: Options
    names: Sequence[str]
    ports: Mapping[str, int]
    urls: Mapping[str, str]
    logs: Path


def servers(stack: str, given: Given) -> Servers:
    """The servers of a stack of the registry; SetupError or UsageError where it cannot be had."""
    found: Servers = importlib.import_module(f".{stack}", __package__).servers(given)
    return found
