"""Answers that say all that the contract has, with noise: miniatures' figures moved by a seeded
generator.
"""

from __future__ import annotations

import random
from math import exp

from hdrh.histogram import HdrHistogram

from .miniatures import Json
from .stores import scaled

BLOCK = 500


def rich(
    answer: Json,
    generator: random.Random,
    *,
    series: str,
    factor: float = 1.0,
    noise: float = 0.01,
    detail: bool = True,
) -> Json:
    """The answer, as a server gives it that took `factor` times as long, give or take; without
    `detail` as short as may be.
    """
    moved = scaled(answer, factor * exp(generator.gauss(0, noise)))
    centre, amount = moved["parse"]["mean_ns"], moved["amount"]
    java = moved["environment"]["runtime"] == "java"
    wait = 40_000 * exp(generator.gauss(0, 0.05))
    cold = 60.0 if series == "cold" else 1.0
    name = f"{moved['engine']['format'].lower()}_total_time_ms"
    moved = {
        **moved,
        name: int(amount * (wait + 1.3 * centre) / 1e6) + 1,
        "noise": _noise(generator),
        "steadiness": {"class": "flat", "segments": []},
    }
    moved["fetch"] = {
        "total_ns": int(wait * amount),
        "mean_ns": wait,
        "p50_ns": int(wait),
        "p99_ns": int(wait * 2),
    }
    moved["guard_ns"] = int(400 * amount)
    pauses = {
        "gc_count": 2,
        "gc_pause_ms": 9,
        "gc_pause_in_window_ns": 500_000,
        "gc_pause_outside_ns": 8_000_000,
    }
    moved["reclaim"] = pauses if java else {"drop_ns": 300 * amount}
    moved["memory"] = {"peak_rss_bytes": (400 if java else 12) * 2**20} | (
        {"allocated_bytes_per_object": 3232.0} if java else {}
    )
    if not detail:
        return moved
    values = [
        max(int(cold * centre * exp(generator.gauss(0, 0.1) + (generator.random() < 0.002) * 3)), 1)
        for _ in range(400)
    ]
    made = HdrHistogram(1, 3_600_000_000_000, 3)
    for value in values:
        made.record_value(value)
    moved["histograms"] = {**moved["histograms"], "measured": made.encode().decode()}
    start = 100 if java else 2
    moved["blocks"] = {
        "objects": BLOCK,
        "mean_ns": [
            int(centre * (1 + start * exp(-block / 4))) for block in range(amount // BLOCK)
        ],
    }
    return moved


def _noise(generator: random.Random) -> list[Json]:
    return (
        [{"rule": "run_queue_wait", "value": 0.031, "limit": 0.02}]
        if generator.random() < 0.1
        else []
    )
