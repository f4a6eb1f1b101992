"""Options that several subcommands share, and their values as the driver's modules want them."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import Busy, UsageError
from ..servers.external import BENCH_SERVERS
from ..servers.own_objects import BENCH_OBJECTS
from ..servers.registry import STACKS
from ..servers.specs import JVM_FLAGS, Options
from ..system import lock
from ..system.repository import find_root, find_root_or_here

if TYPE_CHECKING:
    from ..measure.kept import Form, Kept

#: The environment variable that stands in for `--store`, and the file that is the store without
#: either.
BENCH_STORE, STORE_FILE = "BENCH_STORE", Path("results") / "results.sqlite"
_Command = TypeVar("_Command", bound=Callable[..., Any])
_Found = TypeVar("_Found")

root = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the repository, where it is not found from here. [env: BENCH_ROOT]",
)
#: The environment variable that stands in for `--stack`, so that a container can be configured.
BENCH_STACK = "BENCH_STACK"


def store_alone(command: _Command) -> _Command:
    """The option that says where results are kept, for commands that have `--root` already."""
    where = (
        "The store of results: a SQLite file, or postgresql+psycopg://user@host/database.  "
        f"[default: {STORE_FILE}] [env: {BENCH_STORE}]"
    )
    return click.option("--store", metavar="FILE|URL", envvar=BENCH_STORE, help=where)(command)


def store(command: _Command) -> _Command:
    """The options that say where results are kept."""
    return root(store_alone(command))


def store_address(given: str | None, folder: Path | None) -> str:
    """What `open_store` and `read_store` take: as given, or the file in the repository."""
    return given or str(find_root_or_here(folder) / STORE_FILE)


#: The option that keeps a command's table.
table_out = click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the table to this file too, as Markdown.",
)


#: The option of commands that start the builds with a user's own object types.
objects = click.option(
    "--objects",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    envvar=BENCH_OBJECTS,
    help=f"Start the builds that have your own object types, of DIR. [env: {BENCH_OBJECTS}]",
)


def launching(command: _Command) -> _Command:
    """The options of commands that start servers on ports of their own choice."""
    for option in (
        click.option(
            "--jvm-flags",
            default=" ".join(JVM_FLAGS),
            show_default=True,
            help="The flags of the Java servers' JVM; they are kept with the results.",
        ),
        click.option(
            "--java-home",
            type=click.Path(path_type=Path),
            help="The JDK of the Java servers, rather than that of JAVA_HOME or the newest found.",
        ),
        root,
    ):
        command = option(command)
    return command


def starting(command: _Command) -> _Command:
    """The options of commands that start servers where others look for them."""
    ports = click.option(
        "--port",
        "ports",
        multiple=True,
        metavar="NAME=PORT",
        help="Give a server another port; 0 takes a free one. Repeatable.",
    )
    return launching(ports(command))


def stack(command: _Command) -> _Command:
    """The options that choose who gives the servers."""
    for option in (
        click.option(
            "--server",
            "urls",
            multiple=True,
            metavar="NAME=URL",
            help=f"Say where an external server is. Repeatable. [env: {BENCH_SERVERS}, by commas]",
        ),
        click.option(
            "--stack",
            type=click.Choice(list(STACKS)),
            default="native",
            show_default=True,
            envvar=BENCH_STACK,
            help=f"Choose who gives the servers; see --help-all. [env: {BENCH_STACK}]",
        ),
    ):
        command = option(command)
    return command


#: What a picture's file may end with.
_PICTURES = (".svg", ".png")


def refuse_no_picture(out: Path) -> None:
    """UsageError where a picture cannot be written to a file of that name."""
    if out.suffix.lower() not in _PICTURES:
        why = f"a picture is {' or '.join(_PICTURES)}"
        raise UsageError(f"--out {out} cannot be used", why=why, do="give another ending")


#: Options that say something to one stack alone.
_ONLY = {
    "setups": ("--setup", "native"),
    "objects": ("--objects", "native"),
    "ports": ("--port", "native"),
    "jvm_flags": ("--jvm-flags", "native"),
    "java_home": ("--java-home", "native"),
    "urls": ("--server", "external"),
}


def refuse_misplaced(stack: str) -> None:
    """UsageError where an option was given that the chosen stack would not hear."""
    context = click.get_current_context()
    for parameter, (option, only) in _ONLY.items():
        if (
            context.get_parameter_source(parameter) is click.core.ParameterSource.COMMANDLINE
            and stack != only
        ):
            raise UsageError(
                f"{option} is for --stack {only} alone",
                why=f"with --stack {stack} nothing would come of it",
                do="leave one of the two out",
            )


#: The option that says who one is among machines.
certificates = click.option(
    "--certificates",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    envvar="BENCH_CERTIFICATES",
    help="The certificates with which one comes in there. [env: BENCH_CERTIFICATES]",
)

#: The option that lets a command wait for the machine.
wait = click.option(
    "--wait",
    is_flag=True,
    help="Wait while something else measures on this machine.",
)


def alone(*, wait: bool = False) -> AbstractContextManager[None]:
    """Holds the machine's lock within the block, in the command's name. Busy where something else
    measures, unless it shall `wait`.
    """
    return lock.held(click.get_current_context().command_path, _waits if wait else None)


def _waits(busy: Busy) -> None:
    click.echo(f"waiting: {busy.what}: {busy.why}", err=True)


def options(
    root: Path | None, java_home: Path | None, jvm_flags: str, *, checkout: bool = True
) -> Options:
    """How servers are started; without a `checkout`, the folder with results is enough."""
    return Options(
        (find_root if checkout else find_root_or_here)(root),
        java_home,
        tuple(shlex.split(jvm_flags)),
    )


#: The option of a command whose rounds are kept.
resumable = click.option(
    "--resume",
    "resumed",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help=(
        "Go on with the rounds that this file keeps, up to --rounds in all: after a cut, or for "
        "more of them."
    ),
)


def keeping(
    before: Kept[_Found] | None, root: Path, asked: dict[str, Any], form: Form[_Found]
) -> Kept[_Found]:
    """The file that rounds are kept in, which is told: the one that is gone on with, or a new one
    below `results`. UsageError, ResultsError.
    """
    from ..measure.kept import Kept

    if before:
        before.fits(asked)
    kept = before or Kept.begun(root / "results" / asked["comparison"], asked, form)
    click.echo(
        f"each round is kept in {kept.file}; the same command with --resume {kept.file} goes on "
        "from there",
        err=True,
    )
    return kept
