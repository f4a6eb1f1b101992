"""A failure as a row: how it is made, and what a run must answer. Pure; `failures` holds the rows."""

from __future__ import annotations

from dataclasses import dataclass

from .stub import Behaviour

#: What the consumers are started with, ms and bytes: a slow failure shall not be a slow test.
READ_TIMEOUT_MS, CONNECT_TIMEOUT_MS, MAX_OBJECT_BYTES = 800, 500, 65_536
LIMITS = {"READ_TIMEOUT_MS": str(READ_TIMEOUT_MS), "CONNECT_TIMEOUT_MS": str(CONNECT_TIMEOUT_MS), "MAX_OBJECT_BYTES": str(MAX_OBJECT_BYTES)}


@dataclass(frozen=True)
class Stub:
    """The stub behaves well for some requests, and then so."""

    behaviour: Behaviour


@dataclass(frozen=True)
class Toxic:
    """One of toxiproxy's, on the way from provider to consumer."""

    kind: str
    attributes: dict[str, int]


@dataclass(frozen=True)
class Cut:
    """Toxiproxy's `limit_data`, by what the consumer has then received: some whole answers, and some bytes of the next one's head or body."""

    answers: int
    bytes: int = 0
    part: str = "head"


@dataclass(frozen=True)
class Proxied:
    """A real provider behind toxiproxy, with that toxic; where a behaviour is given, the stub in its place; `down`: nobody listens any more."""

    toxic: Toxic | Cut | None = None
    behaviour: Behaviour | None = None
    down: bool = False


@dataclass(frozen=True)
class Place:
    """An origin where no provider is, by its name in the scene."""

    name: str


@dataclass(frozen=True)
class Row:
    """A failure: its name and how it is made, in words; the answer's code, empty where the run must do well; who refused, where that is said."""

    name: str
    how: str
    made: Stub | Proxied | Place
    code: str = ""
    refused_by: str = ""
    #: how many objects come from the very provider that then fails
    completed: int = 0
    #: whether that provider never sees the request that fails
    unseen: bool = False

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return {"": 200, "provider_timeout": 504, "provider_not_allowed": 403}.get(self.code, 502)

    @property
    def fast(self) -> bool:
        """Whether it waits for no timeout and needs no toxiproxy, so that it can be had by the thousand."""
        return bool(self.code) and self.code != "provider_timeout" and not isinstance(self.made, Proxied)
