"""Options that several subcommands share, and their values as the driver's modules want them."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..errors import UsageError
from ..repository import find_root
from ..servers import JVM_FLAGS, SERVERS, Options

_Command = TypeVar("_Command", bound=Callable[..., Any])

root = click.option(
    "--root", type=click.Path(exists=True, file_okay=False, path_type=Path), help="The repository, where not found from here. [env: BENCH_ROOT]"
)
NAMES = [spec.name for spec in SERVERS]


def starting(command: _Command) -> _Command:
    """The options of commands that start servers."""
    for option in (
        click.option("--port", "ports", multiple=True, metavar="NAME=PORT", help="Another port for a server; 0 takes a free one. Repeatable."),
        click.option("--jvm-flags", default=" ".join(JVM_FLAGS), show_default=True, help="For Java servers; kept with the results."),
        click.option("--java-home", type=click.Path(path_type=Path), help="The JDK, where not JAVA_HOME or the newest found."),
        root,
    ):
        command = option(command)
    return command


def options(root: Path | None, java_home: Path | None, jvm_flags: str) -> Options:
    """How servers are started."""
    return Options(find_root(root), java_home, tuple(shlex.split(jvm_flags)))


def ports(given: tuple[str, ...]) -> dict[str, int]:
    """Ports by server from `NAME=PORT`; UsageError where it is not that."""
    chosen = {}
    for item in given:
        name, _, port = item.partition("=")
        if name not in NAMES or not (port.isascii() and port.isdigit() and int(port) < 65536):
            raise UsageError(f"--port {item} cannot be used", why="it is not NAME=PORT", do=f"write one of {', '.join(NAMES)}, then = and 0 to 65535")
        chosen[name] = int(port)
    return chosen


def of_role(role: str) -> list[str]:
    """The servers of the stack that are there for that."""
    return [spec.name for spec in SERVERS if spec.role == role]
