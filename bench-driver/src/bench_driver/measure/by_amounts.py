"""A round by amounts: its runs in their order, each written down as it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..model.records import SweepRecord, Turn
from ..model.scenario import Scenario
from ..plan.plan import Plan, request
from ..servers.identity import who
from ..store import todo, write
from ..system import signals
from . import call
from .call import Run
from .round import Measuring, Round


@dataclass(frozen=True)
class ByAmounts:
    """A sweep by amounts: all of its plan stands before anything is measured."""

    plan: Plan

    @property
    def facts(self) -> dict[str, Any]:
        """What holds for every run, as the store keeps it."""
        plan = self.plan
        facts = {"rounds": plan.rounds, "amounts": plan.amounts, "cold_amounts": plan.cold_amounts, **asdict(plan.conditions)}
        return facts | {"scenarios": [asdict(scenario) for scenario in plan.scenarios]}

    def turns(self, servers: Mapping[str, Any]) -> Iterator[tuple[Turn, dict[str, Any]]]:
        """Every turn with its request; `servers` is what each says of itself, by name."""
        return ((turn, request(turn, self.plan.conditions, **who(servers, turn.scenario))) for turn in self.plan.turns())


def measure(begun: Round, kept: SweepRecord, to: Measuring) -> None:
    """Makes every run of the round anew; what an earlier attempt at the round measured is void. ServerLost, StoreError."""
    number, before = todo.begun(to.store, kept.id, begun.number) + 1, ""
    write.void_round(to.store, kept.id, begun.number)
    unwarmed: tuple[Scenario, str | None] | None = None
    for planned in todo.turns(to.store, kept.id, begun.number):
        signals.check()
        turn = planned.turn
        _refresh(begun, turn, before)
        before = turn.series
        skipped = turn.series == "steady" and unwarmed == (turn.scenario, turn.arm)
        run = _one(begun, planned, to, number, skipped=skipped)
        if turn.series == "warmup":
            unwarmed = None if run.ok else (turn.scenario, turn.arm)


def _one(begun: Round, planned: todo.Planned, to: Measuring, round_attempt: int, *, skipped: bool) -> Run:
    """Makes a run, unless it is `skipped`, and writes it down."""
    turn = planned.turn
    to.reporter.began(turn)
    run = call.unwarmed(planned.request) if skipped else begun.make(turn, planned.request, to)
    with signals.deferred():  # a run that has ended is written down as a whole
        write.add_attempt(to.store, run.attempt(planned.key, round_attempt))
    to.ended(turn, run)
    return run


def _refresh(begun: Round, turn: Turn, before: str) -> None:
    """Puts consumers into fresh processes: the one that a cold run needs, and all where the cold ones are done."""
    names = [turn.scenario.consumer] if turn.series == "cold" else []
    begun.refresh(begun.consumers if before == "cold" != turn.series else names)
