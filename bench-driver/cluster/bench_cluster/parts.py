"""The parts of a clustered sweep, a machine each: planned alike, measured side by side."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench_driver import moment
from bench_driver.errors import BenchError, NotComparable, StackError
from bench_driver.measure import lease, sweeping
from bench_driver.measure.remembered import live_of
from bench_driver.measure.session import Session
from bench_driver.model.records import SweepRecord
from bench_driver.plan import stopping
from bench_driver.plan.plan import planned
from bench_driver.store import dispatches, read, write
from bench_driver.store.database import Store

from . import door, making
from .client import Cluster, Silent
from .rounds import BUSY, DONE, LOST, REFUSED, RUNNING
from .task import MEET, checked_out, refuse_other

#: How long a machine may be silent before the others go on without it; how often a round is begun
#: that gets lost; how long to wait before the next question to a machine. Seconds.
PATIENCE_S, TRIES, AGAIN_S = 900.0, 3, 3.0


class _Refused(StackError):
    """A machine does not make a round, and would not another time."""


class _Lost(StackError):
    """A machine began a round, and nothing will come of it."""


class _Elsewhere:
    """Servers of another machine, as far as a plan needs them: started anew in each round."""

    restarts = True
    multiplies = True

    def describe(self) -> dict[str, Any]:
        """What they are is said by their machine."""
        return {}


@dataclass
class Part:
    """A machine's part of the sweep."""

    machine: str
    id: str
    renew: lease.Renew
    #: the shortest quiet walks of its rounds so far
    walks: list[Any] = field(default_factory=list)


