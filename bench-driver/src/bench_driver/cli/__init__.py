"""The command line: the registry of subcommands, and the one place where errors become words and exit codes.

A subcommand is a file here that holds a function of its name, and a line in `COMMANDS`. Its module is loaded only when it is used or listed, and it
imports what is heavy only when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

from .. import __version__
from ..errors import BenchError, ExitCode
from ..system import signals

COMMANDS = (
    "sweep", "sweeps", "report", "compare", "history", "nightly", "planted", "run", "engines", "up", "down", "status", "meter", "limit",
    "failures", "attacks", "leaks", "soak",
)  # fmt: skip

_EPILOG = """\b
Exit codes:
  0    all went well
  1    something failed: a run, a server, a file
  2    the command line cannot be used
  3    a night found something slower than the nights before
  78   the setup is not complete: no build, no JDK, no checkout
  130  interrupted; what was measured is kept"""


class _Commands(click.Group):
    """Loads a subcommand's module when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f".{cmd_name}", __name__), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="bench-driver")
def cli() -> None:
    """Starts the testbed's servers, sweeps their combinations, and says what differs and by how much."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line (that of the process by default) and returns its exit code."""
    try:
        with signals.as_exceptions():
            code = cli.main(args=args, prog_name="bench-driver", standalone_mode=False)
            return int(code or ExitCode.OK)
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
