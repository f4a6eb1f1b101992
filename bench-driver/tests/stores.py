"""Stores for tests: sweeps written as the driver writes them, with the answers of miniature servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from sqlalchemy import select

from bench_driver.model.records import Attempt, Conditions, SweepRecord, Turn
from bench_driver.model.scenario import Scenario
from bench_driver.plan.plan import Plan, request
from bench_driver.store import schema, write
from bench_driver.store.database import Store

from .miniatures import Json, result

SCENARIOS = tuple(
    Scenario(consumer, "rust-provider", "DummyObject", format_name) for consumer in ("rust-server", "java-server") for format_name in ("JSON", "XML")
)


def small_plan(**changes: Any) -> Plan:
    given: dict[str, Any] = {"scenarios": SCENARIOS, "amounts": (10, 20), "rounds": 2, "seed": 7, "conditions": Conditions(warmup_provider=5, warmup=50)}
    return Plan(**{**given, "twice": (SCENARIOS[:1],), "cold": SCENARIOS, "cold_amounts": (1, 10), **changes})


def add(store: Store, plan: Plan, *, planned_at: str = "2026-11-21T12:00:00.000+00:00", preset: str = "quick", **about: Any) -> SweepRecord:
    """A plan in a store, as yet without runs."""
    facts = {"rounds": plan.rounds, "amounts": list(plan.amounts), "cold_amounts": list(plan.cold_amounts), **asdict(plan.conditions)}
    facts["scenarios"] = [asdict(scenario) for scenario in plan.scenarios]
    wanted = SweepRecord(planned_at[:19].replace(":", "-"), preset, "planned", plan.seed, planned_at, None, facts, about)
    return write.add_sweep(store, wanted, ((turn, asked(turn, plan)) for turn in plan.turns()))


def asked(turn: Turn, plan: Plan) -> Json:
    return request(turn, plan.conditions, server_type=turn.scenario.provider.partition("-")[0], engine=None)


def keys(store: Store, sweep_id: str) -> Iterator[tuple[int, int, str, str, Json]]:
    """Key, round, series, consumer and request of each turn, in order."""
    columns = [schema.turn.c[name] for name in ("id", "round", "series", "consumer", "request")]
    query = select(*columns).where(schema.turn.c.sweep_id == sweep_id).order_by(schema.turn.c.round, schema.turn.c.position)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    yield from ((row[0], row[1], row[2], row[3], row[4]) for row in rows)


def attempt(key: int, body: Json, answer: Json | None, problem: Json | None = None, round_attempt: int = 1) -> Attempt:
    outcome = "ok" if answer else "failed"
    return Attempt(key, round_attempt, "2026-11-21T12:00:01.000+00:00", "2026-11-21T12:00:02.500+00:00", outcome, body, answer, problem, {"seconds": 1.5})


def measure(store: Store, sweep_id: str, change: Callable[[Json, str, int], Json] = lambda answer, series, number: answer) -> None:
    """Makes every run of a sweep, in miniature; `change` makes of an answer, by series and round, another."""
    for key, number, series, consumer, body in keys(store, sweep_id):
        write.add_attempt(store, attempt(key, body, change(result(consumer.partition("-")[0], body), series, number)))
    write.set_state(store, sweep_id, "complete", "2026-11-21T12:10:00.000+00:00")


def scaled(answer: Json, factor: float) -> Json:
    """The answer of a server that takes so many times as long."""

    def parse(part: Json) -> Json:
        times = {name: type(value)(round(value * factor, 3)) for name, value in part["parse"].items() if name != "timer_overhead_ns"}
        return {**part, "parse": {**part["parse"], **times}}

    return {**parse(answer), "checkpoints": [parse(part) for part in answer["checkpoints"]]}


def first(scenario_format: str = "JSON") -> Scenario:
    return next(scenario for scenario in SCENARIOS if scenario.format == scenario_format)
