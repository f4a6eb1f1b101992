"""Two sweeps compared, as by the command `compare`."""

from __future__ import annotations

from typing import Any

from ..analysis.between_sweeps import Compared
from ..model.records import SweepRecord
from ..report import words
from ..report.comparison import figures_shown, sentence, sweeps_compared
from ..store.database import Store


def compared(store: Store, before: SweepRecord, after: SweepRecord) -> dict[str, Any]:
    """What both measured: rows of contenders, then of ratios; and what the two say differently of
    themselves. NotComparable where they share nothing.
    """
    found = sweeps_compared(store, [before], [after])
    rows = [_row(one) for one in found.compared]
    return {
        "first": before.id,
        "second": after.id,
        "sentence": sentence(found.compared),
        "notes": [*found.notes],
        "rows": rows,
        "differing": [line.strip() for line in found.below if line.startswith("  ")],
    }


def _row(one: Compared) -> dict[str, Any]:
    first, second = (_with_unit(one, text) for text in figures_shown(one))
    return {
        "object_type": one.cell.object_name,
        "format": one.cell.coded_format,
        "operation": one.cell.operation,
        "condition": one.cell.under,
        "name": str(one),
        "contender": str(one.contender),
        "baseline": str(one.baseline) if one.baseline else None,
        "first": _figure(one, one.first),
        "first_shown": first,
        "second": _figure(one, one.second),
        "second_shown": second,
        "ratio": one.ratio,
        "ratio_shown": f"{one.ratio:.3f}" if one.ratio is not None else words.DASH,
        "why_not": one.why_not or None,
    }


def _figure(one: Compared, value: float | None) -> float | None:
    """A time, ns; on all cores a rate, objects a second."""
    return 1e9 / value if value and one.cell.on_all_cores else value


def _with_unit(one: Compared, text: str) -> str:
    if one.baseline or text == words.DASH:
        return text
    return f"{text}/s" if one.cell.on_all_cores else f"{text} ns"
