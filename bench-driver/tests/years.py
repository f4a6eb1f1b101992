"""A store with many nights of a preset, made up: `python -m tests.years FILE --nights 365`. One consumer gets slower on a night, by a part."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from math import exp
from pathlib import Path

from sqlalchemy import insert, select

from bench_driver.model.records import Conditions
from bench_driver.model.scenario import Scenario
from bench_driver.plan.plan import Plan
from bench_driver.store import schema, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .miniatures import Json, engines, result
from .rich import rich
from .stores import add

NAMES = (("rust-server", "java-server"), ("rust-provider", "java-provider"), ("NumericObject", "DummyObject"), ("JSON", "BSON", "XML"))
SCENARIOS = tuple(Scenario(*names) for names in product(*NAMES))
FIRST = datetime(2026, 1, 1, 2, 0, tzinfo=UTC)
MACHINE: Json = {"cpu": "Made-up CPU", "cores": 2, "memory_gib": 24, "system": "Linux"}


def night_plan(seed: int, scenarios: tuple[Scenario, ...] = SCENARIOS, rounds: int = 5) -> Plan:
    groups = dict.fromkeys((scenario.consumer, scenario.format) for scenario in scenarios)
    twice = tuple(tuple(scenario for scenario in scenarios if (scenario.consumer, scenario.format) == group) for group in groups)
    held = Conditions(warmup=100_000)
    return Plan(scenarios, tuple(range(2000, 20_001, 2000)), rounds, seed, held, twice, scenarios, (1, 10, 100, 1000))


def add_nights(
    store: Store, count: int, *, step_at: int, step: float, plan: Plan | None = None, noise: float = 0.02, seed: int = 1, first: datetime = FIRST
) -> None:
    """Nights in a row; from `step_at` on java-server takes longer by `step`. Only the last night's answers say all."""
    generator = random.Random(seed)
    for number in range(count):
        made = plan or night_plan(number)
        servers = {name: {"role": "consumer", **engines(name.partition("-")[0])} for name in (*NAMES[0], *NAMES[1])}
        about: Json = {"machine": MACHINE, "servers": servers, "stack": "native", "commit": f"{number >= step_at:040}", "driver_version": "0.1.0"}
        sweep = add(store, made, planned_at=(first + timedelta(days=number)).isoformat(timespec="milliseconds"), preset="full", **about)
        factors = {"rust": exp(generator.gauss(0, noise)), "java": exp(generator.gauss(0, noise)) * (1 + step * (number >= step_at))}
        _measure(store, sweep.id, generator, factors, detail=number == count - 1)
        write.set_state(store, sweep.id, "complete", sweep.planned_at)


def _measure(store: Store, sweep_id: str, generator: random.Random, factors: dict[str, float], *, detail: bool) -> None:
    """All runs of a sweep in one transaction, where the driver takes one for each: it is the reading that is looked at here."""
    columns = [schema.turn.c[name] for name in ("id", "consumer", "series", "request")]
    with store.writing() as connection:
        turns = connection.execute(select(*columns).where(schema.turn.c.sweep_id == sweep_id)).all()
        points: dict[int, dict[int, int]] = {}
        for key, turn_id, amount in connection.execute(
            select(schema.point.c.id, schema.point.c.turn_id, schema.point.c.amount).join(schema.turn).where(schema.turn.c.sweep_id == sweep_id)
        ):
            points.setdefault(turn_id, {})[amount] = key
        rows, answers = [], {}
        for turn_id, consumer, series, request in turns:
            runtime = consumer.partition("-")[0]
            answers[turn_id] = rich(
                result(runtime, request), generator, series=series, factor=factors[runtime] * (60 if series == "cold" else 1), detail=detail
            )
            rows.append(_attempt(turn_id, request, answers[turn_id]))
        keys = connection.execute(insert(schema.attempt).returning(schema.attempt.c.id, sort_by_parameter_order=True), rows).scalars().all()
        connection.execute(insert(schema.measurement), list(_measurements(dict(zip(answers, keys, strict=True)), answers, points)))


def _attempt(turn_id: int, request: Json, answer: Json) -> Json:
    times = {"started_at": "2026-01-01T02:00:00.000+00:00", "ended_at": "2026-01-01T02:00:01.000+00:00"}
    return {"turn_id": turn_id, "number": 1, "round_attempt": 1, **times, "outcome": "ok", "request": request, "answer": answer, "problem": None, "notes": {}}


def _measurements(keys: dict[int, int], answers: dict[int, Json], points: dict[int, dict[int, int]]) -> Iterator[Json]:
    for turn_id, by_amount in points.items():
        for row in write._figures(answers[turn_id], by_amount):
            yield {"point_id": by_amount[row["amount"]], "attempt_id": keys[turn_id], **row}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--nights", type=int, default=365)
    given = parser.parse_args()
    with open_store(str(given.file)) as store:
        add_nights(store, given.nights, step_at=given.nights * 2 // 3, step=0.1)


if __name__ == "__main__":
    main()
