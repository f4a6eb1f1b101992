"""The folder of a sweep's results, all of which are made from the store.

<out>/plan.json              what was to be done, on which machine, with which versions
<out>/csv/  cold/  charts/  summary.md
<out>/logs/                  what the servers said
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TextIO

from .errors import ResultsError
from .plan import Scenario
from .points import Point

_COLUMNS = tuple(field.name for field in fields(Point) if field.name != "scenario")
_NAMES = tuple(field.name for field in fields(Scenario) if field.name != "engine")


class Results:
    """The results in one folder, which only one sweep ever writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path) -> Results:
        """A new folder; ResultsError where it exists with something in it, or cannot be made."""
        with _explained(folder):
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
        with self._draft(name) as draft:
            draft.write_bytes(content.encode() if isinstance(content, str) else content)

    def write_csv(self, name: str, points: Iterable[Point]) -> None:
        """Writes points as CSV, a row each as they come, whole or not at all."""
        with self._draft(name) as draft, draft.open("w", newline="") as file:
            write_csv(file, points)

    @contextmanager
    def _draft(self, name: str) -> Iterator[Path]:
        """A file beside the one that is meant, which takes its place at the block's end."""
        file = self.folder / name
        draft = file.with_name(f".{file.name}.tmp")
        with _explained(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                yield draft
                draft.replace(file)
            finally:
                draft.unlink(missing_ok=True)


def write_csv(file: TextIO, points: Iterable[Point]) -> None:
    """Points as CSV; an unknown value is an empty cell."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*_NAMES, *_COLUMNS])
    for point in points:
        writer.writerow([*(getattr(point.scenario, name) for name in _NAMES), *(getattr(point, name) for name in _COLUMNS)])


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Failures of the file system, in words."""
    try:
        yield
    except OSError as error:
        raise ResultsError(
            f"{file} cannot be written or read", why=error.strerror or str(error), do="make room there, or give another folder with --out"
        ) from error
