"""The sweeps of a store, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.published import published
from ..model.reading import planned_contenders
from ..model.records import SweepRecord
from ..report.sections import machine_of


def line(sweep: SweepRecord, baselines: Sequence[str]) -> dict[str, Any]:
    """What a sweep is; `baselines` are the earlier ones that it can be compared with."""
    about = published(sweep).about
    return {
        "id": sweep.id,
        "label": sweep.label,
        "preset": sweep.preset,
        "state": sweep.state,
        "planned_at": sweep.planned_at,
        "rounds": sweep.conditions.get("rounds"),
        "in_groups": sweep.in_groups,
        "conditions": list(dict.fromkeys(cell.under for cell in planned_contenders(sweep))),
        "consumers": [name for name, server in about.get("servers", {}).items() if server.get("role") == "consumer"],
        "machine": machine_of(sweep),
        "commit": about.get("commit"),
        "baselines": list(baselines),
    }


def baselines(sweep: SweepRecord, known: Sequence[SweepRecord]) -> list[str]:
    """The earlier sweeps in groups that measured some contender on the same cell, as far as the plans say; the oldest first."""
    if not sweep.in_groups:
        return []
    earlier = [other for other in known if other.in_groups and other.place < sweep.place]
    return [other.id for other in earlier if _share(sweep, other)]


def _share(first: SweepRecord, second: SweepRecord) -> bool:
    plans = [{(cell, who) for cell, those in planned_contenders(item).items() for who in those} for item in (first, second)]
    return not all(plans) or bool(plans[0] & plans[1])
