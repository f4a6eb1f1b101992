"""A round: its runs in their order, on servers that are ready, each written down as it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from ..model.records import Job, SweepRecord, Turn
from ..model.scenario import Scenario
from ..servers.base import Servers
from ..servers.identity import Live, meet
from ..store import todo, write
from ..store.database import Store
from ..system import signals
from . import call
from .call import Run


class Reporter:
    """Hears how a sweep goes; this one keeps it to itself."""

    def planned(self, kept: SweepRecord, work: Counter[tuple[int, Job]]) -> None:
        """The plan stands; so much of it is to do: how often each job, by round."""

    def starting(self, number: int) -> None:
        """The servers of a round are being started."""

    def began(self, turn: Turn) -> None:
        """A run begins."""

    def progressed(self, turn: Turn, amount: int) -> None:
        """So many objects of a run are done."""

    def ended(self, turn: Turn, run: Run) -> None:
        """A run has ended and is written down."""


@dataclass
class Round:
    """A round's servers, by name, while they are ready."""

    number: int
    servers: Servers
    live: dict[str, Live]
    clients: ExitStack

    def measure(self, store: Store, kept: SweepRecord, reporter: Reporter, renew: Callable[[float], None], failed: Callable[[], None]) -> None:
        """Makes every run of the round anew; what an earlier attempt at the round measured is void. ServerLost, StoreError.

        `renew` is told for how many seconds a run may go on, `failed` of each that failed.
        """
        begun, before = todo.begun(store, kept.id, self.number) + 1, ""
        write.void_round(store, kept.id, self.number)
        unwarmed: tuple[Scenario, str | None] | None = None
        for planned in todo.turns(store, kept.id, self.number):
            signals.check()
            turn = planned.turn
            self._refresh(turn, before)
            before = turn.series
            reporter.began(turn)
            renew(call.limit_s(planned.request))
            skipped = turn.series == "steady" and unwarmed == (turn.scenario, turn.arm)
            run = call.unwarmed(planned.request) if skipped else self._make(planned, reporter)
            with signals.deferred():  # a run that has ended is written down as a whole
                write.add_attempt(store, run.attempt(planned.key, begun))
            if not run.ok:
                failed()
            if turn.series == "warmup":
                unwarmed = None if run.ok else (turn.scenario, turn.arm)
            reporter.ended(turn, run)
            if run.lost:
                raise run.lost

    def _make(self, planned: todo.Planned, reporter: Reporter) -> Run:
        scenario = planned.turn.scenario
        return call.make(
            self.live[scenario.consumer], self.live[scenario.provider], planned.request, lambda amount: reporter.progressed(planned.turn, amount)
        )  # fmt: skip

    def _refresh(self, turn: Turn, before: str) -> None:
        """Puts consumers into fresh processes: the one that a cold run needs, and all where the cold ones are done."""
        names = [turn.scenario.consumer] if turn.series == "cold" else []
        if before == "cold" != turn.series:
            names = [name for name, server in self.live.items() if server.target.role == "consumer"]
        for name in names:
            if client := self.live[name].client:
                client.close()
            self.live[name] = meet(self.servers.restart(name), self.clients)


@contextmanager
def ready(servers: Servers, number: int) -> Iterator[Round]:
    """A round whose servers are ready and have said who they are; StackError, ServerError."""
    with servers.round(number) as targets, ExitStack() as clients:
        yield Round(number, servers, {target.name: meet(target, clients) for target in targets}, clients)
