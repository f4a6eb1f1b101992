"""The sweep: starts the servers anew each round, checks who they are, runs the plan, and writes down each run as it ends.

It takes the servers from whoever can give them (`Servers`): one of the stacks, or miniatures in tests.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from . import signals
from .client import Client, Event
from .contract import Engines, read
from .errors import BenchError, RunFailed, ServerError
from .plan import WARM_UP_CONCURRENCY, Conditions, Job, Plan, Scenario, choose, scenarios
from .points import Record, succeeded
from .results import Results


@dataclass(frozen=True)
class Target:
    """A server to sweep: its name, the runtime it should be, its role, and where it is.

    `url` is its origin for the driver, None for a provider that only consumers reach. Such a one needs the other two: `for_consumers`, its origin for
    them, and `said`, what it answers to `GET /engines`.
    """

    name: str
    runtime: str
    role: str
    url: str | None
    for_consumers: str | None = None
    said: dict[str, Any] | None = None

    @property
    def provider_url(self) -> str:
        """The origin that a run names where this is its provider."""
        origin = self.for_consumers or self.url
        assert origin is not None, "somebody reaches every server"
        return origin


class Servers(Protocol):
    """Whoever can give the servers of a sweep."""

    def session(self) -> AbstractContextManager[None]:
        """What lasts for all rounds: made ready within the block, taken away after it."""

    def round(self, number: int) -> AbstractContextManager[Sequence[Target]]:
        """The servers of a round, ready within the block; within a session."""

    def describe(self) -> dict[str, Any]:
        """What the plan keeps of them: `stack`, its name; `stack_in_words` and `each_round`, for the summary; and more as the stack has it. Within a round."""


@dataclass(frozen=True)
class Request:
    """What the user asks for; filters that are empty take all."""

    amounts: tuple[int, ...]
    rounds: int
    seed: int
    conditions: Conditions = field(default_factory=Conditions)
    object_types: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()


class Reporter:
    """Hears how the sweep goes; this one keeps it to itself."""

    def planned(self, plan: Plan) -> None:
        """The plan stands."""

    def starting(self, number: int, rounds: int) -> None:
        """The servers of a round are being started."""

    def warming(self, job: Job) -> None:
        """A scenario's provider is being warmed; the job's order is 0."""

    def began(self, job: Job) -> None:
        """A scenario's turn has come."""

    def progressed(self, job: Job, part: float) -> None:
        """So much of a turn is done, 0 to 1."""

    def ended(self, job: Job, record: Record) -> None:
        """A run has ended and is written down."""


@dataclass
class Outcome:
    """How a sweep ended: with a plan or before there was one, to its end or not."""

    plan: Plan | None = None
    interrupted: bool = False
    error: BenchError | None = None
    failed: int = 0


@dataclass(frozen=True)
class _Live:
    """A server that answers, and what it says of itself."""

    target: Target
    client: Client | None
    engines: Engines
    raw: dict[str, Any]


