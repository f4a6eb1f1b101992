"""What a plan needs of what a server says that it can do: whoever says that much can be planned
with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class AnnouncedEngine(Protocol):
    """An engine, as its server names it."""

    @property
    def name(self) -> str:
        """Its name, of which a server has each once for an operation."""

    @property
    def version(self) -> str:
        """That of its library."""

    @property
    def format(self) -> str:
        """What it reads."""

    @property
    def object_types(self) -> Sequence[str]:
        """Into what."""

    @property
    def operation(self) -> str:
        """What it does in the window."""

    @property
    def series(self) -> Sequence[str]:
        """Its series; the first engine of a format in each is the default there."""


class Announced(Protocol):
    """What a consumer can do."""

    @property
    def engines(self) -> Sequence[AnnouncedEngine]:
        """Its engines, in its order."""

    @property
    def excerpted(self) -> Sequence[str]:
        """The object types of which three fields can be read alone."""

    @property
    def growing(self) -> Sequence[str]:
        """The object types that come in sizes."""

    @property
    def decodes(self) -> Sequence[str]:
        """The content codings that its bodies may come in; none of a server that knows of none."""

    @property
    def cpus(self) -> int | None:
        """The CPUs that it may use; None where it does not say."""
