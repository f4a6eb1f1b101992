"""Stores for tests: sweeps written as the driver writes them, with the answers of miniature servers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import select, text

from bench_driver.model.cell import Cell, Contender, SliceTurn
from bench_driver.model.records import Attempt, Conditions, SweepRecord, Turn
from bench_driver.model.scenario import Scenario
from bench_driver.plan.cores import threads_for, twice
from bench_driver.plan.groups import GROUPS, nearest, round_of
from bench_driver.plan.plan import Plan, request
from bench_driver.store import schema, todo, write
from bench_driver.store.database import Store

from .miniatures import CPUS, Json, result

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

    whole = {**parse(answer), "checkpoints": [parse(part) for part in answer["checkpoints"]]}
    return whole | ({"cores": {**cores, "objects_per_s": cores["objects_per_s"] / factor}} if (cores := answer.get("cores")) else {})


#: What a small grouped sweep compares, and on what.
PAIR = (Contender("rust-server"), Contender("java-server"))
CELLS = tuple(Cell(object_type, format_name, "block") for object_type in ("NumericObject", "DummyObject") for format_name in ("JSON", "BSON", "XML"))


def grouped_plan(number: int, *, seed: int = 7, cells: Sequence[Cell] = CELLS, pair: Sequence[Contender] = PAIR) -> list[list[SliceTurn]]:
    """A round's groups, each with its slices."""
    contenders = {cell: twice(pair) if cell.on_all_cores else pair for cell in cells}
    drawn = round_of(contenders, ["rust-provider", "java-provider"], random.Random(seed * 1000 + number), dict.fromkeys(cells, nearest(len(pair), 2, GROUPS)))
    position = iter(range(1, 10_000))
    return [
        [SliceTurn(number, next(position), group.cell, who, group.provider, group.number, place, 1024) for place, who in enumerate(group.order)]
        for group in drawn
    ]


def add_grouped(store: Store, rounds: int, *, planned_at: str = "2026-11-21T12:00:00.000+00:00", **about: Any) -> SweepRecord:
    """A grouped sweep in a store, as yet without runs."""
    kept = write.add_sweep(store, SweepRecord(planned_at[:19].replace(":", "-"), "quick", "planned", 7, planned_at, None, {"rounds": rounds}, about), [])
    for number in range(1, rounds + 1):
        write.add_slices(store, kept.id, [(turn, slice_request(turn)) for group in grouped_plan(number) for turn in group])
    return kept


def slice_request(turn: SliceTurn) -> Json:
    asked = {"object_type": turn.cell.object_type, "object_format": turn.cell.format, "amount": turn.amount, "variants": 1024, "warmup": 1024}
    under = {"source": "replay", **threads_for(turn.contender, CPUS)} if turn.cell.on_all_cores else {"block": 500, "concurrency": 16}
    return {"server_type": turn.provider.partition("-")[0], **asked, **under}


def measure_grouped(store: Store, sweep_id: str, p50_ns: Callable[[SliceTurn], int] = lambda turn: 2000) -> None:
    """Makes every slice of every round, in miniature, each as quick as `p50_ns` says."""
    for number in todo.rounds(store, sweep_id):
        for group in todo.groups(store, sweep_id, number):
            write.add_group(store, [sliced(item, p50_ns(item.turn)) for item in group])
    write.set_state(store, sweep_id, "complete", "2026-11-21T12:10:00.000+00:00")


def sliced(item: todo.PlannedSlice, p50_ns: int) -> Attempt:
    """A slice that did well."""
    answer = result(item.turn.contender.consumer.partition("-")[0], item.request)
    whole = scaled(answer, p50_ns / answer["parse"]["p50_ns"])
    whole["parse"]["p50_ns"] = p50_ns
    whole["cpu"] = {"run_ms": 30.0, "run_queue_wait_ms": 0.1, "steal_ms": 0.5, "canary_ns": [1000, 1010]}
    made = attempt(item.key, item.request, whole)
    return replace(made, notes={**made.notes, "idle_cpu": 0.01})


def as_the_first_driver_left_it(store: Store) -> None:
    """Takes back what later schemas added."""
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE sweep DROP COLUMN label"))
        connection.execute(text("ALTER TABLE sweep DROP COLUMN written"))
        connection.execute(text("DROP TABLE slice"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))


def first(scenario_format: str = "JSON") -> Scenario:
    return next(scenario for scenario in SCENARIOS if scenario.format == scenario_format)
