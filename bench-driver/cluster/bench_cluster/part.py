"""A machine's part of a sweep: its machine makes each round of it, and this driver records each
once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from bench_driver import moment
from bench_driver.analysis.rates import rates
from bench_driver.cli.screen import duration
from bench_driver.errors import BenchError, NotComparable, StackError, StoreError
from bench_driver.measure import lease, sweeping
from bench_driver.plan import stopping
from bench_driver.plan.estimate import estimate
from bench_driver.plan.plan import planned
from bench_driver.store import dispatches, read, write
from bench_driver.store.database import Store

from .client import Cluster, Silent
from .door import log
from .rounds import DONE, LOST, REFUSED, RUNNING
from .task import MEET, RESULT, UNUSABLE, in_a_line

#: How long a machine may be silent before the others go on without it; how often a round is begun
#: that gets lost; how long to wait before the next question to a machine. Seconds.
PATIENCE_S, TRIES, AGAIN_S = 900.0, 3, 1.0
#: How long a machine may say that a round is not done: so many times its forecast, a day at most,
#: and for what else measures there meanwhile so many seconds.
OVER, DAY_S, HELD_S = 10.0, 86_400.0, 3600.0


class Refused(NotComparable):
    """A machine does not make a round, and would not another time."""


class Lost(StackError):
    """A machine began a round, and nothing will come of it."""


class Unusable(Lost):
    """What came of a round cannot be recorded."""


@dataclass
class Part:
    """A machine's part of a sweep: in the store a sweep of its own, `id`."""

    store: Store
    cluster: Cluster
    commit: str
    machine: str
    id: str
    #: why it has fewer rounds than planned, where it has
    given_up: str = field(default="", init=False)
    #: the shortest quiet walks of its rounds so far
    _walks: list[Any] = field(default_factory=list, init=False)

    async def meet(self, **whose: Any) -> str:
        """What the machine and its servers say of themselves. Silent, Lost, Refused."""
        log(f"{self.machine}: starts its servers, to ask what they can do")
        for attempt in range(1, TRIES):
            try:
                return await self._made(MEET, attempt, **whose)
            except Lost as error:
                log(f"{self.machine}: starts them again: {error.why}")
        return await self._made(MEET, TRIES, **whose)

    async def measure(self, renew: lease.Renew) -> None:
        """Has the machine make the rounds that the part lacks, and records them."""
        write.set_state(self.store, self.id, "running")
        lost: Counter[int] = Counter()
        try:
            while not self.given_up and (left := self._lacking()):
                attempt = dispatches.send(self.store, self.id, left[0])
                try:
                    await self._round(left[0], attempt, renew)
                except Silent as error:  # it may make the round still: a resumed sweep asks for it
                    self._give_up(error)
                except (Lost, Refused) as error:
                    dispatches.lose(self.store, self.id, left[0], attempt, error.why)
                    if isinstance(error, Unusable):  # else the machine sends it again
                        await self.forget(left[0])
                    lost[left[0]] += 1
                    log(f"{self.machine}: round {left[0]} was lost: {error.why}")
                    if isinstance(error, Refused) or lost[left[0]] == TRIES:
                        self._give_up(error)
        finally:
            lacking = sweeping.to_do(read.find(self.store, self.id))
            state = "failed" if self.given_up else "interrupted" if lacking else "complete"
            write.set_state(self.store, self.id, state, moment.now())

    async def forget(self, number: int) -> None:
        """Tells the machine that nobody needs a round any more."""
        with suppress(Silent):
            await self.cluster.ask(self.machine, "bench-forget", key=f"{self.id}.{number}")

    def _lacking(self) -> list[int]:
        """The rounds that are to be made, once it is decided how many there are."""
        while not (left := sweeping.to_do(read.find(self.store, self.id))):
            if not sweeping.decide(self.store, self.id):
                break
        return left

    async def _round(self, number: int, attempt: int, renew: lease.Renew) -> None:
        """Has a round made, and records it."""
        kept = read.find(self.store, self.id)
        plan, decided = planned(kept.conditions, kept.seed), stopping.read(kept.about["stopping"])
        cells, setup = list(kept.about.get("cells", ())), kept.about["setup"]
        due = decided.due(plan.contenders, number)
        text = await self._made(
            number,
            attempt,
            renew,
            max([estimate(plan, 1, rates(self.store)).seconds, *dict(decided.seconds).values()]),
            names=setup["names"],
            setups=setup["setups"],
            plan={**plan.facts, "seed": kept.seed},
            servers=kept.about["servers"],
            cells=cells,
            due=list(due),
            walks=self._walks,
        )
        try:
            came = RESULT.validate_json(text)
            came.refuse_unplanned(plan, number, due)
            known: dict[str, Any] = {"cells": cells + came.cells} if came.cells else {}
            known["stopping"] = decided.took(number, came.seconds).facts
            first = dispatches.record(
                self.store, self.id, number, attempt, came.runs, came.seconds, **known
            )
        except (*UNUSABLE, StoreError) as error:
            what = f"{self.machine}: what it sent is no round {number}"
            raise Unusable(what, why=in_a_line(error)) from error
        self._walks = came.walks
        told = f"recorded, {came.seconds:.0f} s" if first else "was recorded before"
        log(f"{self.machine}: round {number} of {kept.conditions['rounds']} {told}")
        await self.forget(number)

    async def _made(
        self,
        number: int,
        attempt: int,
        renew: lease.Renew = lambda seconds: None,
        forecast_s: float = 0.0,
        **given: Any,
    ) -> str:
        """The result of a round, whoever began it, and however often the way there breaks
        meanwhile. Silent where the machine stays away, or is never done; Lost, Refused.
        """
        own = {"sweep": self.id, "round": number, "attempt": attempt, "commit": self.commit}
        name = f"round {number}" if number != MEET else "the start of its servers"
        task = json.dumps({**own, **given}, default=asdict)
        begun = heard = time.monotonic()
        told, limit = "", min(OVER * forecast_s, DAY_S) + HELD_S
        while True:
            renew(PATIENCE_S)
            try:
                said = await self.cluster.ask(self.machine, "bench-round", task=task)
                heard = time.monotonic()
            except Silent as error:
                said = {"why": f"{error.what}: {error.why}"}
                if time.monotonic() - heard > PATIENCE_S:
                    raise
            state, why = said.get("state"), said.get("why", "")
            why = "".join(one if one.isprintable() else " " for one in why)[:400]
            if state == DONE:
                return said.get("result", "")
            if state in (LOST, REFUSED):
                kind = Lost if state == LOST else Refused
                what = f"{name} is lost" if state == LOST else "the machine refuses"
                raise kind(f"{self.machine}: {what}", why=why, do="mend that on the machine")
            if state != RUNNING and why != told:
                log(f"{self.machine}: {why}")
                told = why
            if time.monotonic() - begun > limit:
                what = f"{self.machine}: {name} is not done after {duration(limit)}"
                why = f"its forecast is {duration(forecast_s)}; ending its worker ends what hangs"
                raise Silent(what, why=why)
            await asyncio.sleep(AGAIN_S)

    def _give_up(self, error: BenchError) -> None:
        self.given_up = f"{error.what}: {error.why}"
        log(f"given up: {self.given_up}")
