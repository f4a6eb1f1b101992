"""The lab's command line: the commands' names, by the module that has them."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

from bench_driver.cli import SETTINGS, Commands, run_commands

_MODULES = {
    "endure": ("failures", "attacks", "leaks", "soak"),
    "proofs": ("meter", "planted", "coverage", "growth"),
    "comparisons": (
        "limit",
        "experiments",
        "guards",
        "prices",
        "allocations",
        "browser",
        "watched",
    ),
    "linked": ("link",),
}
COMMANDS = tuple(name for names in _MODULES.values() for name in names)
_EPILOG = """\b
Exit codes:
  0    all went well
  1    something is not as it must be, or failed
  2    the command line cannot be used
  78   the setup is not complete: no build, no JDK, no checkout
  130  interrupted"""


class _Commands(Commands):
    def load(self, name: str) -> click.Command:
        """The command, out of its module."""
        module = next(module for module, names in _MODULES.items() if name in names)
        command = getattr(importlib.import_module(f"{__name__}.{module}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_Commands,
    names={"Commands": COMMANDS},
    package=__name__,
    epilog=_EPILOG,
    context_settings=SETTINGS,
)
def cli() -> None:
    """Proves that the testbed can be believed: its failures, limits, meter, and nights."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line (that of the process by default) and returns its exit code."""
    return run_commands(cli, "python -m bench_lab", args)
