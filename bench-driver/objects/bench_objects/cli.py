"""`bench-driver object`: a command a file."""

from __future__ import annotations

import click

from bench_driver.cli import SETTINGS

from . import listed
from .add import add

_HELP = """Makes and measures object types of your own.

\b
Examples:
  bench-driver object add Purchase --from purchase.json
  bench-driver object list
  bench-driver object remove Purchase
"""


@click.group("object", context_settings=SETTINGS, help=_HELP)
def object_() -> None:
    """The group."""


object_.add_command(add)
for command in (listed.list_, listed.show, listed.build, listed.remove):
    object_.add_command(command)
