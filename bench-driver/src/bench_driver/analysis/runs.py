"""Of a run's raw answer the little that is shown. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model.answers import by_format, windows
from ..model.records import Answer
from ..model.scenario import Scenario


@dataclass(frozen=True)
class Run:
    """A steady run beside its parse times; what a server did not say is None. Times of the whole run, ns."""

    scenario: Scenario
    round: int
    arm: str | None
    amount: int
    #: its library and that one's version, and what requests call it
    engine: str
    engine_name: str
    wall_ns: float
    parse_ns: float
    fetch_ns: float | None
    guard_ns: float | None
    drop_ns: float | None
    gc_in_window_ns: float | None
    gc_outside_ns: float | None
    allocated_bytes: float | None
    peak_rss_bytes: float | None
    body_bytes: float
    smallest_body: int
    largest_body: int
    megabytes_per_second: float | None
    connections: int
    timer_overhead_ns: int
    steadiness: str | None
    noise: tuple[tuple[str, float, float], ...]
    #: of the objects that the run itself fetched and parsed before the measured ones, the mean, ns an object
    warmup_http_ns: float | None
    #: of a run whose bodies were pushed: the median of the sender's windows, ns, and what left its sockets, bytes an object
    written_ns: float | None = None
    sent_bytes: float | None = None


def run_of(item: Answer) -> Run:
    """What is shown of a run."""
    answer = item.answer or {}
    reclaim, memory, payload = answer.get("reclaim", {}), answer.get("memory", {}), answer["payload"]
    warmup, push = answer.get("warmup"), answer.get("push")
    return Run(
        scenario=item.scenario,
        round=item.round,
        arm=item.arm,
        amount=answer["amount"],
        engine=f"{answer['engine']['library']} {answer['engine']['version']}",
        engine_name=answer["engine"]["name"],
        # The sender's clock began before the receiver's, with the first object.
        wall_ns=1e6 * by_format(push["sender"] if push else answer, "total_time_ms"),
        parse_ns=windows(answer)["total_ns"],
        fetch_ns=answer.get("fetch", {}).get("total_ns"),
        guard_ns=answer.get("guard_ns"),
        drop_ns=reclaim.get("drop_ns"),
        gc_in_window_ns=reclaim.get("gc_pause_in_window_ns"),
        gc_outside_ns=reclaim.get("gc_pause_outside_ns"),
        allocated_bytes=memory.get("allocated_bytes_per_object"),
        peak_rss_bytes=memory.get("peak_rss_bytes"),
        body_bytes=payload["bytes"] / answer["amount"],
        smallest_body=payload["min_bytes"],
        largest_body=payload["max_bytes"],
        megabytes_per_second=payload.get("megabytes_per_second"),
        connections=answer.get("connections", 0),
        timer_overhead_ns=windows(answer)["timer_overhead_ns"],
        steadiness=answer.get("steadiness", {}).get("class"),
        noise=tuple((rule["rule"], rule["value"], rule["limit"]) for rule in answer.get("noise", [])),
        warmup_http_ns=windows(warmup)["mean_ns"] if warmup else None,
        written_ns=windows(push["sender"])["p50_ns"] if push else None,
        sent_bytes=push["sent"]["sent_bytes"] / answer["amount"] if push else None,
    )


@dataclass(frozen=True)
class Replay:
    """What a consumer replayed before a run: the mean of it, ns an object, and the means of its blocks of 500 objects, ns."""

    mean_ns: float
    blocks: tuple[int, ...]


def replay_of(answer: Mapping[str, Any]) -> Replay:
    """What is shown of a replayed warm-up."""
    return Replay(windows(answer)["mean_ns"], tuple(answer.get("blocks", {}).get("mean_ns", [])))


def failure(item: Answer) -> str:
    """A sentence on a run that failed: which, where, how."""
    problem = item.problem or {}
    return f"round {item.round}, {item.scenario}, {item.series}: {problem.get('code', 'error')}: {problem.get('detail', '')}"
