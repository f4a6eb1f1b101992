"""A round: servers that are ready, and how a run is made on them; who hears of it, and where it is written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..model.cell import NUMBER, Cell, Contender, SliceTurn
from ..model.records import Job, SweepRecord, Turn
from ..model.scenario import Scenario
from ..model.series import EQUAL
from ..servers.base import Servers
from ..servers.identity import Live, meet, of_equal
from ..store.database import Store
from . import call
from .call import Run


class Reporter:
    """Hears how a sweep goes; this one keeps it to itself."""

    def planned(self, kept: SweepRecord, work: Counter[tuple[int, Job]]) -> None:
        """The plan stands; so much of it is to do: how often each job, by round."""

    def added(self, work: Counter[tuple[int, Job]]) -> None:
        """A round has more to do than was planned: so often each job."""

    def starting(self, number: int) -> None:
        """The servers of a round are being started."""

    def began(self, turn: Turn | SliceTurn) -> None:
        """A run begins."""

    def progressed(self, turn: Turn | SliceTurn, amount: int) -> None:
        """So many objects of a run are done."""

    def ended(self, turn: Turn | SliceTurn, run: Run) -> None:
        """A run has ended and is written down."""

    def looked(self, lines: Sequence[str]) -> None:
        """A round has ended, and this is known so far, a line each."""


@dataclass(frozen=True)
class Measuring:
    """Where a round's runs go: into the store, to whoever listens; `renew` is told for how many seconds a run may go on, `failed` of each that failed."""

    store: Store
    reporter: Reporter
    renew: Callable[[float], None]
    failed: Callable[[], None]
    #: the shortest quiet walk of each contender in each cell so far, ns
    walks: dict[tuple[Cell, Contender], float] = field(default_factory=dict)

    def ended(self, turn: Turn | SliceTurn, run: Run) -> None:
        """Tells of a run that is written down; ServerLost where it lost a server."""
        if not run.ok:
            self.failed()
        self.reporter.ended(turn, run)
        if run.lost:
            raise run.lost


@dataclass
class Round:
    """A round's servers, by name, while they are ready."""

    number: int
    servers: Servers
    live: dict[str, Live]
    clients: ExitStack
    #: those of the plan: what servers can do with others plays no part, and a server that was just started takes seconds to say it; empty before there is one
    object_types: Collection[str] = ()
    #: by consumer and engine, where it is not the only process of its consumer
    processes: dict[tuple[str, str], str] = field(default_factory=dict)

    def make(self, turn: Turn | SliceTurn, request: dict[str, Any], to: Measuring) -> Run:
        """Makes a run for a turn. Never raises for what happens to the run."""
        to.renew(call.limit_s(request))
        consumer, provider = self.live[self.consumer(turn.scenario)], self.live[turn.scenario.provider]
        return call.make(consumer, provider, request, lambda amount: to.reporter.progressed(turn, amount))

    def consumer(self, scenario: Scenario) -> str:
        """The process that parses a scenario's objects, by name."""
        return self.processes.get((scenario.consumer, scenario.engine or ""), scenario.consumer)

    def idle(self, scenario: Scenario) -> list[Live]:
        """The consumers that nobody asks for anything meanwhile."""
        return [self.live[name] for name in self.consumers if name != self.consumer(scenario)]

    def place(self, processes: Mapping[tuple[str, str], str], formats: Collection[str], checks: str, *, anew: bool) -> None:
        """Gives each consumer and engine the process of that name, for these formats; all that there are are put into fresh ones where `anew`.

        With equal checks, the process is one of the consumer's build with these, where it has one. StackError, ServerError.
        """
        if checks == EQUAL:
            own = {name: of_equal(name) for name in self.consumers if of_equal(name) in self.live}
            processes = {(name, engine): own.get(name, name) + process.removeprefix(name) for (name, engine), process in processes.items()}
        self.processes = dict(processes)
        # A further process that an earlier part had stays, idle.
        names = dict.fromkeys([*(name for name in self.consumers if NUMBER not in name), *processes.values()])
        self.refresh((name for name in names if anew or name not in self.live), next(iter(formats)) if len(formats) == 1 else None)

    @property
    def consumers(self) -> list[str]:
        """The servers that parse."""
        return [name for name, server in self.live.items() if server.target.role == "consumer"]

    def refresh(self, names: Iterable[str], format_name: str | None = None) -> None:
        """Puts servers into fresh processes, for one format or all; StackError, ServerError."""
        for name in names:
            if (known := self.live.get(name)) and known.client:
                known.client.close()
            self.live[name] = meet(self.servers.restart(name), self.clients, self.object_types, format_name)


@contextmanager
def ready(servers: Servers, number: int, object_types: Collection[str] = ()) -> Iterator[Round]:
    """A round whose servers are ready and have said who they are, and what they can do with these object types, or with all; StackError, ServerError."""
    with servers.round(number) as targets, ExitStack() as clients:
        live = {target.name: meet(target, clients, object_types) for target in targets}
        yield Round(number, servers, live, clients, object_types)
