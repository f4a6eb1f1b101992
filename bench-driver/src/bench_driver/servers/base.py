"""What a sweep needs of whoever gives it servers: one of the stacks, or miniatures in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..model.cell import Contender, Process
from .specs import Options, ServerSpec


@dataclass(frozen=True)
class Target:
    """A server to sweep: its name, the runtime it should be, its role, and where it is.

    `url` is its origin for the driver, None for a provider that only consumers reach. Such a one
    needs the other two: `for_consumers`, its origin for them, and `said`, what it answers to `GET
    /engines`.
    """

    name: str
    runtime: str
    role: str
    url: str | None
    for_consumers: str | None = None
    said: dict[str, Any] | None = None
    #: its process, where it is this machine's and known
    pid: int | None = None
    #: of a consumer that was built or started in another way than the usual one: which, and how
    consumer: str = ""
    setup: str = ""

    @property
    def contender(self) -> Contender:
        """The consumer that it is, with its default engine."""
        return Contender(self.consumer or self.name, setup=self.setup)

    @property
    def provider_url(self) -> str:
        """The origin that a run names where this is its provider."""
        origin = self.for_consumers or self.url
        assert origin is not None, "somebody reaches every server"
        return origin


class Servers(Protocol):
    """Whoever can give the servers of a sweep."""

    #: whether `restart` can be; where not, nothing cold is measured
    restarts: bool
    #: whether a consumer can run in several processes at once
    multiplies: bool

    def resources(self) -> Sequence[str]:
        """What drivers on other machines may measure too, and must not meanwhile, named as they
        name it; known before a session.
        """

    def session(self) -> AbstractContextManager[None]:
        """What lasts for all rounds: made ready within the block, taken away after it."""

    def round(self, number: int) -> AbstractContextManager[Sequence[Target]]:
        """The servers of a round, ready within the block; within a session."""

    def restart(self, process: Process) -> Target:
        """A process of a consumer of the round, started afresh, ready; within a round."""

    def describe(self) -> dict[str, Any]:
        """What the plan keeps of them: `stack`, its name; `stack_in_words` and `each_round`, for
        the summary; and more as the stack has it. Within a round.
        """


@dataclass(frozen=True)
class Given:
    """What a stack may need: how programs start, the servers' names, ports or origins, their logs.

    `added` are servers beside the stack's own.
    """

    options: Options
    names: Sequence[str]
    ports: Mapping[str, int]
    urls: Mapping[str, str]
    logs: Path
    added: Sequence[ServerSpec] = ()
