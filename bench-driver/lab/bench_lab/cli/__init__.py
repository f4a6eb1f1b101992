"""The lab's command line: a subcommand is a file here that holds a function of its name, and a name in `COMMANDS`, as in the driver's."""

from __future__ import annotations

from collections.abc import Sequence

import click

from bench_driver.cli import SETTINGS, Commands, run_commands

COMMANDS = (
    "failures", "attacks", "leaks", "soak", "meter", "limit", "planted", "coverage", "experiments", "guards", "prices", "allocations", "browser", "watched",
)  # fmt: skip

_EPILOG = """\b
Exit codes:
  0    all went well
  1    something is not as it must be, or failed
  2    the command line cannot be used
  78   the setup is not complete: no build, no JDK, no checkout
  130  interrupted"""


@click.group(cls=Commands, names={"Commands": COMMANDS}, package=__name__, epilog=_EPILOG, context_settings=SETTINGS)
def cli() -> None:
    """Proves that the testbed can be believed: its failures, its limits, its meter, and what a night would find."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line (that of the process by default) and returns its exit code."""
    return run_commands(cli, "python -m bench_lab", args)
