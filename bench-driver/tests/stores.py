"""Stores for tests: sweeps written as the driver writes them, with the answers of miniature
servers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text

from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.formats import USUAL
from bench_driver.model.records import Attempt, SweepRecord
from bench_driver.model.scenario import Scenario
from bench_driver.plan.groups import GROUPS, nearest, round_of
from bench_driver.plan.threads import threads_for, twice
from bench_driver.store import read, schema, write
from bench_driver.store.database import Store

from .miniatures import CPUS, Json, result

#: What a run is written into, in this order.
TABLES = (schema.turn, schema.slice_of, schema.point, schema.attempt, schema.measurement)
SCENARIOS = tuple(
    Scenario(consumer, "rust-provider", "DummyObject", format_name)
    for consumer in ("rust-server", "java-server")
    for format_name in ("JSON", "XML")
)


@dataclass(frozen=True)
class OldPlan:
    """What a driver planned that measured by amounts: a run a scenario and round, with
    checkpoints.
    """

    scenarios: tuple[Scenario, ...] = SCENARIOS
    amounts: tuple[int, ...] = (10, 20)
    rounds: int = 2
    cold_amounts: tuple[int, ...] = (1, 10)
    seed: int = 7

    def turns(self) -> Iterator[Turn]:
        for number in range(1, self.rounds + 1):
            kinds = (
                ("provider-warmup", 5, ()),
                ("cold", self.cold_amounts[-1], self.cold_amounts),
                ("warmup", 50, (50,)),
                ("steady", self.amounts[-1], self.amounts),
            )
            for series, amount, points in kinds:
                for scenario in self.scenarios:
                    yield Turn(
                        round=number,
                        series=series,
                        cell=Cell(
                            object_type=scenario.object_type,
                            format=scenario.format,
                            condition="http",
                        ),
                        contender=Contender(scenario.consumer, scenario.engine or ""),
                        provider=scenario.provider,
                        amount=amount,
                        points=points,
                    )


def add(
    store: Store,
    plan: OldPlan,
    *,
    planned_at: str = "2026-11-21T12:00:00.000+00:00",
    preset: str = "quick",
    **about: Any,
) -> SweepRecord:
    """An old plan in a store, as yet without runs."""
    held = {
        "concurrency": 1,
        "variants": 256,
        "source": "http",
        "warmup": 50,
        "warmup_http": 5000,
        "warmup_provider": 5,
        "independent": False,
    }
    facts: Json = {
        "rounds": plan.rounds,
        "amounts": list(plan.amounts),
        "cold_amounts": list(plan.cold_amounts),
        **held,
    }
    facts["scenarios"] = [asdict(scenario) for scenario in plan.scenarios]
    wanted = SweepRecord(
        planned_at[:19].replace(":", "-"),
        preset,
        "planned",
        plan.seed,
        planned_at,
        None,
        facts,
        about,
    )
    return write.add_sweep(store, wanted)


def asked(turn: Turn) -> Json:
    what = {
        "amount": turn.amount,
        "object_type": turn.scenario.object_type,
        "object_format": turn.scenario.format,
    }
    points = {"checkpoints": list(turn.points)} if turn.series in ("steady", "cold") else {}
    source = "replay" if turn.series == "warmup" else "http"
    return {
        **what,
        "server_type": turn.scenario.provider.partition("-")[0],
        "source": source,
        **points,
    }


def old_plan_of(store: Store, sweep_id: str) -> OldPlan:
    """The plan that such a sweep was added with."""
    held = read.find(store, sweep_id).conditions
    scenarios = tuple(Scenario(**one) for one in held["scenarios"])
    return OldPlan(scenarios, tuple(held["amounts"]), held["rounds"], tuple(held["cold_amounts"]))


def attempt(body: Json, answer: Json | None, problem: Json | None = None) -> Attempt:
    outcome = "ok" if answer else "failed"
    return Attempt(
        "2026-11-21T12:00:01.000+00:00",
        "2026-11-21T12:00:02.500+00:00",
        outcome,
        body,
        answer,
        problem,
        {"seconds": 1.5},
    )


def answered_by(turn: Turn) -> Json:
    """What the miniature of its consumer answers."""
    return result(turn.scenario.consumer.partition("-")[0], asked(turn))


def add_run(
    store: Store,
    sweep_id: str,
    turn: Turn,
    answer: Json | None,
    problem: Json | None = None,
    round_attempt: int = 1,
) -> None:
    write.add_runs(
        store, sweep_id, round_attempt, [(turn, asked(turn), attempt(asked(turn), answer, problem))]
    )


def measure(
    store: Store,
    sweep_id: str,
    change: Callable[[Json, str, int], Json] = lambda answer, series, number: answer,
) -> None:
    """Makes every run of a sweep, in miniature; `change` makes of an answer, by series and round,
    another.
    """
    runs = [
        (
            turn,
            asked(turn),
            attempt(asked(turn), change(answered_by(turn), turn.series, turn.round)),
        )
        for turn in old_plan_of(store, sweep_id).turns()
    ]
    write.add_runs(store, sweep_id, 1, runs)
    write.set_state(store, sweep_id, "complete", "2026-11-21T12:10:00.000+00:00")


def scaled(answer: Json, factor: float) -> Json:
    """The answer of a server that takes so many times as long."""

    def parse(part: Json) -> Json:
        times = {
            name: type(value)(round(value * factor, 3))
            for name, value in part["parse"].items()
            if name != "timer_overhead_ns"
        }
        return {**part, "parse": {**part["parse"], **times}}

    whole = {**parse(answer), "checkpoints": [parse(part) for part in answer["checkpoints"]]}
    return whole | (
        {"cores": {**cores, "objects_per_s": cores["objects_per_s"] / factor}}
        if (cores := answer.get("cores"))
        else {}
    )


#: What a small grouped sweep compares, and on what.
PAIR = (Contender("rust-server"), Contender("java-server"))
CELLS = tuple(
    Cell(object_type=object_type, format=format_name, condition="block")
    for object_type in ("NumericObject", "DummyObject")
    for format_name in USUAL
)


@dataclass(frozen=True)
class PlannedSlice:
    """A planned slice with what it asks for."""

    turn: Turn
    request: Json


def grouped_plan(
    number: int, *, seed: int = 7, cells: Sequence[Cell] = CELLS, pair: Sequence[Contender] = PAIR
) -> list[list[PlannedSlice]]:
    """A round's groups, each with its slices."""
    contenders = {cell: twice(pair) if cell.on_all_cores else pair for cell in cells}
    drawn = round_of(
        contenders,
        ["rust-provider", "java-provider"],
        random.Random(seed * 1000 + number),
        dict.fromkeys(cells, nearest(len(pair), 2, GROUPS)),
    )
    turns = [
        [
            Turn(
                round=number,
                series="slice",
                cell=group.cell,
                contender=who,
                provider=group.provider,
                amount=1024,
                points=(1024,),
                group=group.number,
                place=place,
            )
            for place, who in enumerate(group.order)
        ]
        for group in drawn
    ]
    return [[PlannedSlice(turn, slice_request(turn)) for turn in group] for group in turns]


