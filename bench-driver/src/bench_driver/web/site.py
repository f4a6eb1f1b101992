"""Chosen sweeps as a static site: the built page, and its data as files under the addresses at
which `serve` answers.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..errors import ResultsError, UsageError
from ..model.records import SweepRecord
from ..store import read
from ..system import files
from .data import Data
from .listing import baselines

#: By this file a folder is known as a site, which may be written anew.
_MARK = Path("api") / "sweeps.json"


def publish(data: Data, chosen: Sequence[SweepRecord], page: Path, folder: Path) -> Path:
    """Writes the site whole or not at all, and returns its folder.

    ResultsError where something else is there.
    """
    if (
        folder.exists()
        and not (folder / _MARK).is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise ResultsError(
            f"{folder} is not written over",
            why="it is no site of bench-driver publish",
            do="give a folder that is empty or not there yet",
        )
    with files.explained(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as draft:
            made = Path(draft) / "site"
            shutil.copytree(page, made)
            # GitHub Pages would leave out files whose names begin with an underscore.
            files.write(made / ".nojekyll", "")
            _write(data, chosen, made / "api")
            if folder.exists():
                folder.rename(Path(draft) / "before")
            made.rename(folder)
    return folder


def _write(data: Data, chosen: Sequence[SweepRecord], api: Path) -> None:
    known = baselines(read.sweeps(data.store))
    shown = {one.id: _baselines(data, one, known[one.id], chosen, api) for one in chosen}
    for name in shown:
        files.write(api / "sweep" / f"{name}.json", data.sweep(name))
        files.write(api / "nights" / f"{name}.json", data.nights(name))
    files.write(api / "sweeps.json", data.sweeps(shown))


def _baselines(
    data: Data, one: SweepRecord, known: Sequence[str], chosen: Sequence[SweepRecord], api: Path
) -> list[str]:
    """Writes what an earlier one of the chosen is compared with, and says with which
    it could be.
    """
    wanted = {other.id for other in chosen}
    found = []
    for name in (name for name in known if name in wanted):
        try:
            files.write(api / "compared" / name / f"{one.id}.json", data.compared(name, one.id))
        except UsageError:  # the plans do not say what they measured, and it was nothing in common
            continue
        found.append(name)
    return found
