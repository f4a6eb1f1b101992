"""Stores of sweeps whose figures say all that real ones do: contenders with a known
ratio, starts and slices that differ, collectors, histograms.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from math import exp
from typing import Any

from hdrh.histogram import HdrHistogram

from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.records import Attempt, SweepRecord
from bench_driver.store import read, write
from bench_driver.store.database import Store

from .miniatures import Json, engines
from .stores import CELLS, PAIR, PlannedSlice, add_group, attempt, grouped_plan, sliced

WITH_HTTP = (*CELLS, *(replace(cell, condition="http") for cell in CELLS))
#: How many times as long java-server takes, by format.
RATIOS = {"JSON": 2.0, "BSON": 1.5, "XML": 1.0}
SERVERS: Json = {
    name: {"role": name.partition("-")[2], **engines(name.partition("-")[0])}
    for name in ("rust-server", "java-server", "rust-provider", "java-provider")
}
ABOUT: Json = {
    "servers": SERVERS,
    "machine": {"cpu": "Made-up CPU", "cores": 2},
    "stack": "native",
    "command": "bench-driver sweep",
    "commit": "c" * 40,
}
#: When a history begins.
FIRST = datetime(2026, 1, 1, 2, 0, tzinfo=UTC)
PAST, NOW = "2026-11-20T12:00:00.000+00:00", "2026-11-21T12:00:00.000+00:00"
Times = Callable[[Turn], float]


def times(
    seed: int = 1, *, starts: float = 0.004, slices: float = 0.01, factor: float = 1.0
) -> Times:
    """Median parse times, ns: each start of a contender differs a little, and each slice does.
    `factor` is by how much java-server is slower than usual.
    """
    generator, begun = random.Random(seed), dict[tuple[int, str], float]()

    def time(turn: Turn) -> float:
        java = turn.contender.consumer == "java-server"
        start = begun.setdefault((turn.round, turn.contender.consumer), generator.gauss(0, starts))
        waiting = 1.4 if turn.cell.condition == "http" else 1.0
        return (
            3000
            * waiting
            * (RATIOS[turn.cell.format] * factor if java else 1)
            * exp(start + generator.gauss(0, slices))
        )

    return time


@cache
def windows(p50_ns: float) -> str:
    """A histogram of windows around a time, the slowest of them 1.4 times as long."""
    made = HdrHistogram(1, 3_600_000_000_000, 3)
    for place in range(100):
        made.record_value(round(p50_ns * (1 + 0.004 * place)))
    return str(made.encode().decode())


def answered(
    item: PlannedSlice, p50_ns: float, *, steal_ms: float = 0.0, idle: float = 0.005
) -> Attempt:
    """A slice that did well, as a server tells it."""
    made, amount = sliced(item, round(p50_ns)), item.turn.amount
    java = item.turn.contender.consumer == "java-server"
    pauses = {
        "gc_count": 1,
        "gc_pause_ms": 2,
        "gc_pause_in_window_ns": 500_000,
        "gc_pause_outside_ns": 1_500_000,
    }
    answer = {
        **(made.answer or {}),
        f"{item.turn.cell.format.lower()}_total_time_ms": 100,
        "cpu": {
            "run_ms": 30.0,
            "run_queue_wait_ms": 0.1,
            "steal_ms": steal_ms,
            "canary_ns": [1000, 1010],
        },
        "reclaim": pauses if java else {"drop_ns": 300 * amount},
        "memory": {"peak_rss_bytes": 2**24}
        | ({"allocated_bytes_per_object": 3200.0} if java else {}),
        "histograms": {"measured": windows(round(p50_ns, -2))},
    }
    return replace(made, answer=answer, notes={**made.notes, "idle_cpu": idle})


#: Two consumers, each with an engine beside its default.
FOUR = (
    Contender("rust-server"),
    Contender("rust-server", "simd-json"),
    Contender("java-server"),
    Contender("java-server", "fastjson2"),
)


def four(turn: Turn) -> float:
    """The time of one of these, ns: the last and the first differ by less than can be decided."""
    noise = random.Random(
        f"{turn.round} {turn.group} {turn.place} {turn.cell} {turn.contender}"
    ).gauss(0, 0.01)
    return (
        (2000, 1000, 3000, 2010)[FOUR.index(turn.contender)]
        * {"JSON": 1.0, "BSON": 1.5, "XML": 4.0}[turn.cell.format]
        * exp(noise)
    )


def sweep_of(
    store: Store,
    rounds: int,
    time: Times | None = None,
    *,
    planned_at: str = NOW,
    over: Sequence[Cell] = WITH_HTTP,
    pair: Sequence[Contender] = PAIR,
    failing: Callable[[Turn], bool] = lambda turn: False,
    made: Callable[..., Attempt] = answered,
    held: Json | None = None,
    label: str | None = None,
    name: str = "",
    **about: Any,
) -> SweepRecord:
    """A sweep that was measured to its end; `held` is what its plan says beside its
    rounds.
    """
    said = {**ABOUT, **about}
    record = SweepRecord(
        name or planned_at[:19].replace(":", "-"),
        "quick",
        "planned",
        7,
        planned_at,
        None,
        {"rounds": rounds, **(held or {})},
        said,
        label=label,
    )
    kept, time = write.add_sweep(store, record), time or times()
    cut = {"code": "provider_truncated", "detail": "on purpose"}
    for number in range(1, rounds + 1):
        every = [item for group in grouped_plan(number, cells=over, pair=pair) for item in group]
        came = [
            attempt(item.request, None, cut) if failing(item.turn) else made(item, time(item.turn))
            for item in every
        ]
        add_group(store, kept.id, every, came)
    write.set_state(store, kept.id, "complete", "2026-11-21T12:10:00.000+00:00")
    return read.find(store, kept.id)
