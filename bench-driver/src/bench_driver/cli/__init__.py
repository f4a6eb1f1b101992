"""The command line: the registry of subcommands, and the one place where errors become words and
exit codes.

A subcommand is a file here that holds a function of its name, and its name in `SECTIONS`, or one
that a package beside the driver adds by an entry point. It is loaded only when it is used or
listed, and imports what is heavy only when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import builtins
import errno
import importlib
import io
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click
import cloup

from .. import __version__, extensions
from ..errors import BenchError, ExitCode, UsageError, unexpected
from ..system import signals

#: The subcommands in the groups in which help lists them, those of packages among them.
SECTIONS = {
    "Measure": (
        *("sweep", "nightly", "check", "upgrade-check", "run", "providers", "ui-sweep"),
        "doctor",
    ),
    "Look": (
        *("list", "show", "report", "compare", "machines", "card", "history", "study", "serve"),
        "publish",
    ),
    "Your own objects": ("object",),
    "Servers and store": ("servers", "store"),
    "Many machines": ("worker", "cluster", "round"),
}
COMMANDS = tuple(name for names in SECTIONS.values() for name in names)
#: Set, what nobody foresaw is shown with its traceback.
BENCH_TRACEBACK = "BENCH_TRACEBACK"
#: Older spellings that go on working: `list` and `show` were `sweeps`, and what is under `servers`
#: stood alone.
OLD_SPELLINGS = ("sweeps", "up", "down", "status", "engines")
#: What is the lab's, most of which was a command here once, with what to type instead.
_OF_THE_LAB = {
    "planted": "bench-driver/.venv/bin/python -m bench_lab planted",
    "meter": "make test-meter",
    "limit": "make bench",
    "failures": "make failures",
    "attacks": "make failures",
    "leaks": "make leaks",
    "soak": "make soak",
    "coverage": "make coverage",
    "experiments": "make experiments",
    "guards": "make guards",
    "browser": "make browser",
    "watched": "make watched",
    "link": "make link",
    "prices": "make prices",
    "allocations": "make allocations",
    "growth": "bench-driver/.venv/bin/python -m bench_lab growth",
}

_EPILOG = """\b
Exit codes:
  0    all went well
  1    something failed: a run, a server, a file
  2    the command line cannot be used
  3    a gate (nightly, check, compare, upgrade-check) found something slower
  4    a gate found nothing slower, and could not tell everywhere
  5    a gate found nothing that can be compared
  74   the answer could not be printed; what was measured is kept
  78   the setup is not complete: no build, no JDK, no checkout
  130  interrupted; what was measured is kept"""


#: What a full disk, or a device that takes nothing, says.
_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF)


class Commands(cloup.Group):
    """Loads a subcommand's module, a file of `package` that holds a function of its name, when it
    is asked for. `names` are in groups, by their titles.

    A hyphen in a name is an underscore in its file's.
    """

    def __init__(
        self, *args: Any, names: Mapping[str, Sequence[str]], package: str, **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self._groups, self._package = names, package
        self._names = [name for group in names.values() for name in group]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order in which help lists them."""
        return self._names

    def list_sections(
        self, ctx: click.Context, include_default_section: bool = True
    ) -> list[cloup.Section]:
        """The same in their groups."""
        shown = set(self.list_commands(ctx))
        sections = []
        for title, names in self._groups.items():
            listed = {one: self.load(one) for one in names if one in shown}
            sections.append(cloup.Section(title, listed))
        return sections

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The one of that name; None where there is none."""
        return self.load(cmd_name) if cmd_name in self._names else None

    def load(self, name: str) -> click.Command:
        """The command in the file of that name; after a name that is Python's own stands an
        underscore there.
        """
        place = f"{name}_" if hasattr(builtins, name) else name.replace("-", "_")
        command = getattr(importlib.import_module(f".{place}", self._package), place)
        assert isinstance(command, click.Command)
        return command


class _OwnCommands(Commands):
    """The driver's and its packages', which knows where those went that it had."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Those of packages that are not installed are left out."""
        there, known = extensions.names(extensions.COMMANDS), extensions.known(extensions.COMMANDS)
        return [name for name in super().list_commands(ctx) if name in there or name not in known]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Also under an older spelling, which no help lists."""
        return super().get_command(ctx, cmd_name) or (
            self.load(cmd_name) if cmd_name in OLD_SPELLINGS else None
        )

    def load(self, name: str) -> click.Command:
        """The driver's own, else that of a package. SetupError where it is not installed."""
        if name not in extensions.known(extensions.COMMANDS):
            return super().load(name)
        command = extensions.load(extensions.COMMANDS, name, f"`bench-driver {name}`")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and (instead := _OF_THE_LAB.get(args[0])):
            why = (
                "it proves the testbed rather than measures with it, and needs a checkout: it is "
                "the lab's"
            )
            raise UsageError(
                f"{args[0]} is no command of bench-driver",
                why=why,
                do=f"run `{instead}` at the repository's root",
            )
        return super().resolve_command(ctx, args)


SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


@click.group(
    cls=_OwnCommands, names=SECTIONS, package=__name__, epilog=_EPILOG, context_settings=SETTINGS
)
@click.version_option(__version__, prog_name="bench-driver")
def cli() -> None:
    """Starts the testbed's servers, sweeps their combinations, and says what differs and by how
    much.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line (that of the process by default) and returns its exit code."""
    return run_commands(cli, "bench-driver", args)


def run_commands(commands: click.Command, program: str, args: Sequence[str] | None = None) -> int:
    """Runs a command line of a program, tells its errors, and returns its exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed: else the store's file would get its number
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - it stays open
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a terminal that lacks a character shows another in its place
    for size in ("COLUMNS", "LINES"):  # a library reads them, and takes 0 and ² for numbers
        if not re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get(size, "1")):
            del os.environ[size]
    if os.path.expanduser("~") == "~":  # libraries ask for a home, and a user of no entry has none
        os.environ["HOME"] = "/nonexistent"
    try:
        with signals.as_exceptions():
            code = commands.main(args=args, prog_name=program, standalone_mode=False)
            sys.stdout.flush()
            return int(code or ExitCode.OK)
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            return _show_unexpected(error)
        # Otherwise Python would try again as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        click.echo(
            f"error: the answer could not be printed: {error.strerror}\n  do: print it again with "
            f"`{program} show`",
            err=True,
        )
        return ExitCode.UNPRINTED
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except BenchError as error:
        from . import screen

        screen.show_error(error)
        return error.exit_code
    except Exception as error:
        return _show_unexpected(error)


def _show_unexpected(error: Exception) -> int:
    """Tells what nobody foresaw in a sentence, or, where it is asked for, lets its traceback
    through.
    """
    if os.environ.get(BENCH_TRACEBACK):
        raise error
    from . import screen

    screen.show_error(unexpected(error))
    return ExitCode.FAILED
