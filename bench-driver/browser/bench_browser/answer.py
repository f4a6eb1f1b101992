"""The answer to a run, in the contract's shape.

What a page cannot know is absent: its guard, pauses, memory, and any one window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from .asked import Asked
from .bodies import Bodies

#: Parses between two readings of the clock: of its steps of 5 us each has 10 ns.
BLOCK = 500


def answer(
    of: Asked,
    engine: Mapping[str, Any],
    bodies: Bodies,
    connections: int,
    measured: Mapping[str, Any],
    environment: Mapping[str, Any],
) -> dict[str, Any]:
    """What is answered; `measured` is what the page says of a slice."""
    name, total_ns = of.object_format.lower(), round(measured["total_ns"])
    sizes = [len(part) for part in bodies.parts]
    parsed = bodies.bytes_of(of.amount)
    means = [round(mean) for mean in measured["means"]]
    return {
        of.server_type: 1,
        "amount": of.amount,
        f"{name}_parsing_time_micro_s": (total_ns + 500) // 1000,
        f"{name}_total_time_ms": round(measured["wall_ns"] / 1e6),
        "parse": _windows(
            measured["means"] or [total_ns / of.amount], total_ns / of.amount, total_ns
        ),
        "advice": [
            "The clock was read once for each 500 objects: percentiles are of the means of such "
            "blocks."
        ],
        "blocks": {"objects": BLOCK, "mean_ns": means},
        "noise": [],
        "payload": {
            "bytes": parsed,
            "min_bytes": min(sizes),
            "max_bytes": max(sizes),
            "megabytes_per_second": parsed * 1e3 / total_ns if total_ns else 0.0,
            "sha256": bodies.sha256,
        },
        "connections": connections,
        **({"warmup": _warmup(of.warmup, measured["lead_ns"])} if of.warmup else {}),
        "checkpoints": [],
        "verified": measured["compared"],
        "engine": {
            "name": engine["name"],
            "library": engine["library"],
            "version": engine["version"],
            "format": of.object_format,
        },
        "environment": dict(environment),
    }


def _warmup(amount: int, mean_ns: float) -> dict[str, Any]:
    """The warm-up's own figures, of whose blocks the page keeps none."""
    total_ns = round(mean_ns * amount)
    return {
        "amount": amount,
        "total_time_ms": round(total_ns / 1e6),
        "parse": _windows([mean_ns], mean_ns, total_ns),
    }


def _windows(means: Sequence[float], mean_ns: float, total_ns: int) -> dict[str, Any]:
    """Times as the contract has those of windows; here each stands for the mean of a block."""
    ordered = sorted(means)

    def at(part: float) -> int:
        return round(ordered[max(0, ceil(part * len(ordered)) - 1)])

    names = {"min_ns": 0.0, "p50_ns": 0.5, "p90_ns": 0.9, "p99_ns": 0.99, "max_ns": 1.0}
    return {
        "total_ns": total_ns,
        "mean_ns": mean_ns,
        **{name: at(part) for name, part in names.items()},
        "timer_overhead_ns": 0,
    }
