"""Points out of the records of runs: the flat rows that CSV, charts and summary are made of. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .plan import Scenario

Record = dict[str, Any]


@dataclass(frozen=True)
class Point:
    """One scenario at one amount in one round: the running totals over the first `amount` objects. Names carry the units."""

    scenario: Scenario
    round: int
    order: int
    amount: int
    parsing_time_micro_s: int
    total_time_ms: int
    mean_ns: float
    min_ns: int
    p50_ns: int
    p90_ns: int
    p99_ns: int
    max_ns: int
    timer_overhead_ns: int
    #: of the whole run that the point belongs to
    run_amount: int
    payload_bytes_per_object: float
    connections: int
    #: None where there was no such warm-up
    warmup_replay_amount: int | None
    warmup_replay_mean_ns: float | None
    warmup_http_amount: int | None
    warmup_http_mean_ns: float | None
    engine: str
    engine_library: str
    engine_version: str


def succeeded(record: Record) -> bool:
    """Whether the run of a record answered with a result."""
    return bool(record["outcome"] == "ok")


def points(records: Iterable[Record]) -> list[Point]:
    """The points of every measured run that did well, in the records' order."""
    found: list[Point] = []
    replays: dict[tuple[int, Scenario], Record] = {}
    for record in filter(succeeded, records):
        scenario = Scenario(**record["scenario"])
        if record["phase"] == "warmup":
            replays[record["round"], scenario] = record["answer"]
        elif record["phase"] == "measured":
            found += _of_run(record, scenario, replays.get((record["round"], scenario)))
    return found


def _of_run(record: Record, scenario: Scenario, replay: Record | None) -> list[Point]:
    answer, format_name = record["answer"], scenario.format.lower()
    whole = {
        "amount": answer["amount"],
        "parsing_time_micro_s": answer[f"{format_name}_parsing_time_micro_s"],
        "total_time_ms": answer[f"{format_name}_total_time_ms"],
        "parse": answer["parse"],
    }
    warmup = answer.get("warmup")
    return [
        Point(
            scenario=scenario,
            round=record["round"],
            order=record["order"],
            amount=part["amount"],
            parsing_time_micro_s=part["parsing_time_micro_s"],
            total_time_ms=part["total_time_ms"],
            **{name: part["parse"][name] for name in ("mean_ns", "min_ns", "p50_ns", "p90_ns", "p99_ns", "max_ns", "timer_overhead_ns")},
            run_amount=answer["amount"],
            payload_bytes_per_object=answer["payload"]["bytes"] / answer["amount"],
            connections=answer["connections"],
            warmup_replay_amount=replay["amount"] if replay else None,
            warmup_replay_mean_ns=replay["parse"]["mean_ns"] if replay else None,
            warmup_http_amount=warmup["amount"] if warmup else None,
            warmup_http_mean_ns=warmup["parse"]["mean_ns"] if warmup else None,
            engine=answer["engine"]["name"],
            engine_library=answer["engine"]["library"],
            engine_version=answer["engine"]["version"],
        )
        for part in answer["checkpoints"] or [whole]
    ]


def headline(found: Sequence[Point]) -> dict[Scenario, dict[int, Point]]:
    """The point at the largest amount of each scenario and round, by scenario and round."""
    largest: dict[Scenario, dict[int, Point]] = {}
    for point in found:
        rounds = largest.setdefault(point.scenario, {})
        if point.round not in rounds or point.amount > rounds[point.round].amount:
            rounds[point.round] = point
    return largest
