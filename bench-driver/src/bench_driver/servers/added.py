"""Consumers of packages beside the driver: native servers alone have them, where they are named."""

from __future__ import annotations

from collections.abc import Iterable

from .. import extensions
from .specs import ServerSpec


def added(consumers: Iterable[str]) -> list[ServerSpec]:
    """Those that a filter of consumers, as `--consumer` has it, names.

    Raises:
        SetupError: the package of one is not installed
    """
    known = extensions.known(extensions.CONSUMERS)
    named = [name.strip().lower() for item in consumers for name in item.split(",")]
    return [_spec(name) for name in dict.fromkeys(named) if name in known]


def _spec(name: str) -> ServerSpec:
    spec: ServerSpec = extensions.load(extensions.CONSUMERS, name, f"--consumer {name}")
    return spec