def add_grouped(
    store: Store, rounds: int, *, planned_at: str = "2026-11-21T12:00:00.000+00:00", **about: Any
) -> SweepRecord:
    """A grouped sweep in a store, as yet without runs."""
    return write.add_sweep(
        store,
        SweepRecord(
            planned_at[:19].replace(":", "-"),
            "quick",
            "planned",
            7,
            planned_at,
            None,
            {"rounds": rounds},
            about,
        ),
    )


def add_group(
    store: Store, sweep_id: str, group: Sequence[PlannedSlice], made: Sequence[Attempt]
) -> None:
    """Writes a group down as it was made: a table at a time, which takes a fifth of what `add_runs`
    does, and leaves the same rows.
    """
    runs = [(item.turn, item.request, one) for item, one in zip(group, made, strict=True)]
    with store.writing() as connection:
        last = {
            column.table.name: connection.execute(select(func.max(column))).scalar() or 0
            for column in (schema.turn.c.id, schema.point.c.id, schema.attempt.c.id)
        }
        of_round = (
            select(schema.turn.c.round, func.max(schema.turn.c.position))
            .where(schema.turn.c.sweep_id == sweep_id)
            .group_by(schema.turn.c.round)
        )
        places = {row[0]: row[1] for row in connection.execute(of_round)}
        rows: dict[Table, list[Json]] = {table: [] for table in TABLES}
        for number, (turn, asked, came) in enumerate(runs, 1):
            turn_id, attempt_id = last["turn"] + number, last["attempt"] + number
            places[turn.round] = places.get(turn.round, 0) + 1
            rows[schema.turn].append(
                {
                    "id": turn_id,
                    "sweep_id": sweep_id,
                    "round": turn.round,
                    "position": places[turn.round],
                    **vars(turn.scenario),
                    "series": turn.series,
                    "amount": turn.amount,
                    "request": asked,
                }
            )
            rows[schema.slice_of].append(write._place_of(turn_id, turn))
            first = last["point"] + len(rows[schema.point]) + 1
            points = {amount: first + place for place, amount in enumerate(turn.points)}
            rows[schema.point] += [
                {"id": key, "turn_id": turn_id, "amount": amount} for amount, key in points.items()
            ]
            rows[schema.attempt].append(
                {
                    **vars(came),
                    "id": attempt_id,
                    "turn_id": turn_id,
                    "number": 1,
                    "round_attempt": 1,
                }
            )
            if came.answer is not None:
                rows[schema.measurement] += [
                    {"point_id": points[one["amount"]], "attempt_id": attempt_id, **one}
                    for one in write._figures(came.answer, points)
                ]
        for table, those in rows.items():
            if those:
                connection.execute(insert(table), those)


