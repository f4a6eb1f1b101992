"""What a store's connection can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


class Connection:
    """One connection to one server, for the documents of one trial in one form."""

    #: What ends a connection: nothing further can be sent on it.
    broken: tuple[type[BaseException], ...] = (OSError,)

    def __init__(self, server: Mapping[str, Any], trial: str, form: str) -> None:
        self.server, self.trial, self.form = server, trial, form

    def ask(self, *request: Any) -> object:
        """A request of the store's own protocol, where its adapter needs one."""
        raise NotImplementedError


class Documents(Connection, ABC):
    """A connection that can insert documents and look at them."""

    @abstractmethod
    def insert(self, documents: Sequence[tuple[int, str]]) -> None:
        """Sends documents, several in one request; returns once all are acknowledged."""

    @abstractmethod
    def has(self, key: int) -> bool:
        """Whether a document is visible here."""

    @abstractmethod
    def count(self) -> int:
        """How many documents are visible here."""

    @abstractmethod
    def documents(self) -> Iterator[tuple[int, str]]:
        """Every document, as the server gives it back."""
