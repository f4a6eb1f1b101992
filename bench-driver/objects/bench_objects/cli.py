"""`bench-driver object`: a command a file."""

from __future__ import annotations

import click

from bench_driver.cli import SETTINGS

from . import listed
from .add import add


@click.group("object", context_settings=SETTINGS)
def object_() -> None:
    """Makes and measures object types of your own."""


object_.add_command(add)
for command in (listed.list_, listed.show, listed.build, listed.remove):
    object_.add_command(command)
