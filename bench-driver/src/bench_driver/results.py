"""The folder of a sweep's results, all of which are made from the store.

<out>/plan.json              what was to be done, on which machine, with which versions
<out>/csv/  cold/  charts/  summary.md
<out>/logs/                  what the servers said
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from .errors import ResultsError
from .model.scenario import Scenario
from .points import Point
from .system import files

_COLUMNS = tuple(field.name for field in fields(Point) if field.name != "scenario")
_NAMES = tuple(field.name for field in fields(Scenario) if field.name != "engine")


class Results:
    """The results in one folder, which only one sweep ever writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path) -> Results:
        """A new folder; ResultsError where it exists with something in it, or cannot be made."""
        with files.explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise ResultsError(f"{folder} is not empty", why="results are never written over", do="give another folder with --out")
            return cls(folder)

    @property
    def logs(self) -> Path:
        """Where the servers' output goes."""
        return self.folder / "logs"

    def write(self, name: str, content: str | bytes) -> None:
        """Writes a file whole or not at all."""
        files.write(self.folder / name, content)

    def write_csv(self, name: str, points: Iterable[Point]) -> None:
        """Writes points as CSV, a row each as they come, whole or not at all."""
        write_csv(self.folder / name, points)


def write_csv(file: Path, points: Iterable[Point]) -> Path:
    """Points as CSV, a row each as they come, whole or not at all; an unknown value is an empty cell."""
    with files.drafted(file) as draft, draft.open("w", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*_NAMES, *_COLUMNS])
        for point in points:
            writer.writerow([*(getattr(point.scenario, name) for name in _NAMES), *(getattr(point, name) for name in _COLUMNS)])
    return file
