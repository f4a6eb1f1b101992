"""A primary and the replica that follows it: what an adapter of a pair has to say."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from .base import Store
from .client import Inserting, Watching
from .sandbox import Role


class Pair(Store):
    """A primary, and a replica that follows it: a server at each side of the sandbox."""

    nodes = tuple(Role)
    #: How it takes a document, of `forms.FORMS`.
    forms: ClassVar[tuple[str, ...]]

    @abstractmethod
    def follows(self) -> bool:
        """Whether the replica follows the primary."""

    @abstractmethod
    def promote(self) -> None:
        """Makes the replica a primary."""

    @abstractmethod
    def prepare(self, trial: str, form: str) -> None:
        """Makes room for a trial's documents, and lets the pair come to rest."""

    def joined(self) -> bool:
        """The replica follows."""
        return self.follows()

    def side(self, node: str) -> Role:
        """Each server has its own."""
        return Role(node)

    def insert(
        self, trial: str, form: str, documents: Path, in_flight: int, bulk: bool, log: Path
    ) -> Inserting:
        """Starts a client at the primary that inserts each document of a file of JSON lines,
        `{"key", "json", "xml"}`, and writes what became of it to `log`.
        """
        job = {"documents": str(documents), "in_flight": in_flight, "bulk": bulk, "log": str(log)}
        return Inserting(self._client("insert", Role.PRIMARY, trial, form, **job), log)

    def seen(self, trial: str, form: str, keys: Sequence[int], count: int, log: Path) -> Watching:
        """Starts a client at the replica that notes when each marked key is first there, and when
        `count` documents are.
        """
        job = {"keys": list(keys), "count": count, "log": str(log)}
        return Watching(self._client("watch", Role.REPLICA, trial, form, **job), log)

    def digest(self, trial: str, form: str, node: str) -> dict[int, str]:
        """By key, the digest of each document that a server gives back."""
        found = self.asked("digest", node, trial, form)
        return {int(key): str(value) for key, value in found}
