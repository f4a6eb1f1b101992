"""How the client of each language is started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.model.published import printable

from ..stores.sandbox import last_line

#: Leads to the folder of an installed package. SetupError.
Find = Callable[[str], Path]
Command = tuple[list[str], Mapping[str, str]]
_HERE = Path(__file__).parent
_LIMIT_S = 600  # on the busiest machine


def package(language: str) -> str:
    """The package that has a language's drivers."""
    return f"drivers-{language}"


def command(language: str, installed: Path, folder: Path) -> Command:
    """The command line of a client, and its variables; what is compiled for it is in `folder`.
    SetupError.
    """
    return _COMMANDS[language](installed, folder)


def version(language: str) -> str:
    """Of the runtime, as it says it. SetupError where there is none."""
    program = _VERSIONS[language]
    said = _output(program, f"install {program[0]}, and see that PATH leads to it")
    return printable(said.partition("\n")[0])[:100]


def _output(program: list[str], do: str) -> str:
    try:
        done = subprocess.run(program, capture_output=True, timeout=_LIMIT_S, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        why = last_line(getattr(error, "stderr", None) or str(error).encode())
        raise SetupError(f"{program[0]} failed", why=why, do=do) from error
    return (done.stdout or done.stderr).decode(errors="replace")


def _node(installed: Path, folder: Path) -> Command:
    program = str(_HERE / "node" / "client.js")
    options = ("--expose-gc", "--max-old-space-size=3072")
    return ["node", *options, program], {"NODE_PATH": str(installed / "node_modules")}


def _python(installed: Path, folder: Path) -> Command:
    # Its folder is no place that Python may take modules from (-P).
    program = str(_HERE / "python" / "client.py")
    return [sys.executable, "-P", program], {"PYTHONPATH": str(installed)}


def _java(installed: Path, folder: Path) -> Command:
    jars, classes = str(installed / "lib" / "*"), folder / "classes"
    if not classes.exists():
        sources = [str(one) for one in sorted((_HERE / "java").glob("*.java"))]
        _output(["javac", "-cp", jars, "-d", str(classes), *sources], "install JDK 17 or newer")
    return ["java", "-Xmx3g", "-cp", f"{classes}{os.pathsep}{jars}", "Client"], {}


def _rust(installed: Path, folder: Path) -> Command:
    return [str(installed / "bin" / package("rust"))], {}


_COMMANDS: Mapping[str, Callable[[Path, Path], Command]] = {
    "node": _node,
    "python": _python,
    "java": _java,
    "rust": _rust,
}
_VERSIONS: Mapping[str, list[str]] = {
    "node": ["node", "--version"],
    "python": [sys.executable, "--version"],
    "java": ["java", "-version"],
    "rust": ["rustc", "--version"],
}
