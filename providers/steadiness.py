"""The vectors of docs/contract/steadiness.md: series of block means, and the class and levels that
every implementation must find.

The change points are found here by ruptures' PELT, an implementation of its own, so that a server
which agrees was not copied from.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy
import ruptures

SMALLEST_SEGMENT = 5
SAME_LEVEL = 1.05
SMALLEST_SIGMA = 0.01

Level = Callable[[int], float]


def steadiness(mean_ns: Sequence[int]) -> dict[str, object]:
    """The contract's `Steadiness` of ten block means or more."""
    logs = [math.log(max(mean, 1)) for mean in mean_ns]
    smooth = [median(logs[max(i - 2, 0) : i + 3]) for i in range(len(logs))]
    steps = [abs(b - a) for a, b in itertools.pairwise(logs)]
    sigma = max(1.4826 * median(steps) / math.sqrt(2), SMALLEST_SIGMA)
    penalty = 4 * sigma**2 * math.log(len(logs))
    search = ruptures.Pelt(model="l2", min_size=SMALLEST_SEGMENT, jump=1).fit(numpy.array(smooth))
    ends = search.predict(pen=penalty)
    segments = merged(
        [list(mean_ns[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
    )
    levels = [rounded_median(segment) for segment in segments]
    return {
        "class": classify(segments),
        "segments": [
            {"blocks": len(s), "median_ns": level}
            for s, level in zip(segments, levels, strict=True)
        ],
    }


def merged(segments: list[list[int]]) -> list[list[int]]:
    """Neighbours on the same level made one, the closest pair first, the earliest of equals."""
    while len(segments) > 1:
        ratios = [ratio(a, b) for a, b in itertools.pairwise(segments)]
        closest = ratios.index(min(ratios))
        if ratios[closest] >= SAME_LEVEL:
            break
        segments[closest : closest + 2] = [segments[closest] + segments[closest + 1]]
    return segments


def ratio(a: Sequence[int], b: Sequence[int]) -> float:
    """The larger of two levels over the smaller."""
    low, high = sorted((max(median(a), 1), max(median(b), 1)))
    return high / low


def classify(segments: Sequence[Sequence[int]]) -> str:
    """The class of segments whose neighbours lie on different levels."""
    levels = [float(max(median(segment), 1)) for segment in segments]
    if len(levels) == 1:
        return "flat"
    if 2 * len(segments[-1]) < sum(map(len, segments)):
        return "unsteady"
    if all(b < a for a, b in itertools.pairwise(levels)):
        return "warmup"
    return "slowdown" if levels[-1] >= SAME_LEVEL * min(levels) else "unsteady"


def rounded_median(values: Sequence[int]) -> int:
    """Half up, as every figure of a run is rounded."""
    return math.floor(median(values) + 0.5)


def vectors() -> Iterator[dict[str, object]]:
    """A name that says the case, the series, and what is found in it."""
    for name, count, noise, level in CASES:
        draw = random.Random(name)
        mean_ns = [max(0, round(level(i) * math.exp(draw.gauss(0, noise)))) for i in range(count)]
        yield {"name": name, "mean_ns": mean_ns, **steadiness(mean_ns)}


def spikes(every: int, factor: float) -> Level:
    """A level with one block in so many raised."""
    return lambda i: 3000 * (factor if i % every == every // 2 else 1)


CASES: list[tuple[str, int, float, Level]] = [
    ("ten blocks, the fewest", 10, 0.02, lambda i: 3000),
    ("flat without any noise", 200, 0.0, lambda i: 3000),
    ("flat with 1 percent noise", 200, 0.01, lambda i: 3000),
    ("flat with 10 percent noise", 200, 0.1, lambda i: 3000),
    ("flat with 30 percent noise", 400, 0.3, lambda i: 3000),
    ("flat, of a million objects", 2000, 0.05, lambda i: 3000),
    ("flat with a preemption in every tenth block", 200, 0.02, spikes(10, 4.0)),
    ("flat with a pause in every third block", 200, 0.02, spikes(3, 2.0)),
    ("all zero", 20, 0.0, lambda i: 0),
    ("a step of 3 percent is the same level", 200, 0.005, lambda i: 3000 if i < 100 else 2910),
    ("a fall of 10 percent at a fifth", 200, 0.03, lambda i: 3300 if i < 40 else 3000),
    ("a JVM that warms up", 200, 0.05, lambda i: 3000 * (1 + 30 * math.exp(-i / 3))),
    (
        "a JVM that warms up in two tiers",
        200,
        0.04,
        lambda i: 12000 if i < 20 else 5000 if i < 70 else 3000,
    ),
    ("a fall too late to be steady", 200, 0.02, lambda i: 3600 if i < 150 else 3000),
    ("a rise of 20 percent at a third", 200, 0.03, lambda i: 3000 if i < 66 else 3600),
    ("a rise at the very end", 200, 0.03, lambda i: 3000 if i < 190 else 4500),
    ("a bump that goes again", 200, 0.03, lambda i: 4000 if 40 <= i < 80 else 3000),
    (
        "warm-up, then a lasting slowdown",
        200,
        0.03,
        lambda i: 9000 if i < 20 else 3000 if i < 80 else 3500,
    ),
    ("two levels in turn", 200, 0.02, lambda i: 3000 if i // 25 % 2 else 4000),
    ("a drift of a third", 200, 0.02, lambda i: 3000 * (1 + i / 600)),
    ("a segment as short as may be", 60, 0.01, lambda i: 6000 if i < 5 else 3000),
    ("a segment shorter than may be", 60, 0.01, lambda i: 6000 if i < 2 else 3000),
]


def file() -> bytes:
    """The vectors as the file that implementations read: one a line, in a JSON array."""
    lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors())
    return f"[\n{lines}\n]\n".encode()
