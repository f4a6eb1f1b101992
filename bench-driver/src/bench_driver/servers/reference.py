"""Kept references: builds of both servers with the JDK that ran them, which each night measures
next to its own builds.

A folder each, below `results/reference/` and the name of the architecture, laid out as a checkout
is. A reference is named by a digest of its manifest, which has the SHA-256 of every file, so that
no other program ever goes by the name.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Collection
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from pathlib import Path

from .. import moment
from ..errors import SetupError, UsageError
from ..model.cell import REFERENCE
from ..system import files
from .specs import Options, java, rust

#: What `--setup` takes.
WORD = REFERENCE + r"[0-9a-f]{8}"
#: In a reference's folder: the JDK, and the Rust server with equal checks.
JDK, EQUAL = "jdk", "equal"
_MANIFEST = "manifest.json"
#: Of a JDK, what runs no program.
_LEFT_OUT = ("jmods", "src.zip", "demo", "man", "include", "legal", "docs")


@dataclass(frozen=True)
class Kept:
    """Which reference is measured, since when, and the one before it: that is measured too, in one
    night of each preset, so that histories go on.
    """

    name: str
    since: str
    before: str = ""
    #: the presets that have measured both
    overlapped: tuple[str, ...] = ()


def folder(root: Path, name: str) -> Path:
    """Where a reference of this architecture is, or would be."""
    return _home(root) / name


def kept(root: Path) -> Kept | None:
    """What is kept here for this architecture."""
    try:
        known = json.loads(_state(root).read_text())
        return Kept(**{**known, "overlapped": tuple(known["overlapped"])})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        what, do = f"{_state(root)} cannot be read", f"remove {_home(root)}, and keep one anew"
        raise SetupError(what, why=str(error), do=do) from error


def tonight(root: Path, preset: str) -> list[str]:
    """The references that a night of the preset measures, the newest first."""
    if not (now := kept(root)):
        return []
    return [now.name, *([now.before] if now.before and preset not in now.overlapped else [])]


def overlapped(root: Path, preset: str) -> None:
    """Notes that a night of the preset has measured both references."""
    now = kept(root)
    if now and now.before and preset not in now.overlapped:
        _write(root, Kept(now.name, now.since, now.before, (*now.overlapped, preset)))


def keep(options: Options, equal: Options | None, *, replace: bool) -> Kept:
    """Copies the builds, and the JDK that runs them; `equal` has the build with equal checks.

    Raises:
        UsageError: where there is one and it is not to be replaced, or no night has measured both
        SetupError: where a server is not built

    """
    now = kept(options.root)
    if now and not replace:
        what, do = (
            f"{now.name} of {now.since} is kept",
            "`bench-driver nightly --reference replace`",
        )
        why = "another would begin histories anew, unless a night measures both"
        raise UsageError(what, why=why, do=do)
    if now and now.before and not now.overlapped:
        why = f"no night has measured both it and {now.before}, which it replaced"
        raise UsageError(f"{now.name} cannot be replaced yet", why=why, do="run a night first")
    draft = folder(options.root, ".new")
    shutil.rmtree(draft, ignore_errors=True)
    with files.explained(draft):
        for one, into in ((options, draft), (equal, draft / EQUAL)):
            if one:
                _copy(rust(one)[-1], one.root, into)
        _copy(java(options)[-1], options.root, draft)
        shutil.copytree(
            options.jdk.home,
            draft / JDK,
            ignore=shutil.ignore_patterns(*_LEFT_OUT),
            ignore_dangling_symlinks=True,
        )
        manifest = json.dumps(_digests(draft), indent=1, sort_keys=True)
        (draft / _MANIFEST).write_text(manifest)
        name = REFERENCE + sha256(manifest.encode()).hexdigest()[:8]
        if now and now.name == name:
            shutil.rmtree(draft)
            return now
        shutil.rmtree(folder(options.root, name), ignore_errors=True)
        draft.rename(folder(options.root, name))
    new = Kept(name, moment.today(), now.name if now else "")
    _write(options.root, new)
    _remove_others(options.root, (new.name, new.before))
    return new


def check(folder: Path) -> None:
    """SetupError where a reference is not what was kept under its name."""
    do = f"remove {folder.parent}, and keep a reference anew"
    try:
        manifest = (folder / _MANIFEST).read_bytes()
        now = _digests(folder)
    except OSError as error:
        why = error.strerror or str(error)
        raise SetupError(
            f"{folder.name} is not kept here", why=f"{folder}: {why}", do=do
        ) from error
    if sha256(manifest).hexdigest()[:8] != folder.name.removeprefix(REFERENCE):
        raise SetupError(f"{folder.name} was changed", why="its manifest is another's", do=do)
    before = json.loads(manifest)
    if changed := sorted(
        name for name in before.keys() | now.keys() if before.get(name) != now.get(name)
    ):
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        why = f"{changed[0]}{more} differ from the manifest"
        raise SetupError(f"{folder.name} was changed", why=why, do=do)


def size(folder: Path) -> int:
    """How many bytes its files have."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())


def _home(root: Path) -> Path:
    return root / "results" / "reference" / platform.machine()


def _state(root: Path) -> Path:
    return _home(root) / "kept.json"


def _write(root: Path, now: Kept) -> None:
    files.write(_state(root), json.dumps(asdict(now), indent=1))


def _copy(program: str, root: Path, into: Path) -> None:
    """Copies a program to where it lies in a checkout."""
    target = into / Path(program).relative_to(root)
    target.parent.mkdir(parents=True)
    shutil.copy2(program, target)


def _digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file but the manifest, by its name in the folder; a link's target."""
    found = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_file() and name != _MANIFEST:
            with path.open("rb") as file:
                found[name] = file_digest(file, "sha256").hexdigest()
    return found


def _remove_others(root: Path, names: Collection[str]) -> None:
    for path in _home(root).glob(f"{REFERENCE}*"):
        if path.name not in names:
            shutil.rmtree(path, ignore_errors=True)