@dataclass
class Parts:
    """All of them. `given_up` says of a machine why it has fewer rounds."""

    store: Store
    cluster: Cluster
    root: Path
    group: str
    parts: list[Part] = field(default_factory=list, init=False)
    given_up: dict[str, str] = field(default_factory=dict, init=False)
    _held: ExitStack = field(default_factory=ExitStack, init=False)

    async def plan(self, made: Session, command: str, least: int) -> None:
        """Plans the sweep for every machine that is there, once these are so many. NotComparable
        where one has another checkout, or would have another plan.
        """
        if made.label:
            read.refuse_as_label(self.store, made.label)
        machines = await self._joined(least)
        for name in machines:
            refuse_other(
                name,
                (await self.cluster.describe(name)).get("checkout") or {},
                checked_out(self.root),
            )
        names = list(made.whose.names)
        asked: dict[str, Any] = {"names": names, "setups": list(made.whose.setups)}
        meets = [self._made(name, self._of(name), MEET, 1, **asked) for name in machines]
        said = [making.read_servers(text) for _, text in await asyncio.gather(*meets)]
        elsewhere: Any = _Elsewhere()
        run = sweeping.SweepRun(elsewhere, self.store, label=made.label)
        lives = [live_of(servers, made.whose, self.root, "a machine") for _, servers in said]
        plans = [run.plan(made.wanted, live).facts for live in lives]
        for name, plan in zip(machines, plans, strict=True):
            if plan != plans[0]:
                why = f"by what its servers can do, {name} would measure other things"
                do = "leave out what not every machine has, or leave the machine out"
                raise NotComparable(f"{name} differs from {machines[0]}", why=why, do=do)
        setup = {"stack": "native", "names": names, "setups": asked["setups"]}
        for name, live, (about, _) in zip(machines, lives, said, strict=True):
            facts = {"command": command, **about, "setup": setup}
            facts["cluster"] = {"id": self.group, "machine": name}
            self._hold(name, self._of(name))
            kept = run.write_plan(made.wanted, live, facts, self._of(name))
            door.log(f"{name}: {_what(kept)}")
            await asyncio.sleep(0.002)  # a sweep is known by its moment and its seed
            await self._forget(name, f"{kept.id}.{MEET}.1")

    def resume(self, records: Sequence[SweepRecord]) -> None:
        """Goes on with parts that were planned before."""
        for record in records:
            self._hold(record.machine, record.id)

    async def measure(self) -> None:
        """Has each machine make the rounds that its part lacks, and records them."""
        try:
            await asyncio.gather(*map(self._measure, self.parts))
        finally:
            for part in self.parts:
                lacking = sweeping.to_do(read.find(self.store, part.id))
                given_up = part.machine in self.given_up
                state = "failed" if given_up else "interrupted" if lacking else "complete"
                write.set_state(self.store, part.id, state, moment.now())

    def release(self) -> None:
        """Lets other drivers have the parts."""
        self._held.close()

    async def _measure(self, part: Part) -> None:
        write.set_state(self.store, part.id, "running")
        lost: Counter[int] = Counter()
        while True:
            left = sweeping.to_do(read.find(self.store, part.id))
            if not left and sweeping.decide(self.store, part.id):
                continue
            if not left:
                break
            attempt = dispatches.send(self.store, part.id, left[0])
            try:
                await self._round(part, left[0], attempt)
            except Silent as error:  # it may make the round still: a resumed sweep asks for it
                self._give_up(part, error)
                return
            except (_Lost, _Refused) as error:
                dispatches.lose(self.store, part.id, left[0], attempt, error.why)
                lost[left[0]] += 1
                door.log(f"{part.machine}: round {left[0]} was lost: {error.why}")
                if isinstance(error, _Refused) or lost[left[0]] == TRIES:
                    self._give_up(part, error)
                    return
        await self._late(part)

    async def _round(self, part: Part, number: int, attempt: int) -> None:
        """Has a round made, and records it."""
        kept = read.find(self.store, part.id)
        plan, decided = planned(kept.conditions, kept.seed), stopping.read(kept.about["stopping"])
        cells = list(kept.about.get("cells", ()))
        setup = kept.about["setup"]
        key, text = await self._made(
            part.machine, part.id, number, attempt, part.renew,
            names=setup["names"], setups=setup["setups"], seed=kept.seed, plan=kept.conditions,
            servers=kept.about["servers"], cells=cells, walks=part.walks,
            due=[asdict(cell) for cell in decided.due(plan.contenders, number)],
        )  # fmt: skip
        try:
            made = making.read(text, plan, number)
        except StackError as error:
            await self._forget(part.machine, key)
            raise _Lost(error.what, why=error.why) from error
        part.walks = made.walks
        known: dict[str, Any] = {"cells": cells + made.cells} if made.cells else {}
        known["stopping"] = decided.took(number, made.seconds).facts
        first = dispatches.record(
            self.store,
            part.id,
            number,
            int(key.rpartition(".")[2]),
            made.made,
            made.seconds,
            **known,
        )
        rounds = kept.conditions["rounds"]
        said = f"recorded, {made.seconds:.0f} s" if first else "was recorded before"
        door.log(f"{part.machine}: round {number} of {rounds} {said}")
        await self._forget(part.machine, key)

    async def _made(
        self,
        machine: str,
        sweep: str,
        number: int,
        attempt: int,
        renew: lease.Renew = lambda seconds: None,
        **given: Any,
    ) -> tuple[str, str]:
        """The result of a round, and its key, whoever began it, and however often the way there
        breaks meanwhile. Silent where the machine stays away; _Lost, _Refused.
        """
        of = {"sweep": sweep, "round": number, "attempt": attempt}
        task = json.dumps({**of, "checkout": checked_out(self.root), **given})
        heard, key, told = time.monotonic(), "", ""
        while True:
            renew(PATIENCE_S)
            try:
                state = await (
                    self.cluster.wait(machine, key) if key else self.cluster.begin(machine, task)
                )
                if state["state"] == DONE and str(state["key"]).startswith(f"{sweep}.{number}."):
                    return state["key"], await self.cluster.collect(machine, state["key"])
                heard = time.monotonic()
            except Silent as error:
                state = {"state": "", "why": f"{error.what}: {error.why}"}
                if time.monotonic() - heard > PATIENCE_S:
                    raise
            why = "".join(one for one in str(state.get("why", "")) if one.isprintable())[:400]
            if state["state"] in (LOST, REFUSED):
                kind = _Lost if state["state"] == LOST else _Refused
                raise kind(f"{machine} has no round {number}", why=why)
            key = str(state["key"]) if state["state"] == RUNNING else ""
            if state["state"] in (BUSY, ""):
                if why != told:
                    door.log(f"{machine}: {why}")
                told = why
                await asyncio.sleep(AGAIN_S)

    async def _late(self, part: Part) -> None:
        """Writes down what came of attempts that were given up before a later one was recorded."""
        for one in dispatches.of(self.store, part.id):
            key = f"{part.id}.{one.round}.{one.attempt}"
            with suppress(Silent, StackError):
                if one.state != dispatches.RECORDED and (
                    text := await self.cluster.collect(part.machine, key)
                ):
                    kept = read.find(self.store, part.id)
                    came = making.read(text, planned(kept.conditions, kept.seed), one.round)
                    dispatches.record(self.store, part.id, one.round, one.attempt, (), came.seconds)
                await self.cluster.forget(part.machine, key)

    async def _joined(self, least: int) -> list[str]:
        """The machines, once they are so many."""
        started, told = time.monotonic(), -1
        while True:
            try:
                known = sorted(await self.cluster.machines())
            except Silent:
                if time.monotonic() - started > PATIENCE_S or least == 1:
                    raise
                known = []
            if len(known) >= least:
                return known
            if time.monotonic() - started > PATIENCE_S:
                why = f"{len(known)} joined in {PATIENCE_S:.0f} s: {', '.join(known) or 'none'}"
                do = "start `bench-driver worker` on each, or ask for fewer with --machines"
                raise StackError(f"{least} machines are not there", why=why, do=do)
            if told != (told := len(known)):
                door.log(f"waiting: {told} of {least} machines have joined")
            await asyncio.sleep(AGAIN_S)

    async def _forget(self, machine: str, key: str) -> None:
        with suppress(Silent):
            await self.cluster.forget(machine, key)

    def _hold(self, machine: str, name: str) -> None:
        renew = self._held.enter_context(lease.held(self.store, [lease.of_sweep(name)]))
        self.parts.append(Part(machine, name, renew))

    def _of(self, machine: str) -> str:
        return f"{self.group}.{machine}"

    def _give_up(self, part: Part, error: BenchError) -> None:
        self.given_up[part.machine] = f"{error.what}: {error.why}"
        door.log(f"{part.machine}: given up: {self.given_up[part.machine]}")


def _what(kept: SweepRecord) -> str:
    """What a machine is, in a line: compilers and JDK are shown, and may differ."""
    machine, servers = kept.about["machine"], kept.about["servers"]
    versions = {one.get("runtime_version") for one in servers.values()} - {None}
    return f"{machine['cpu']}, {machine['cores']} cores, {', '.join(sorted(map(str, versions)))}"
