"""What two sweeps say differently of themselves. Pure."""

from __future__ import annotations

from typing import Any

from ..model.best import KEY
from ..model.records import SweepRecord


def differing(before: SweepRecord, after: SweepRecord) -> list[str]:
    """The lines on what two sweeps say differently of themselves, below a comparison of them."""
    found = differences(
        {**before.about, "conditions": before.conditions},
        {**after.about, "conditions": after.conditions},
    )
    return [
        "",
        "what else differs between the two, which a ratio may come from:",
        *(f"  {line}" for line in found or ["nothing that they say of themselves"]),
    ]


def differences(before: dict[str, Any], after: dict[str, Any], path: str = "") -> list[str]:
    """What two sweeps say differently of themselves, a line each:
    `servers.rust-server.runtime_version: A -> B`. Where they were, and when, does not count.
    """
    found: list[str] = []
    for key in sorted(before.keys() | after.keys()):
        if key in _OF_THE_MOMENT:
            continue
        old, new = before.get(key), after.get(key)
        if key == KEY:  # by which sweep the engines were chosen says it all
            old, new = ((one or {}).get("sweep") for one in (old, new))
        if isinstance(old, dict) and isinstance(new, dict):
            found += differences(old, new, f"{path}{key}.")
        elif _are_engines(old) and _are_engines(new):
            found += _engines(old, new, f"{path}{key}")
        elif old != new:
            found.append(f"{path}{key}: {_short(old)} -> {_short(new)}")
    return found


_PLAIN = (str, int, float)
#: What is of one sweep alone: where it was and when, and what came of its own pilot.
_OF_THE_MOMENT = frozenset(
    {
        "acknowledged",
        "cells",
        "command",
        "load_average",
        "order",
        "provider_url",
        "seed",
        "services",
        "setup",
        "started",
        "stopping",
        "url",
    }
)


def _are_engines(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) and {"name", "version"} <= item.keys() for item in value)
    )


def _engines(old: Any, new: Any, path: str) -> list[str]:
    """Which engines have another version, and which only one of the two has; of engines that
    differ otherwise, that they do.
    """
    before, after = ({item["name"]: item["version"] for item in those} for those in (old, new))
    changed = [
        f"{name} {before[name]} -> {name} {after[name]}"
        for name in before
        if name in after and before[name] != after[name]
    ]
    alone = [
        f"{words}: {', '.join(names)}"
        for words, names in (
            ("new", [name for name in after if name not in before]),
            ("gone", [name for name in before if name not in after]),
        )
        if names
    ]
    if old != new and not changed and not alone:
        alone = ["what they say of themselves differs"]
    return [f"{path}: {'; '.join([*changed, *alone])}"] if old != new else []


def _short(value: Any) -> str:
    """A value in a line; of engines, who they are, and of a table, its plain entries."""
    if _are_engines(value):
        return ", ".join(f"{item['name']} {item['version']}" for item in value)
    if isinstance(value, dict):
        plain = [f"{name} {item}" for name, item in value.items() if isinstance(item, _PLAIN)]
        return ", ".join(plain) or f"{len(value)} entries"
    if isinstance(value, list):
        plain = [str(item) for item in value if isinstance(item, _PLAIN)]
        return ", ".join(plain) if len(plain) == len(value) else f"{len(value)} entries"
    if isinstance(value, str) and len(value) >= 40 and set(value[:40]) <= set("0123456789abcdef"):
        return value[:12] + value[40:]  # a commit, perhaps -dirty
    return "nothing" if value is None else str(value)
