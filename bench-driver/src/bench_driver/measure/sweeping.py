"""The sweep: writes the plan into the store, then measures round by round, each with the servers
anew.

What is in the store decides what is to do, so that a new sweep, once planned, and one that goes on
after it was cut are the same thing.
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
from ..model import shape
from ..model.best import KEY
from ..model.cell import Contender, Turn
from ..model.condition import PUSHES
from ..model.records import AGAIN_OF, SweepRecord
from ..model.series import EQUAL
from ..plan import stopping
from ..plan.announced import Announced
from ..plan.best_plan import best_plan
from ..plan.contenders import plan_of, plan_with
from ..plan.looks import looks
from ..plan.plan import Plan, planned
from ..plan.request import Processes, Request
from ..plan.stopping import at_first
from ..servers.base import Servers
from ..servers.identity import Live, joined, refuse_changed
from ..servers.specs import RUNTIMES
from ..store import read, write
from ..store.database import Store
from ..store.slices import whole_slices
from ..system import signals
from .call import Run
from .ready import Reporter, Round, ready
from .round import RoundRun, Walks


@dataclass
class Outcome:
    """How a sweep ended: planned or before that, to its end or not, and how many of its runs
    failed.
    """

    sweep: SweepRecord | None = None
    interrupted: bool = False
    error: BenchError | None = None
    failed: int = 0


@dataclass
class SweepRun:
    """One sweep of some servers into a store.

    `renew` is told before each run for how many seconds it may go on; a new sweep gets `label`.
    """

    servers: Servers
    store: Store
    reporter: Reporter = field(default_factory=Reporter)
    renew: Callable[[float], None] = lambda seconds: None
    label: str | None = None
    outcome: Outcome = field(default_factory=Outcome, init=False)
    _walks: Walks = field(default_factory=dict, init=False)

    def run(self, wanted: Request, about: Mapping[str, Any], name: str | None = None) -> Outcome:
        """A new sweep, named after the time where it is not given a name; `about` goes into its
        plan as it is.

        Never raises for what happens to runs or servers, or on Ctrl-C: the outcome says it, and
        what was measured is kept.
        """
        with self._ending(), self.servers.session(), self._noted():
            self._guarded(lambda: self._first(wanted, about, name))
            if self.outcome.sweep:
                self._rest(self.outcome.sweep, tried=1)
        return self.outcome

    def resume(self, kept: SweepRecord) -> Outcome:
        """Goes on with a sweep: every round that lacks a run is done, as a whole.

        The same outcome as of a new one.
        """
        self.outcome.sweep = kept
        with self._ending(), self.servers.session(), self._noted():
            write.set_state(self.store, kept.id, "running")
            self._announce(kept)
            self._rest(kept)
        return self.outcome

    def plan(self, wanted: Request, live: Mapping[str, Live]) -> Plan:
        """What a new sweep of servers that say so would do. UsageError where nothing can be."""
        consumers = {
            server.target.contender: server.engines
            for server in live.values()
            if server.target.role == "consumer"
        }
        providers = [name for name, server in live.items() if server.target.role == "provider"]
        _refuse_pushes(wanted.conditions, live)
        held = wanted.held if self.servers.restarts else replace(wanted.held, cold="none")
        wanted = replace(wanted, processes=self._processes(wanted), held=held)
        wanted = _with_equal(wanted, consumers)
        # A second process of each consumer takes as long to warm: too long for a first answer.
        several = self.servers.restarts and self.servers.multiplies
        second = several and wanted.preset != "first"
        if wanted.contenders:
            return plan_with(wanted, wanted.contenders, providers, with_itself=False)
        if wanted.best:
            return best_plan(wanted, wanted.best, consumers, providers, with_itself=second)
        return plan_of(wanted, consumers, providers, with_itself=second)

    def dry_run(self, wanted: Request) -> Plan:
        """What a new sweep would do, by what the servers say; nothing is measured or written.
        BenchError.
        """
        with self.servers.session():
            self.reporter.starting(1)
            with ready(self.servers, 1) as first:
                return self.plan(wanted, joined(first.live))

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """Notes how the block ended, here and in the store."""
        with self._noted():
            yield
        outcome = self.outcome
        if outcome.sweep:
            with self._noted():
                lacking = not outcome.error and to_do(read.find(self.store, outcome.sweep.id))
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
        """Puts into the outcome what ends the block; of two errors the first, which is likelier the
        cause.
        """
        try:
            yield
        except KeyboardInterrupt:
            self.outcome.interrupted = True
        except BenchError as error:
            self.outcome.error = self.outcome.error or error

    def _guarded(self, measure: Callable[[], None]) -> None:
        """Measures a round.

        Where it loses a server, the next may do better with fresh ones, and this one can be done
        again later.
        """
        try:
            measure()
        except ServerLost as error:
            self.outcome.error = self.outcome.error or error

    def _first(self, wanted: Request, about: Mapping[str, Any], name: str | None) -> None:
        begun = self._begins(1)
        with ready(self.servers, 1) as first:
            kept = self.outcome.sweep = self.write_plan(wanted, joined(first.live), about, name)
            first.object_types = _object_types(kept)
            self._announce(kept)
            self._measure(first, kept, begun)

    def _rest(self, kept: SweepRecord, tried: int = 0) -> None:
        """Makes every round that is to do, once, and those that are decided on meanwhile."""
        done = {tried}
        while True:
            rounds = to_do(read.find(self.store, kept.id))
            if left := [number for number in rounds if number not in done]:
                done.add(left[0])
                self._guarded(lambda number=left[0]: self._again(kept, number))  # type: ignore[misc]
            elif rounds or not decide(self.store, kept.id):
                break
            else:
                self._announce(kept)

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
        """Makes a round anew, and writes its runs as they come.

        What an earlier attempt at it measured is void.
        """
        attempt = write.begin_round(self.store, kept.id, begun.number)
        kept = read.find(self.store, kept.id)
        plan, decided = planned(kept.conditions, kept.seed), stopping.read(kept.about["stopping"])
        cells = list(kept.about.get("cells", ()))
        due = decided.due(plan.contenders, begun.number)
        facts = kept.about["servers"]
        made = RoundRun(plan, begun, facts, cells, due, self.reporter, self.renew, self._walks)
        for batch in made.batches():
            runs = [(turn, asked, run.attempt) for turn, asked, run in batch.runs]
            known = {"cells": cells} if batch.cells else {}
            with signals.deferred():  # a group is in the store as a whole, or not at all
                write.add_runs(self.store, kept.id, attempt, runs, **known)
            if known:
                self._announce(kept)
            for turn, _, run in batch.runs:
                self._ended(turn, run)
        self.reporter.looked(self._took(kept, begun.number, time.monotonic() - started))

    def _ended(self, turn: Turn, run: Run) -> None:
        """Tells of a run that is written down.

        Raises:
            ServerLost: where it lost a server.

        """
        self.outcome.failed += not run.ok
        self.reporter.ended(turn, run)
        if run.lost:
            raise run.lost

    def _took(self, kept: SweepRecord, number: int, seconds: float) -> list[str]:
        """Notes how long a round took, and gives what is known so far, a line each."""
        facts = read.find(self.store, kept.id).about["stopping"]
        write.add_about(
            self.store, kept.id, stopping=stopping.read(facts).took(number, seconds).facts
        )
        return so_far(self.store, read.find(self.store, kept.id))

    def _announce(self, kept: SweepRecord) -> None:
        self.reporter.planned(read.find(self.store, kept.id))

    def _processes(self, wanted: Request) -> Processes:
        """What a process parses, as far as the servers can be had so."""
        if not self.servers.restarts:
            return "shared"
        return (
            "format"
            if wanted.processes == "engine" and not self.servers.multiplies
            else wanted.processes
        )

    def write_plan(
        self, wanted: Request, live: Mapping[str, Live], about: Mapping[str, Any], name: str | None
    ) -> SweepRecord:
        """Writes down a new sweep of servers that say so; UsageError where nothing can be."""
        plan, now = self.plan(wanted, live), moment.now()
        servers = {name: server.kept() for name, server in live.items()}
        known = {**about, **self.servers.describe(), "servers": servers}
        decided = at_first(wanted.stopping)
        known |= {"stopping": decided.facts} | ({} if self.servers.restarts else {"starts": 1})
        known |= {KEY: wanted.best.facts} if wanted.best else {}
        if shapes := about.get(shape.KEY):
            types = {cell.object_type for cell in plan.contenders}  # of others no plan tells
            known[shape.KEY] = {name: one for name, one in shapes.items() if name in types}
        known |= {AGAIN_OF: wanted.again_of} if wanted.again_of else {}
        held = {"rounds": decided.rounds, **plan.facts}
        said = json.loads(json.dumps({"conditions": held, "about": known}))  # as it is read back
        kept = SweepRecord(
            name or moment.name(),
            wanted.preset,
            "running",
            plan.seed,
            now,
            None,
            **said,
            label=self.label,
        )
        return write.add_sweep(self.store, kept)


def to_do(kept: SweepRecord) -> list[int]:
    """The rounds that a sweep lacks, of those that are decided: which have not ended."""
    ended = kept.about.get("stopping", {}).get("seconds", {})
    rounds = range(1, int(kept.conditions.get("rounds", 0)) + 1)
    return [number for number in rounds if str(number) not in ended]


def so_far(store: Store, kept: SweepRecord) -> list[str]:
    """The ratios of a sweep as far as it got, a line each."""
    pairs = stopping.primary(planned(kept.conditions, kept.seed).contenders)
    figures = stopping.figures(whole_slices(store, kept.id), pairs)
    decided = stopping.read(kept.about["stopping"])
    return looks(figures, pairs, decided, one_start=kept.about.get("starts") == 1)


def decide(store: Store, sweep_id: str) -> bool:
    """Decides how many rounds there are to be, once all that were decided are made.

    Says whether there is more to make.
    """
    kept = read.find(store, sweep_id)
    before = stopping.read(kept.about["stopping"])
    if before.decided:
        return False
    pairs = stopping.primary(planned(kept.conditions, kept.seed).contenders)
    decided = stopping.after(before, stopping.figures(whole_slices(store, sweep_id), pairs))
    write.add_rounds(store, sweep_id, decided.rounds, stopping=decided.facts)
    return decided.rounds > before.rounds


def _object_types(kept: SweepRecord) -> list[str]:
    """Those that a sweep measures, each once."""
    return list(dict.fromkeys(one["object_type"] for one in kept.conditions["cells"]))


def _with_equal(wanted: Request, consumers: Mapping[Contender, Announced]) -> Request:
    """The request; where the series of equal checks lacks a consumer, without that series if a
    preset asked for it. UsageError where somebody did.
    """
    if EQUAL not in wanted.checks or wanted.engines:
        return wanted
    if lacking := [
        name
        for name in RUNTIMES
        if Contender(name) in consumers
        and not any(EQUAL in engine.series for engine in consumers[Contender(name)].engines)
    ]:
        if not wanted.explicit_checks and len(wanted.checks) > 1:
            return replace(wanted, checks=tuple(name for name in wanted.checks if name != EQUAL))
        why = (
            "its engines with equal checks are a build of their own, which only native servers have"
        )
        rest = [who.server for who in consumers if who.server not in lacking]
        others = " and ".join(f"--consumer {name}" for name in rest) or "another consumer"
        raise UsageError(
            f"{lacking[0]} has no engine with equal checks here",
            why=why,
            do=f"say --checks usual, sweep with --stack native, or name {others}",
        )
    return wanted


def _refuse_pushes(conditions: Sequence[str], live: Mapping[str, Live]) -> None:
    """UsageError where providers are to push whom the driver cannot ask to."""
    pushes = [name for name in conditions if name in PUSHES]
    if pushes and (
        apart := [
            name
            for name, server in live.items()
            if server.target.role == "provider" and server.target.url is None
        ]
    ):
        why = f"pushes are started by the driver, and it cannot reach {apart[0]}"
        raise UsageError(
            f"--condition {pushes[0]} cannot be measured here",
            why=why,
            do="leave it out, or sweep with native servers",
        )
