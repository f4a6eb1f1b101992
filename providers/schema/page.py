"""A file that is made: where it lies, by which template, and of what."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import jinja2

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # sources, where < and & are themselves
)


@dataclass(frozen=True)
class Page:
    """A file by its path in the repository."""

    file: PurePosixPath
    template: str
    holds: dict[str, Any]

    def text(self) -> bytes:
        """What the file should be."""
        return TEMPLATES.get_template(f"{self.template}.jinja").render(self.holds).encode()
