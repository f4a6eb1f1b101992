"""How a checkout started the servers of its own sweeps: a file a sweep, below `results/.sweeps`.

A store says what was measured, and anybody may have written it. What is run to go on with a sweep,
where its files go, and which servers it asks is read from here alone, so a sweep goes on only in
the checkout and on the machine that planned it.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from ..errors import StoreError
from ..model.records import SweepRecord
from ..system import files, machine
from .wanted import Whose

#: Under this name the `setup` of a sweep's `about` has the name of its file.
KEY = "origin"
_NAME = re.compile(r"[0-9a-f]{32}")


def keep(root: Path, whose: Whose) -> str:
    """Writes down how a sweep that is about to be planned is started; returns the name of the file.
    ResultsError.
    """
    name = secrets.token_hex(16)
    files.write(_folder(root) / name, json.dumps({**_here(root), "whose": asdict(whose)}))
    return name


def folder_of(root: Path, sweep: SweepRecord) -> Path | None:
    """The folder that the sweep was given, where this checkout planned it."""
    kept = _read(root, sweep)
    return Path(kept["whose"]["folder"]) if kept else None


def owns(root: Path, folder: Path) -> bool:
    """Whether a folder is that of a sweep which this checkout planned."""
    names = [path.name for path in _folder(root).glob("*")]
    kept = filter(None, (_at(root, name) for name in names))
    return any(one["whose"]["folder"] == str(folder.absolute()) for one in kept)


def started(root: Path, sweep: SweepRecord) -> Whose:
    """How the sweep was started. StoreError where another checkout, or this one on another machine,
    planned it.
    """
    kept = _read(root, sweep)
    do = "go on with it where it was planned, or sweep anew"
    if not kept:
        who = "another checkout or an older driver planned it, or it was merged"
        why = f"{who}; a store says nothing of which programs to run"
        raise StoreError(f"sweep {sweep.id} cannot go on here", why=why, do=do)
    here = _here(root)
    if changed := [name for name, value in here.items() if kept.get(name) != value]:
        why = (
            f"its {' and '.join(changed)} was "
            f"{', '.join(repr(kept.get(name)) for name in changed)}, and is "
            f"{', '.join(repr(here[name]) for name in changed)}"
        )
        raise StoreError(f"sweep {sweep.id} cannot go on here", why=why, do=do)
    said = kept["whose"]  # of an older driver, it lacks what is new
    known = [field.name for field in fields(Whose) if field.name in said]
    return Whose(**{name: _frozen(said[name]) for name in known})


def _read(root: Path, sweep: SweepRecord) -> Mapping[str, Any] | None:
    return _at(root, sweep.about.get("setup", {}).get(KEY))


def _at(root: Path, name: object) -> Mapping[str, Any] | None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return None
    try:
        return dict(json.loads((_folder(root) / name).read_text()))
    except (OSError, ValueError):
        return None


def _here(root: Path) -> dict[str, Any]:
    known = machine.describe()
    return {
        "checkout": str(root.resolve()),
        "processor": known["cpu"],
        "number of cores": known["cores"],
    }


def _folder(root: Path) -> Path:
    return root / "results" / ".sweeps"


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