class Sweep:
    """One sweep into one folder."""

    def __init__(self, servers: Servers, results: Results, request: Request, reporter: Reporter, about: Mapping[str, Any]) -> None:
        """`about` goes into the plan as it is: commit, command, machine, versions."""
        self._servers, self._results, self._request, self._reporter, self._about = servers, results, request, reporter, about
        self._outcome = Outcome()
        self._first: dict[str, dict[str, Any]] = {}

    def run(self) -> Outcome:
        """Sweeps; never raises for what happens to runs or servers, or on Ctrl-C: the outcome says it, and what was measured is kept."""
        # Twice, so that a session that cannot be ended well does not hide how the rounds ended.
        with self._noted(), self._servers.session(), self._noted():
            for number in range(1, self._request.rounds + 1):
                self._reporter.starting(number, self._request.rounds)
                with self._servers.round(number) as targets, ExitStack() as open_clients:
                    self._round(number, {target.name: self._meet(target, open_clients) for target in targets})
        return self._outcome

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Puts into the outcome what ends the block; of two errors the first, which is likelier the cause."""
        try:
            yield
        except KeyboardInterrupt:
            self._outcome.interrupted = True
        except BenchError as error:
            self._outcome.error = self._outcome.error or error

    def _meet(self, target: Target, open_clients: ExitStack) -> _Live:
        """Asks a server who it is; ServerError where it is not who it should be, or not who it was in the first round."""
        origin = target.url or target.provider_url
        client = open_clients.enter_context(Client(target.url)) if target.url else None
        raw = client.engines()[1] if client else target.said
        engines = read(Engines, raw, f"GET {origin}/engines")
        assert raw is not None, "what was read is there"
        if engines.runtime != target.runtime:
            why = f"GET {origin}/engines says runtime {engines.runtime!r}, and {target.name} should be {target.runtime!r}"
            raise ServerError(f"{origin} is not {target.name}", why=why, do="stop what listens there, or give other ports")
        if self._first.setdefault(target.name, raw) != raw:
            why = "its versions, flags or engines differ from the first round's"
            raise ServerError(f"{target.name} changed during the sweep", why=why, do="sweep again, and build nothing meanwhile")
        return _Live(target, client, engines, raw)

    def _round(self, number: int, live: dict[str, _Live]) -> None:
        if self._outcome.plan is None:
            self._outcome.plan = self._plan(live)
            self._reporter.planned(self._outcome.plan)
        self._warm_providers(number, self._outcome.plan, live)
        for job in self._outcome.plan.jobs():
            if job.round == number:
                self._reporter.began(job)
                self._job(job, live[job.scenario.consumer], live[job.scenario.provider])

    def _plan(self, live: dict[str, _Live]) -> Plan:
        consumers = [name for name, server in live.items() if server.target.role == "consumer"]
        providers = [name for name, server in live.items() if server.target.role == "provider"]
        engines = [engine for name in consumers for engine in live[name].engines.engines]
        object_types = list(dict.fromkeys(name for engine in engines for name in engine.object_types))
        formats = list(dict.fromkeys(engine.format for engine in engines))
        request = self._request
        chosen = scenarios(
            consumers, providers, choose(request.object_types, object_types, "--object-type"), choose(request.formats, formats, "--format")
        )  # fmt: skip
        plan = Plan(chosen, request.amounts, request.rounds, request.seed, request.conditions)
        servers = {name: {**_whereabouts(server.target), **server.raw} for name, server in live.items()}
        self._results.write_plan({**self._about, **self._servers.describe(), "servers": servers, **_plan_facts(plan)})
        return plan

    def _warm_providers(self, number: int, plan: Plan, live: dict[str, _Live]) -> None:
        """Every scenario once, quickly: a provider that still compiles would answer late, and the consumer parses slower after a longer wait."""
        amount = self._request.conditions.warmup_provider
        for scenario in plan.scenarios if amount else ():
            job, consumer = Job(number, 0, scenario, ()), live[scenario.consumer]
            self._reporter.warming(job)
            body = self._body(scenario, consumer, live[scenario.provider])
            self._run(job, "provider-warmup", consumer, {**body, "amount": amount, "concurrency": WARM_UP_CONCURRENCY}, (0.0, 0.0))

    def _body(self, scenario: Scenario, consumer: _Live, provider: _Live) -> dict[str, Any]:
        """What every run of a scenario asks for."""
        body: dict[str, Any] = {
            "provider_url": provider.target.provider_url,
            "object_format": scenario.format,
            "server_type": provider.target.runtime,
            "object_type": scenario.object_type,
            "variants": self._request.conditions.variants,
        }
        engine = consumer.engines.default(scenario.format)
        return {**body, "engine": engine.name} if engine else body

    def _job(self, job: Job, consumer: _Live, provider: _Live) -> None:
        """A scenario's turn: its warm-up by replay, then its runs. Where the warm-up fails nothing is measured, since it would be a cold figure."""
        held, base = self._request.conditions, self._body(job.scenario, consumer, provider)
        if held.warmup and not self._run(job, "warmup", consumer, {**base, "amount": held.warmup, "source": "replay"}, (0.0, 0.3)):
            return
        start = 0.3 if held.warmup else 0.0
        for number, amounts in enumerate(job.runs):
            body = {**base, "amount": amounts[-1], "source": held.source, "concurrency": held.concurrency, "warmup": held.warmup_http}
            share = (1 - start) / len(job.runs)
            window = (start + number * share, start + (number + 1) * share)
            self._run(job, "measured", consumer, body if held.independent else {**body, "checkpoints": list(amounts)}, window)

    def _run(self, job: Job, phase: str, consumer: _Live, body: dict[str, Any], window: tuple[float, float]) -> bool:
        """One run, written down whatever comes of it; says whether it did well. `window` is its part of the job's progress."""
        checkpoints: list[Event] = []

        def heard(event: Event) -> None:
            if event["event"] == "checkpoint":
                checkpoints.append(event)
                self._reporter.progressed(job, window[0] + (window[1] - window[0]) * event.get("amount", 0) / body["amount"])

        record: Record = {"round": job.round, "order": job.order, "scenario": asdict(job.scenario), "phase": phase, "request": body}
        record |= {"started": datetime.now(UTC).isoformat(timespec="milliseconds"), "load_average": os.getloadavg()[0]}
        start = time.monotonic()
        assert consumer.client is not None, "every stack lets the driver reach its consumers"
        try:
            _, answer = consumer.client.run(body, heard)
            record |= {"outcome": "ok", "answer": answer}
        except (RunFailed, ServerError) as error:
            # What was measured before it failed is kept for whoever wants to know why, but never becomes a figure.
            record |= {"outcome": "failed", "problem": _problem(error), "checkpoints": checkpoints}
            self._outcome.failed += 1
        record["seconds"] = round(time.monotonic() - start, 3)
        with signals.deferred():  # a run that has ended is written down as a whole
            self._results.append(record)
        self._reporter.progressed(job, window[1])
        self._reporter.ended(job, record)
        return succeeded(record)


def _problem(error: BenchError) -> dict[str, Any]:
    """What the record keeps of a failure: the server's problem as it came, else the driver's words under a code of its own."""
    if isinstance(error, RunFailed):
        return error.problem
    return {"code": "driver_" + type(error).__name__.lower(), "detail": f"{error.what}: {error.why}"}


def _whereabouts(target: Target) -> dict[str, Any]:
    """Where a server is, as `plan.json` has it: `url` is null where the driver does not reach it, `provider_url` is there where consumers call it otherwise."""
    return {"role": target.role, "url": target.url} | ({"provider_url": target.provider_url} if target.provider_url != target.url else {})


def _plan_facts(plan: Plan) -> dict[str, Any]:
    """The plan as `plan.json` has it, its order spelled out."""

    def job(item: Job) -> dict[str, Any]:
        return {"round": item.round, "order": item.order, "scenario": asdict(item.scenario), "runs": item.runs}

    scenario_list: list[dict[str, Any]] = [asdict(scenario) for scenario in plan.scenarios]
    facts = {"amounts": plan.amounts, "rounds": plan.rounds, "seed": plan.seed, "conditions": asdict(plan.conditions)}
    return {**facts, "scenarios": scenario_list, "order": [job(item) for item in plan.jobs()]}


def scenarios_of(plan: dict[str, Any]) -> list[Scenario]:
    """The scenarios of a `plan.json`."""
    return [Scenario(**item) for item in plan["scenarios"]]
