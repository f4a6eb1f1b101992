"""Files that are there whole or not at all, whatever ends the process that writes them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import ResultsError


@contextmanager
def drafted(file: Path) -> Iterator[Path]:
    """A draft beside the file that is meant, which takes its place at the block's end. ResultsError
    where the disk refuses.
    """
    draft = file.with_name(f".{file.name}.tmp")
    with explained(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield draft
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)


def write(file: Path, content: str | bytes) -> Path:
    """Writes a file whole or not at all, and returns it. ResultsError where the disk refuses."""
    with drafted(file) as draft:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def write_csv(file: Path, head: Sequence[str], rows: Iterable[Iterable[object]]) -> Path:
    """Writes a table whole or not at all, and returns its file.

    ResultsError where the disk refuses.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return write(file, text.getvalue())


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Failures of the file system, in words."""
    try:
        yield
    except OSError as error:
        raise ResultsError(
            f"{file} cannot be written or read",
            why=error.strerror or str(error),
            do="make room there, or give another place with --out",
        ) from error
