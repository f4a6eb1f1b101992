"""The environment of a server that the driver starts: variables that are named here, and no others.

Otherwise the shell of whoever measures decides how a server runs, and no result says so:
`JAVA_TOOL_OPTIONS`, `LD_PRELOAD`, `MALLOC_ARENA_MAX`, a framework's own `SERVER_PORT`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

#: What programs need of the system.
SYSTEM = ("PATH", "HOME", "TMPDIR")
#: A JVM opens files by names in the locale's encoding, and cron's locale has ASCII alone.
_LOCALE = {"LC_ALL": "C.UTF-8"}
#: Variables of docs/configuration.md that the driver decides at each start.
DECIDED = (
    "HOST",
    "PORT",
    "ALLOW_PUBLIC_ADDRESS",
    "PROVIDER_ALLOWLIST",
    "RECEIVER_ALLOWLIST",
    "SENDER_ALLOWLIST",
    "AUTH_TOKEN",
    "AUTH_TOKEN_FILE",
)
#: Its other variables: whoever sets one for the driver sets it for the servers.
PASSED = (
    "ALLOWED_HOSTS",
    "ORIGIN_TOKENS_FILE",
    "MAX_AMOUNT",
    "MAX_CONCURRENCY",
    "MAX_BLOCK",
    "MAX_BLOCK_BYTES",
    "MAX_CHECKPOINTS",
    "MAX_REQUEST_BYTES",
    "MAX_OBJECT_BYTES",
    "MAX_CONNECTIONS",
    "CLIENT_TIMEOUT_MS",
    "KEEP_ALIVE_TIMEOUT_MS",
    "CONNECT_TIMEOUT_MS",
    "READ_TIMEOUT_MS",
    "RUN_TIMEOUT_BASE_MS",
    "RUN_TIMEOUT_PER_OBJECT_MS",
)


def inherit(more: Iterable[str] = ()) -> dict[str, str]:
    """What a server has of the driver's own environment, and the locale; `more` names what its
    program needs besides.
    """
    return _set((*SYSTEM, *PASSED, *more)) | _LOCALE


def configured() -> dict[str, str]:
    """The variables for servers that are set for the driver, with their values."""
    return _set(PASSED)


def _set(names: Iterable[str]) -> dict[str, str]:
    return {name: os.environ[name] for name in names if name in os.environ}
