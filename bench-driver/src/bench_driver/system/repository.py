"""Where the testbed lies, and which state of it this is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import SetupError

_MARKS = ("docs/contract/openapi.yaml", "bench-driver/pyproject.toml")
#: Variables that name a repository, as a git hook's environment has them.
_OF_A_REPOSITORY = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
)

#: What servers are built of.
SOURCES = ("rust-server", "java-server", "providers")
#: What builds leave beside sources.
_LEFT = ("target", "node_modules", "__pycache__")


def find_root(given: Path | None = None) -> Path:
    """The repository's root: `given`, else `BENCH_ROOT`, else upward from this package, else upward
    from the working directory.
    """
    if told := given or os.environ.get("BENCH_ROOT"):
        root = Path(told).resolve()
        if _is_root(root):
            return root
        raise SetupError(
            f"{root} is not the testbed's repository",
            why=(
                f"it has no {_MARKS[0]}; the folder came from {'--root' if given else 'BENCH_ROOT'}"
            ),
            do=(
                "name the folder that holds docs/, rust-server/ and java-server/, or leave the "
                "option out inside a checkout"
            ),
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
    """The same, but the working directory where nobody named a root and none is found: for what
    needs nothing of a checkout.
    """
    try:
        return find_root(given)
    except SetupError:
        if given or os.environ.get("BENCH_ROOT"):
            raise
        return Path.cwd()


def _is_root(folder: Path) -> bool:
    return all((folder / mark).is_file() for mark in _MARKS)


@dataclass(frozen=True)
class CheckedOut:
    """The commit of a checkout, with `-dirty` where tracked files differ from it; else why nobody
    can say, and what to do.
    """

    commit: str | None
    why: str = ""
    do: str = ""

    @property
    def about(self) -> dict[str, str | None]:
        """What results keep of it."""
        return {"commit": self.commit} | ({} if self.commit else {"commit_unknown": self.why})


def git_environment(root: Path) -> dict[str, str]:
    """The environment in which git asks this very folder: a repository around it, or one that
    `GIT_DIR` names, is another program's.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _OF_A_REPOSITORY}
    return {**kept, "GIT_CEILING_DIRECTORIES": str(root.parent), "LC_ALL": "C"}


def files(root: Path, folders: Sequence[str]) -> list[Path]:
    """What these folders of a checkout hold, as seen from there and in order, without what git
    ignores; where git knows nothing of it, without what builds leave.
    """
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others"]
    try:
        done = subprocess.run(
            [*command, "--exclude-standard", *folders],
            env=git_environment(root),
            capture_output=True,
            check=False,
        )
    except OSError:
        return _walked(root, folders)
    if done.returncode:
        return _walked(root, folders)
    listed = (Path(os.fsdecode(name)) for name in done.stdout.split(b"\0") if name)
    return sorted(file for file in listed if (root / file).is_file())


def _walked(root: Path, folders: Sequence[str]) -> list[Path]:
    found = []
    for folder in folders:
        for place, inner, names in os.walk(root / folder):
            inner[:] = [one for one in inner if one not in _LEFT and not one.startswith(".")]
            found += [(Path(place) / name).relative_to(root) for name in names]
    return sorted(found)


def checked_out(root: Path) -> CheckedOut:
    """What is checked out in this very folder."""
    command = [
        "git",
        "-C",
        str(root),
        "describe",
        "--always",
        "--abbrev=40",
        "--dirty",
        "--exclude=*",
    ]
    try:
        done = subprocess.run(
            command,
            env=git_environment(root),
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return CheckedOut(None, f"git cannot be run: {error}", "install git")
    if done.stdout.strip():
        return CheckedOut(done.stdout.strip())
    if "dubious ownership" in done.stderr:
        do = f"measure as its owner, or trust it: git config --global --add safe.directory {root}"
        return CheckedOut(None, "git refuses a checkout that another user owns", do)
    if "not a git repository" in done.stderr:
        return CheckedOut(None, "the folder is no git checkout of its own", "measure in a clone")
    said = (done.stderr.strip().splitlines() or ["git says nothing"])[0]
    return CheckedOut(
        None, said.replace(str(root), "the checkout"), "see `git describe --always` there"
    )
