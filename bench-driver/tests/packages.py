"""The packages beside the driver, and a driver that has some of them alone."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from bench_driver import extensions

DRIVER = Path(__file__).resolve().parents[1]
#: Those that add something to the driver, by their folders.
EXTENSIONS = ("browser", "builds", "cluster", "load", "objects", "studies")


def points(package: str) -> Mapping[str, Mapping[str, str]]:
    """What a package adds: by group and name, what is loaded."""
    project = tomllib.loads((DRIVER / package / "pyproject.toml").read_text())["project"]
    return defaultdict(dict, project["entry-points"])


def install(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """Has these packages installed beside the driver, and no other."""
    added = [
        EntryPoint(name, value, group)
        for package in packages
        for group, names in points(package).items()
        for name, value in names.items()
    ]  # fmt: skip
    there = EntryPoints(added)
    monkeypatch.setattr(extensions, "installed", lambda group: there.select(group=group))
