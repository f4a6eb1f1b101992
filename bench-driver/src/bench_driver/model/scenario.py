"""A scenario: all that names a run except its amount, and how people and files name it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scenario:
    """All that names a run except its amount, as a store's columns have it; `engine` is None for
    the format's default.
    """

    consumer: str
    provider: str
    object_type: str
    format: str
    engine: str | None = None
    setup: str = ""
    role: str = ""
    size: str = ""
    coding: str = ""

    def __lt__(self, other: Scenario) -> bool:
        """By name, part by part; defaults first."""
        return self._parts < other._parts

    @property
    def _parts(self) -> tuple[str, ...]:
        objects = (self.object_type, self.size, self.format, self.coding)
        return (self.consumer, self.setup, self.role, self.provider, *objects, self.engine or "")

    @property
    def server(self) -> str:
        """The server that parses."""
        return server_name(self.consumer, self.setup)

    @property
    def object_name(self) -> str:
        """The object type, with its size where it has one."""
        return object_name(self.object_type, self.size)

    @property
    def slug(self) -> str:
        """Its name in file names."""
        objects = (self.object_name, self.format, self.coding, self.engine)
        return "_".join(part for part in (self.server, "from", self.provider, *objects) if part)

    @property
    def contender(self) -> str:
        """Who parses: the server, and its engine where that is not the default."""
        return f"{self.server} {self.engine}" if self.engine else self.server

    def __str__(self) -> str:
        """Its name for people."""
        coded = f", {self.coding}" if self.coding else ""
        return f"{self.server} from {self.provider}, {self.object_name} as {self.format}" + (
            f"{coded} by {self.engine}" if self.engine else coded
        )


def server_name(consumer: str, setup: str = "") -> str:
    """What the server of a consumer in that setup is called."""
    return f"{consumer}+{setup}" if setup else consumer


def object_name(object_type: str, size: str = "") -> str:
    """What objects of that type and size are called."""
    return f"{object_type}@{size}" if size else object_type
