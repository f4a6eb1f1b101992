"""A server alone: what a client needs to know of it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from .base import Store
from .sandbox import Role


class Single(Store):
    """A server, without a replica."""

    nodes: tuple[str, ...] = (Role.PRIMARY,)

    @abstractmethod
    def address(self) -> dict[str, Any]:
        """Where a client in any language finds it, and what it calls a document's key."""

    def joined(self) -> bool:
        """There is nobody to join."""
        return True

    def side(self, node: str) -> Role:
        """The clients' own."""
        return Role.PRIMARY
