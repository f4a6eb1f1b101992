"""The sweep: writes the plan into the store, then measures round by round, each with the servers anew.

What is in the store decides what is to do, so that a new sweep, once planned, and one that goes on after it was cut are the same thing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from .. import moment
from ..errors import BenchError, ServerLost, StoreError, UsageError
from ..model.best import KEY
from ..model.cell import Cell, Contender
from ..model.condition import PUSHES
from ..model.records import SweepRecord
from ..model.series import EQUAL
from ..model.sizes import type_of
from ..plan.announced import Announced
from ..plan.best import best_plan
from ..plan.contenders import grouped_plan
from ..plan.grouped import GroupedPlan
from ..plan.plan import Plan, plan_of
from ..plan.request import GroupedRequest, Processes, Request
from ..plan.stopping import at_first
from ..servers.base import Servers
from ..servers.identity import Live, joined, refuse_changed
from ..servers.specs import RUNTIMES
from ..store import read, todo, write
from ..store.database import Store
from . import by_amounts, in_groups
from .by_amounts import ByAmounts
from .in_groups import InGroups
from .round import Measuring, Reporter, Round, ready


@dataclass
class Outcome:
    """How a sweep ended: planned or before that, to its end or not, and how many of its runs failed."""

    sweep: SweepRecord | None = None
    interrupted: bool = False
    error: BenchError | None = None
    failed: int = 0


@dataclass
class SweepRun:
    """One sweep of some servers into a store. `renew` is told before each run for how many seconds it may go on; a new sweep gets `label`."""

    servers: Servers
    store: Store
    reporter: Reporter = field(default_factory=Reporter)
    renew: Callable[[float], None] = lambda seconds: None
    label: str | None = None
    outcome: Outcome = field(default_factory=Outcome, init=False)
    _walks: dict[tuple[Cell, Contender], float] = field(default_factory=dict, init=False)

    def run(self, wanted: Request | GroupedRequest, about: Mapping[str, Any], name: str | None = None) -> Outcome:
        """A new sweep, named after the time where it is not given a name; `about` goes into its plan as it is.

        Never raises for what happens to runs or servers, or on Ctrl-C: the outcome says it, and what was measured is kept.
        """
        with self._ending(), self.servers.session(), self._noted():
            self._guarded(lambda: self._first(wanted, about, name))
            if self.outcome.sweep:
                self._rest(self.outcome.sweep, tried=1)
        return self.outcome

    def resume(self, kept: SweepRecord) -> Outcome:
        """Goes on with a sweep: every round that lacks a run is done, as a whole. The same outcome as of a new one."""
        self.outcome.sweep = kept
        with self._ending(), self.servers.session(), self._noted():
            write.set_state(self.store, kept.id, "running")
            self._announce(kept)
            self._rest(kept)
        return self.outcome

    def dry_run(self, wanted: Request | GroupedRequest) -> Plan | GroupedPlan:
        """What a new sweep would do, by what the servers say; nothing is measured or written. BenchError."""
        with self.servers.session():
            self.reporter.starting(1)
            with ready(self.servers, 1) as first:
                return self._plan(wanted, joined(first.live))

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """Notes how the block ended, here and in the store."""
        with self._noted():
            yield
        outcome = self.outcome
        if outcome.sweep:
            with self._noted():
                lacking = not outcome.error and in_groups.to_do(self.store, outcome.sweep.id)
                cut = outcome.interrupted or lacking
                state = "interrupted" if cut else "failed" if outcome.error else "complete"
                write.set_state(self.store, outcome.sweep.id, state, moment.now())
                if lacking and not outcome.interrupted:
                    rounds = ", ".join(map(str, lacking))
                    raise StoreError(
                        f"sweep {outcome.sweep.id} lacks runs of its rounds {rounds}",
                        why="somebody else took them back meanwhile",
                        do=f"go on with `bench-driver sweep --resume {outcome.sweep.id}`",
                    )

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Puts into the outcome what ends the block; of two errors the first, which is likelier the cause."""
        try:
            yield
        except KeyboardInterrupt:
            self.outcome.interrupted = True
        except BenchError as error:
            self.outcome.error = self.outcome.error or error

    def _guarded(self, measure: Callable[[], None]) -> None:
        """Measures a round. Where it loses a server, the next may do better with fresh ones, and this one can be done again later."""
        try:
            measure()
        except ServerLost as error:
            self.outcome.error = self.outcome.error or error

    def _first(self, wanted: Request | GroupedRequest, about: Mapping[str, Any], name: str | None) -> None:
        begun = self._begins(1)
        with ready(self.servers, 1) as first:
            kept = self.outcome.sweep = self._write(wanted, joined(first.live), about, name)
            first.object_types = _object_types(kept)
            self._announce(kept)
            self._measure(first, kept, begun)

    def _rest(self, kept: SweepRecord, tried: int = 0) -> None:
        """Makes every round that is to do, once, and those that are decided on meanwhile."""
        done = {tried}
        while True:
            to_do = in_groups.to_do(self.store, kept.id)
            if left := [number for number in to_do if number not in done]:
                done.add(left[0])
                self._guarded(lambda number=left[0]: self._again(kept, number))  # type: ignore[misc]
            elif to_do or not in_groups.decide(self.store, kept.id):
                break
            else:
                self._announce(read.find(self.store, kept.id))

    def _again(self, kept: SweepRecord, number: int) -> None:
        started = self._begins(number)
        object_types = _object_types(kept)
        with ready(self.servers, number, object_types) as begun:
            refuse_changed(joined(begun.live), kept.about["servers"], object_types)
            self._measure(begun, kept, started)

    def _begins(self, number: int) -> float:
        """Tells that a round begins, and gives when it does."""
        self.reporter.starting(number)
        return time.monotonic()

    def _measure(self, begun: Round, kept: SweepRecord, started: float) -> None:
        to = Measuring(self.store, self.reporter, self.renew, self._failed, self._walks)
        if not kept.in_groups:
            by_amounts.measure(begun, kept, to)
            return
        in_groups.measure(begun, read.find(self.store, kept.id), to)
        self.reporter.looked(in_groups.ended(self.store, kept.id, begun.number, time.monotonic() - started))

    def _failed(self) -> None:
        self.outcome.failed += 1

    def _announce(self, kept: SweepRecord) -> None:
        numbers = todo.rounds(self.store, kept.id)
        self.reporter.planned(kept, todo.work(self.store, kept.id, numbers))

    def _plan(self, wanted: Request | GroupedRequest, live: Mapping[str, Live]) -> Plan | GroupedPlan:
        consumers = {name: server.engines for name, server in live.items() if server.target.role == "consumer"}
        providers = [name for name, server in live.items() if server.target.role == "provider"]
        if isinstance(wanted, GroupedRequest):
            _refuse_pushes("--condition", wanted.conditions, live)
            wanted = _with_equal(replace(wanted, processes=self._processes(wanted)), consumers)
            second = self.servers.restarts and self.servers.multiplies
            if wanted.best:
                return best_plan(wanted, wanted.best, consumers, providers, with_itself=second)
            return grouped_plan(wanted, consumers, providers, with_itself=second)
        _refuse_pushes("--source", (wanted.conditions.source,), live)
        return plan_of(wanted if self.servers.restarts else replace(wanted, cold="none"), consumers, providers)

    def _processes(self, wanted: GroupedRequest) -> Processes:
        """What a process parses, as far as the servers can be had so."""
        if not self.servers.restarts:
            return "shared"
        return "format" if wanted.processes == "engine" and not self.servers.multiplies else wanted.processes

    def _write(self, wanted: Request | GroupedRequest, live: Mapping[str, Live], about: Mapping[str, Any], name: str | None) -> SweepRecord:
        plan, now = self._plan(wanted, live), moment.now()
        servers = {name: {**server.whereabouts(), **server.raw} for name, server in live.items()}
        known = {**about, **self.servers.describe(), "servers": servers}
        design: ByAmounts | InGroups
        if isinstance(plan, GroupedPlan):
            assert isinstance(wanted, GroupedRequest), "a plan in groups is of such a request"
            design = InGroups(plan, at_first(wanted.stopping))
            known |= {"stopping": design.decided.facts} | ({} if self.servers.restarts else {"starts": 1})
            known |= {KEY: wanted.best.facts} if wanted.best else {}
        else:
            design = ByAmounts(plan)
        said = json.loads(json.dumps({"conditions": design.facts, "about": known}))  # as it is read back
        kept = SweepRecord(name or moment.name(), wanted.preset, "running", plan.seed, now, None, **said, label=self.label)
        return write.add_sweep(self.store, kept, design.turns(servers))


