"""The servers of a round while they are ready, and how a run is made on them; who hears of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.cell import Contender, Process, Turn
from ..model.records import Job, SweepRecord
from ..model.series import EQUAL
from ..servers.base import Servers
from ..servers.identity import Live, meet, of_equal
from . import call
from .call import Run


class Reporter:
    """Hears how a sweep goes; this one keeps it to itself."""

    def planned(self, kept: SweepRecord) -> None:
        """The plan stands, or more of it is known."""

    def added(self, work: Counter[tuple[int, Job]]) -> None:
        """A round has more to do than was planned: so often each job."""

    def starting(self, number: int) -> None:
        """The servers of a round are being started."""

    def began(self, turn: Turn) -> None:
        """A run begins."""

    def progressed(self, turn: Turn, amount: int) -> None:
        """Of a run's objects, `amount` are done."""

    def ended(self, turn: Turn, run: Run) -> None:
        """A run has ended and is written down."""

    def looked(self, lines: Sequence[str]) -> None:
        """A round has ended, and this is known so far, a line each."""


@dataclass
class Round:
    """A round's servers, by name, while they are ready."""

    number: int
    servers: Servers
    live: dict[str, Live]
    clients: ExitStack
    #: those of the plan: what servers can do with others plays no part, and a server that was just
    #: started takes seconds to say it; empty before there is one
    object_types: Collection[str] = ()
    #: the servers of the stack that parse, whatever processes there are of them
    stack: Sequence[str] = ()
    #: by who parses in each
    processes: dict[Contender, Process] = field(default_factory=dict)

    def make(self, turn: Turn, request: dict[str, Any], reporter: Reporter) -> Run:
        """Makes a run for a turn. Never raises for what happens to the run."""
        consumer, provider = (
            self.live[self.process(turn.contender).name],
            self.live[turn.provider],
        )
        return call.make(
            consumer, provider, request, lambda amount: reporter.progressed(turn, amount)
        )

    def process(self, who: Contender) -> Process:
        """The process in which a contender parses."""
        return self.processes.get(who.in_process, Process(who.server))

    def idle(self, who: Contender) -> list[Live]:
        """The consumers that nobody asks for anything meanwhile."""
        return [self.live[name] for name in self.consumers if name != self.process(who).name]

    def place(
        self,
        processes: Mapping[Contender, Process],
        formats: Collection[str],
        checks: str,
        *,
        anew: bool,
    ) -> None:
        """Gives each contender its process, for these formats; all that there are are put into
        fresh ones where `anew`.

        With equal checks, the process is one of the consumer's build with these, where it has one.
        StackError, ServerError.
        """
        if checks == EQUAL:
            own = {name: of_equal(name) for name in self.stack if of_equal(name) in self.live}
            processes = {
                who: replace(process, server=own.get(process.server, process.server))
                for who, process in processes.items()
            }
        self.processes = dict(processes)
        self.refresh(
            (process for process in self.every if anew or process.name not in self.live),
            next(iter(formats)) if len(formats) == 1 else None,
        )

    @property
    def every(self) -> list[Process]:
        """The processes that parse; a further one that an earlier part had stays, idle, and is not
        among them.
        """
        stack = (Process(name) for name in self.stack)
        return list(dict.fromkeys([*stack, *self.processes.values()]))

    @property
    def consumers(self) -> list[str]:
        """The servers that parse."""
        return [name for name, server in self.live.items() if server.target.role == "consumer"]

    def refresh(self, processes: Iterable[Process], format_name: str | None = None) -> None:
        """Starts processes afresh, for one format or all; StackError, ServerError."""
        for process in processes:
            if (known := self.live.get(process.name)) and known.client:
                known.client.close()
            self.live[process.name] = meet(
                self.servers.restart(process), self.clients, self.object_types, format_name
            )


@contextmanager
def ready(servers: Servers, number: int, object_types: Collection[str] = ()) -> Iterator[Round]:
    """A round whose servers are ready and have said who they are, and what they can do with these
    object types, or with all; StackError, ServerError.
    """
    with servers.round(number) as targets, ExitStack() as clients:
        live = {target.name: meet(target, clients, object_types) for target in targets}
        stack = [target.name for target in targets if target.role == "consumer"]
        yield Round(number, servers, live, clients, object_types, stack)
