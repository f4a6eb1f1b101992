"""What commands share whose rounds are kept in a file: `--resume`, and the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..measure.kept import Form, Kept

#: The option of a command whose rounds are kept.
resumable = click.option(
    "--resume",
    "resumed",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with the rounds that this file keeps, up to --rounds in all: after a cut, or for more of them.",
)

_Found = TypeVar("_Found")


def keeping(before: Kept[_Found] | None, root: Path, asked: dict[str, Any], form: Form[_Found]) -> Kept[_Found]:
    """The file that rounds are kept in, which is told: the one that is gone on with, or a new one below `results`. UsageError, ResultsError."""
    from ..measure.kept import Kept

    if before:
        before.fits(asked)
    kept = before or Kept.begun(root / "results" / asked["comparison"], asked, form)
    click.echo(f"each round is kept in {kept.file}; the same command with --resume {kept.file} goes on from there", err=True)
    return kept