def _object_types(kept: SweepRecord) -> list[str]:
    """Those that a sweep measures, each once."""
    measured = kept.conditions["cells" if kept.in_groups else "scenarios"]
    return list(dict.fromkeys(type_of(one["object_type"]) for one in measured))


def _with_equal(wanted: GroupedRequest, consumers: Mapping[str, Announced]) -> GroupedRequest:
    """The request; where the series of equal checks lacks a consumer, without that series if a preset asked for it. UsageError where somebody did."""
    if EQUAL not in wanted.checks or wanted.engines:
        return wanted
    if lacking := [name for name in RUNTIMES if name in consumers and not any(EQUAL in engine.series for engine in consumers[name].engines)]:
        if not wanted.explicit_checks and len(wanted.checks) > 1:
            return replace(wanted, checks=tuple(name for name in wanted.checks if name != EQUAL))
        why = "its engines with equal checks are a build of their own, and only native servers are started from it"
        others = " and ".join(f"--consumer {name}" for name in consumers if name not in lacking) or "another consumer"
        raise UsageError(f"{lacking[0]} has no engine with equal checks here", why=why, do=f"say --checks usual, sweep with --stack native, or name {others}")
    return wanted


def _refuse_pushes(option: str, conditions: Sequence[str], live: Mapping[str, Live]) -> None:
    """UsageError where providers are to push whom the driver cannot ask to."""
    pushes = [name for name in conditions if name in PUSHES]
    if pushes and (apart := [name for name, server in live.items() if server.target.role == "provider" and not server.client]):
        why = f"the driver asks providers to push, and only the consumers reach {apart[0]}"
        raise UsageError(f"{option} {pushes[0]} cannot be measured here", why=why, do="leave it out, or sweep with native servers")
