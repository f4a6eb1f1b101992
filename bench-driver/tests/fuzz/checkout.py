"""A copy of this checkout to be changed and tried, and the steps that make its sources and try
them: without optimization, and in one folder of builds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench_driver.servers.jdk import choose
from bench_driver.system.repository import find_root


@dataclass(frozen=True)
class Step:
    """A command under a name, and the folder of the copy where it runs."""

    name: str
    command: Sequence[str]
    folder: str = "."


@dataclass(frozen=True)
class Tried:
    """How a step went: what it wrote, and how long it took in seconds."""

    name: str
    passed: bool
    output: str
    seconds: float


#: Where nothing lies but what is made of object types, or what they are made of.
MADE = (
    "providers/objects",
    "providers/golden",
    "rust-server/rooms/objects/src/types",
    "java-server/src/main/java/testbed/objects/types",
)
#: What is made beside files that are not.
REGISTRY = "java-server/src/main/java/testbed/objects/Registry.java"
#: What is made of the schemas, and of the canonical objects.
SOURCES = Step("sources", [sys.executable, "providers/object_types.py"])
BYTES = Step("bytes", [sys.executable, "providers/generate.py", "--objects"])
RUSTFMT = Step("rustfmt", ["cargo", "fmt", "--all", "--check"], "rust-server")
SPOTLESS = Step("spotless", ["mvn", "-q", "-ntp", "spotless:check"], "java-server")


def rust(name: str, rooms: Sequence[str], only: str = "") -> Step:
    """The tests of some rooms of the Rust server, each in its library, or those whose names have a
    word.
    """
    packages = [word for room in rooms for word in ("-p", f"testbed-{room}")]
    # All but the digests is fast enough as it is built.
    return Step(
        name,
        [
            "cargo",
            "test",
            "--config",
            "profile.dev.package.sha2.opt-level=3",
            "--locked",
            "--no-fail-fast",
            "-j2",
            "--lib",
            *packages,
            # The build in which an engine refuses what the guard refuses of fields.
            *(["--features", "testbed-engines/equal"] if "engines" in rooms else []),
            *([only] if only else []),
        ],
        "rust-server",
    )


def java(name: str, classes: Sequence[str]) -> Step:
    """Some test classes of the Java server."""
    return Step(name, ["mvn", "-q", "-ntp", "test", f"-Dtest={','.join(classes)}"], "java-server")


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of what git would commit here, which goes again with all that was built in it."""
    source = find_root()
    listed = subprocess.run(
        ["git", "-C", str(source), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=True,
    )
    with tempfile.TemporaryDirectory(prefix="checkout-") as folder:
        root = Path(folder)
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (source / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source / name, root / name)
        yield root


def attempt(step: Step, root: Path) -> Tried:
    """Runs a step to its end."""
    start = time.monotonic()
    env = {
        **os.environ,
        "JAVA_HOME": str(choose().home),
        "CARGO_PROFILE_DEV_DEBUG": "0",
        "PYTHONPATH": f"{root}/bench-driver/src",
    }
    done = subprocess.run(
        step.command,
        cwd=root / step.folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return Tried(
        step.name,
        done.returncode == 0,
        done.stdout.decode(errors="replace"),
        time.monotonic() - start,
    )
