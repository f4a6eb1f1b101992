"""The nights up to a sweep, by contender and cell, and where their level changed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from ..analysis.history.alarms import History, alarms, unheard
from ..analysis.history.alike import told_apart
from ..analysis.history.changes import FEWEST, Change, detect, python_with_otava
from ..analysis.history.past import (
    NO_RATES,
    alike_in,
    comparable_sweeps,
    every_series,
    has_rates,
    histories,
)
from ..errors import SetupError
from ..model.published import nameless, published
from ..model.records import Night, SweepRecord
from ..report.sections.nights import TITLES, every_change
from ..store.database import Store
from . import blocks


def nights(store: Store, sweep: SweepRecord, root: Path) -> dict[str, Any]:
    """Each line's nights, the oldest first, and what is new; without Apache Otava they come without
    changes, and `doubts` says so.
    """
    known = comparable_sweeps(store, sweep)
    shown = {name: published(one) for name, one in known.items()}
    series = every_series(store, sweep, known)
    doubts, looked = [NO_RATES] if has_rates(sweep) else [], len(known) >= FEWEST
    if not looked:
        doubts.append(f"Sweeps of {alike_in(sweep)}: {len(known)}; change points need {FEWEST}.")
    try:
        found = histories(series, partial(detect, python_with_otava(root)), known)
    except SetupError as error:
        found = histories(series, lambda asked: [[] for _ in asked], known)
        doubts += (
            [
                nameless(
                    f"{error.what[:1].upper()}{error.what[1:]}: {error.why}. To see them: "
                    f"{error.do}."
                )
            ]
            if looked
            else []
        )
        looked = False
    lines = [_line(item) for item in found]
    return {
        "id": sweep.id,
        "alike": alike_in(sweep),
        "sweeps": list(known),
        "consumers": list(dict.fromkeys(line["consumer"] for line in lines)),
        "looked": looked,
        "doubts": [*doubts, *unheard(found), *told_apart(shown.values(), found)],
        "news": [str(alarm) for alarm in alarms(found)],
        "lines": lines,
        "changes": blocks.table(every_change(shown, found)),
    }


def _line(item: History) -> dict[str, Any]:
    cell, figure = item.scenario.cell, item.nights[-1].figure
    return {
        "name": str(item.scenario),
        "contender": str(item.scenario.contender),
        "consumer": item.scenario.contender.server,
        "object_type": cell.object_name,
        "format": cell.coded_format,
        "operation": cell.operation,
        "condition": cell.under,
        "figure": TITLES[figure],
        "unit": "" if item.nights[-1].is_ratio else "ns",
        "nights": [_night(night) for night in item.nights],
        "changes": [_change(item, one) for one in item.changes],
    }


def _night(night: Night) -> dict[str, Any]:
    rounds = night.rounds.values()
    ends = {"low": min(rounds), "high": max(rounds)}
    return {
        "sweep": night.sweep_id,
        "planned_at": night.planned_at,
        "value": night.value,
        **ends,
        "rounds": len(rounds),
    }


def _change(item: History, one: Change) -> dict[str, Any]:
    return {
        "sweep": item.nights[one.index].sweep_id,
        "ratio": one.ratio,
        "before": one.before,
        "after": one.after,
        "p": one.p,
    }
