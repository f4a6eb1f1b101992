"""What two runs tell of the guard: one that meets each body for the first time, and one that met all of them before. Pure.

A run accepts a body by comparison alone where it equals its variant's first. So a run over its variants twice, without a warm-up, looks at the bodies of its
first half in full and compares those of its second; the same run behind a warm-up over all variants compares both. What its halves differ by otherwise, warmth
and place in the run, falls out of the ratio of the two runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Any

from bench_driver.model.condition import CONDITIONS

#: As many as there are of a type.
VARIANTS = 1024
AMOUNT = 2 * VARIANTS
#: The contract's blocks of 500 windows that lie within the first and the second half of a run; the very first is of a cold core.
FIRST, SECOND = 1, 3


@dataclass(frozen=True)
class Pass:
    """ns an object: the guard in full, by comparison, and the parse. `window`: the log ratio of windows behind the first over those behind the second."""

    full_ns: float
    compared_ns: float
    parse_ns: float
    window: float


def asked(condition: str, *, met: bool) -> dict[str, Any]:
    """What a run is asked, but for what it parses: whether it met its bodies before."""
    return {"amount": AMOUNT, "warmup": VARIANTS if met else 0, "variants": VARIANTS, **CONDITIONS[condition]}


def told(new: Mapping[str, Any], met: Mapping[str, Any]) -> Pass:
    """What the answers of both runs say."""
    compared_ns = met["guard_ns"] / AMOUNT
    full_ns = (new["guard_ns"] - VARIANTS * compared_ns) / VARIANTS
    return Pass(full_ns, compared_ns, float(met["parse"]["p50_ns"]), _halves(new) - _halves(met))


def _halves(answer: Mapping[str, Any]) -> float:
    """The log ratio of a run's windows, those of its first half over those of its second."""
    medians = answer["blocks"]["p50_ns"]
    return log(medians[FIRST] / medians[SECOND])
