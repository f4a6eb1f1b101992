"""The folder of a sweep's results, all of which are made from the store.

<out>/plan.json              what was to be done, on which machine, with which versions
<out>/csv/  cold/  charts/  summary.md
<out>/logs/                  what the servers said
"""

from __future__ import annotations

from pathlib import Path

from ..errors import ResultsError
from ..system import files


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
