"""Where the testbed lies, and which state of it this is."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ..errors import SetupError

_MARKS = ("docs/contract/openapi.yaml", "bench-driver/pyproject.toml")


def find_root(given: Path | None = None) -> Path:
    """The repository's root: `given`, else `BENCH_ROOT`, else upward from this package, else upward from the working directory."""
    if told := given or os.environ.get("BENCH_ROOT"):
        root = Path(told).resolve()
        if _is_root(root):
            return root
        raise SetupError(
            f"{root} is not the testbed's repository",
            why=f"it has no {_MARKS[0]}; the folder came from {'--root' if given else 'BENCH_ROOT'}",
            do="name the folder that holds docs/, rust-server/ and java-server/, or leave the option out inside a checkout",
        )
    for start in (Path(__file__).resolve(), Path.cwd()):
        for folder in (start, *start.parents):
            if _is_root(folder):
                return folder
    raise SetupError(
        "the testbed's repository was not found",
        why="neither the installed driver nor the working directory lies inside a checkout",
        do="run the command inside a checkout, or name one with --root or BENCH_ROOT",
    )


def find_root_or_here(given: Path | None = None) -> Path:
    """The same, but the working directory where nobody named a root and none is found: for what needs nothing of a checkout."""
    try:
        return find_root(given)
    except SetupError:
        if given or os.environ.get("BENCH_ROOT"):
            raise
        return Path.cwd()


def _is_root(folder: Path) -> bool:
    return all((folder / mark).is_file() for mark in _MARKS)


def commit(root: Path) -> str | None:
    """The commit that is checked out, with `-dirty` where tracked files differ from it; None where git cannot say."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
