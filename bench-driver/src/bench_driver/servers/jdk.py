"""Which Java runs the Java server: the one that was named, else the newest that the machine has."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import SetupError

MINIMUM = 17
_INSTALL = (
    f"install one (Debian and Ubuntu: apt-get install openjdk-{MINIMUM}-jdk-headless), or name it "
    "with --java-home or JAVA_HOME"
)


@dataclass(frozen=True)
class Jdk:
    """A Java runtime: its folder, its version as it says it itself, and who built it."""

    home: Path
    version: str
    vendor: str = ""

    @property
    def java(self) -> Path:
        """The program."""
        return self.home / "bin" / "java"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The version to compare: (25, 0, 3); Java 8 and older called themselves 1.8."""
        numbers = tuple(
            int(number) for number in re.findall(r"\d+", self.version.split("-")[0].split("+")[0])
        )
        return numbers[1:] if numbers[:1] == (1,) else numbers

    @property
    def name(self) -> str:
        """Vendor and version, as results name it."""
        return " ".join(filter(None, (self.vendor, self.version)))

    def __str__(self) -> str:
        """The same with its folder, for people at this machine."""
        return f"{self.name} at {self.home}"


def choose(given: Path | None = None) -> Jdk:
    """The runtime in `given`, else in `JAVA_HOME`, else the newest found; SetupError where it is
    missing or too old.
    """
    for folder, source in ((given, "--java-home"), (os.environ.get("JAVA_HOME"), "JAVA_HOME")):
        if folder:
            return _named(Path(folder), source)
    known = found()
    usable = [jdk for jdk in known if jdk.numbers[:1] >= (MINIMUM,)]
    if usable:
        return max(usable, key=lambda jdk: jdk.numbers)
    seen = "; ".join(map(str, known)) or "none at all"
    raise SetupError(
        f"the Java server needs Java {MINIMUM} or later, and this machine has none",
        why=f"looked in {', '.join(_PLACES)} and PATH; found {seen}",
        do=_INSTALL,
    )


def found() -> list[Jdk]:
    """Every runtime of this machine that the driver would find by itself."""
    return [jdk for home in _homes() if (jdk := read(home))]


def of_version(version: int, who: str) -> Jdk:
    """The newest runtime of a version, that of `JAVA_HOME` among them. SetupError, which says who
    needs it, where there is none.
    """
    named = os.environ.get("JAVA_HOME")
    known = [*filter(None, [read(Path(named)) if named else None]), *found()]
    fitting = [jdk for jdk in known if jdk.numbers[:1] == (version,)]
    if not fitting:
        why = f"this machine has {', '.join(map(str, known)) or 'none'}"
        raise SetupError(
            f"{who} needs a JDK {version}", why=why, do="install one, or name it with JAVA_HOME"
        )
    return max(fitting, key=lambda jdk: jdk.numbers)


def _named(home: Path, source: str) -> Jdk:
    jdk = read(home)
    if jdk is None:
        raise SetupError(
            f"{home} has no Java that starts",
            why=f"{source} names it, and bin/java is missing there or does not run",
            do=_INSTALL,
        )
    if jdk.numbers[:1] < (MINIMUM,):
        raise SetupError(
            f"Java {jdk.version} is too old",
            why=f"{source} names {home}; the Java server needs Java {MINIMUM} or later",
            do=_INSTALL,
        )
    return jdk


_PLACES = (
    "/usr/lib/jvm",
    "/opt/java",
    "/opt",
    "~/.sdkman/candidates/java",
    "/Library/Java/JavaVirtualMachines",
)


def _homes() -> Iterator[Path]:
    """Folders that may be a runtime's, each once.

    What lies on PATH may be a script or a link to another program (asdf, jenv, mise), so it is
    asked where its runtime is.
    """
    candidates: list[Path] = []
    for place in map(Path, _PLACES):
        # pathlib's `expanduser` fails for a user without HOME and without an entry in the system's
        # list.
        folder = Path(os.path.expanduser(place))
        if folder.is_dir():
            candidates += [folder, *sorted(folder.iterdir())]
    candidates += [folder / "Contents" / "Home" for folder in candidates]
    if (program := shutil.which("java")) and (home := _ask(Path(program)).get("java.home")):
        candidates.append(Path(home))
    yield from dict.fromkeys(
        folder.resolve() for folder in candidates if (folder / "bin" / "java").is_file()
    )


def read(home: Path) -> Jdk | None:
    """The runtime in a folder, by its `release` file, else by asking it; None where
    there is none.
    """
    if not os.access(home / "bin" / "java", os.X_OK):
        return None
    try:
        release = (home / "release").read_text()
    except OSError:
        release = ""
    if version := _value(release, "JAVA_VERSION"):
        return Jdk(home, version, _value(release, "IMPLEMENTOR"))
    said = _ask(home / "bin" / "java")
    return (
        Jdk(home, said["java.version"], said.get("java.vendor", ""))
        if "java.version" in said
        else None
    )


def _value(release: str, key: str) -> str:
    match = re.search(rf'^{key}="?([^"\n]*)"?$', release, re.MULTILINE)
    return match[1] if match else ""


def _ask(java: Path) -> dict[str, str]:
    """What a `java` says of the runtime that it starts, by property; nothing where it does not
    start.
    """
    command = [str(java), "-XshowSettings:properties", "-version"]
    try:
        said = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(
        re.findall(
            r"^ +(java\.(?:home|vendor|version)) = (.*)$", said.stderr + said.stdout, re.MULTILINE
        )
    )
