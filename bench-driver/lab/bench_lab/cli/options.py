"""What commands share: their machine, their tables, and options that earlier rounds say."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from bench_driver.cli import options
from bench_driver.errors import UsageError

if TYPE_CHECKING:
    from bench_driver.measure.kept import Kept
    from bench_driver.report.document import Table
    from bench_driver.servers.specs import Options


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_One = TypeVar("_One", bound=_Named)
_Command = TypeVar("_Command", bound=Callable[..., Any])
_Given = TypeVar("_Given")


def number(
    name: str, low: float, high: float, default: float, help: str
) -> Callable[[_Command], _Command]:
    """An option of a number between two others; a whole one where its default is."""
    kind: Any = click.FloatRange if isinstance(default, float) else click.IntRange
    return click.option(name, type=kind(low, high), default=default, show_default=True, help=help)


def out(words: str) -> Callable[[_Command], _Command]:
    """The option of the file that is written."""
    kind = click.Path(dir_okay=False, path_type=Path)
    return click.option("--out", type=kind, help=words)


def launched(given: dict[str, Any]) -> Options:
    """How servers are started, by the options of `launching`."""
    return options.options(given["root"], given["java_home"], given["jvm_flags"])


@contextmanager
def proving(
    given: dict[str, Any],
) -> Iterator[tuple[Options, Path, Callable[[str, int, int], None]]]:
    """Holds the machine: how servers are started, a folder for logs, and a bar of progress."""
    from bench_driver.cli import screen

    chosen = launched(given)
    with (
        options.alone(),
        tempfile.TemporaryDirectory(prefix="bench-lab-") as logs,
        screen.progress() as shown,
    ):
        yield chosen, Path(logs), shown


def show(tables: Sequence[Table], file: Path | None) -> None:
    """Shows tables, and writes them as Markdown to the file where one is given."""
    from bench_driver.cli import screen
    from bench_driver.report import markdown
    from bench_driver.system import files

    texts = []
    for one in tables:
        screen.show_table(one)
        texts.append(markdown.table(one.head, one.rows, text_columns=one.figures) + "\n")
    if file:
        files.write(file, "\n".join(texts))


def chosen_of(every: Sequence[_One], only: Sequence[str]) -> list[_One]:
    """Those of these names, in their own order; all where none is named.

    Raises:
        UsageError: a name fits nothing.
    """
    names = [one.name for one in every]
    if unknown := [name for name in only if name not in names]:
        why = f"there are {', '.join(names)}"
        raise UsageError(f"--only {unknown[0]} fits nothing", why=why, do="name one of these")
    return [one for one in every if one.name in only or not only]


def of_kept(before: Kept[Any] | None, option: str, given: _Given) -> _Given:
    """What an option asks for, or where rounds are gone on with, what they are of.

    Raises:
        UsageError: it was given and asks for something else.
    """
    if before is None:
        return given
    kept: Any = before.asked[option.removeprefix("--")]
    kept = tuple(kept) if isinstance(given, tuple) else kept
    if given and given != kept:
        raise UsageError(
            f"{option} does not go with --resume",
            why="the rounds that are kept are of something else",
            do="leave one of the two out",
        )
    return kept  # type: ignore[no-any-return]