def slice_request(turn: Turn) -> Json:
    asked = {
        "object_type": turn.cell.object_type,
        "object_format": turn.cell.format,
        "amount": turn.amount,
        "variants": 1024,
        "warmup": 1024,
    }
    under = (
        {"source": "replay", **threads_for(turn.contender, CPUS)}
        if turn.cell.on_all_cores
        else {"block": 500, "concurrency": 16}
    )
    return {"server_type": turn.provider.partition("-")[0], **asked, **under}


def measure_grouped(
    store: Store, sweep_id: str, p50_ns: Callable[[Turn], int] = lambda turn: 2000
) -> None:
    """Makes every slice of every round, in miniature, each as quick as `p50_ns` says."""
    for number in range(1, read.find(store, sweep_id).conditions["rounds"] + 1):
        for group in grouped_plan(number):
            add_group(store, sweep_id, group, [sliced(item, p50_ns(item.turn)) for item in group])
    write.set_state(store, sweep_id, "complete", "2026-11-21T12:10:00.000+00:00")


def sliced(item: PlannedSlice, p50_ns: int) -> Attempt:
    """A slice that did well."""
    answer = result(item.turn.contender.consumer.partition("-")[0], item.request)
    whole = scaled(answer, p50_ns / answer["parse"]["p50_ns"])
    whole["parse"]["p50_ns"] = p50_ns
    whole["cpu"] = {
        "run_ms": 30.0,
        "run_queue_wait_ms": 0.1,
        "steal_ms": 0.5,
        "canary_ns": [1000, 1010],
    }
    made = attempt(item.request, whole)
    return replace(made, notes={**made.notes, "idle_cpu": 0.01})


def without_trials(connection: Connection) -> None:
    """Takes back the tables of the tenth and eighth schema, and the indexes of the ninth."""
    for name in ("ix_sweep_order", "ix_sweep_label", "ix_attempt_outcome"):
        connection.execute(text(f"DROP INDEX {name}"))
    for name in ("dispatch", "reading", "trial"):
        connection.execute(text(f"DROP TABLE {name}"))


def without_columns(connection: Connection) -> None:
    """Takes back the tables of the eighth schema, and the columns of the seventh, but for a slice's
    setup.
    """
    without_trials(connection)
    for name in ("size", "coding", "setup", "role"):
        connection.execute(text(f"ALTER TABLE turn DROP COLUMN {name}"))
    for name in ("host", "build", "process"):
        connection.execute(text(f"ALTER TABLE attempt DROP COLUMN {name}"))


def as_the_first_driver_left_it(store: Store) -> None:
    """Takes back what later schemas added."""
    with store.writing() as connection:
        without_columns(connection)
        connection.execute(text("ALTER TABLE sweep DROP COLUMN label"))
        connection.execute(text("ALTER TABLE sweep DROP COLUMN written"))
        connection.execute(text("DROP TABLE slice"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))


def first(scenario_format: str = "JSON") -> Scenario:
    return next(scenario for scenario in SCENARIOS if scenario.format == scenario_format)
