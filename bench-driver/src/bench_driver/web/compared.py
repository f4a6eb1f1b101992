"""Two sweeps in groups beside each other, as the command `compare` has them."""

from __future__ import annotations

from typing import Any

from ..analysis.grouped.between import Compared
from ..model.records import SweepRecord
from ..report import words
from ..report.grouped.compare import said, sentence, sweeps_compared
from ..stats.decision import MARGIN
from ..stats.verdict import CLAIM_ROUNDS
from ..store.database import Store


def compared(store: Store, before: SweepRecord, after: SweepRecord) -> dict[str, Any]:
    """What both measured: rows of contenders, then of ratios; and what the two say differently of themselves. NotComparable where they share nothing."""
    found = sweeps_compared(store, before, after, "p50_ns")
    rows = [_row(one, *shown[-2:]) for one, shown in zip(found.compared, found.rows, strict=True)]
    return {
        "first": before.id,
        "second": after.id,
        "margin": MARGIN,
        "sentence": sentence(found.compared),
        "notes": [line for line in found.above if line],
        "units": list(found.head[-2:]),
        "rows": rows,
        "differing": [line.strip() for line in found.below if line.startswith("  ")],
    }


def _row(one: Compared, first: str, second: str) -> dict[str, Any]:
    return {
        "object_type": one.cell.object_type,
        "format": one.cell.format,
        "operation": one.cell.operation,
        "condition": one.cell.under,
        "name": str(one),
        "contender": str(one.contender),
        "baseline": str(one.baseline) if one.baseline else None,
        "first": _figure(one, one.first),
        "first_shown": first,
        "second": _figure(one, one.second),
        "second_shown": second,
        "ratio": words.interval(one.decision.ratio),
        "ratio_shown": words.close(one.decision.ratio),
        "kind": "too few rounds" if one.decision.ratio.rounds < CLAIM_ROUNDS else one.decision.verdict,
        "verdict": said(one),
    }


def _figure(one: Compared, value: float | None) -> float | None:
    """A time, ns; on all cores a rate, objects a second."""
    return 1e9 / value if value and one.cell.on_all_cores else value
