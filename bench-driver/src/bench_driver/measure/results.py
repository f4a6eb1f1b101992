"""The folder of a sweep's results, while it is measured: what the servers say goes there.

The rest is made from the store when it has ended.
"""

from __future__ import annotations

from contextlib import suppress
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
                raise ResultsError(
                    f"{folder} is not empty",
                    why="results are never written over",
                    do="give another folder with --out",
                )
            return cls(folder)

    def drop_empty(self) -> None:
        """Removes the folder of a sweep that was not planned, unless a server said why."""
        with suppress(OSError):
            self.folder.rmdir()

    @property
    def logs(self) -> Path:
        """Where the servers' output goes."""
        return self.folder / "logs"
