"""The sweeps of a store, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ..model.cell import Cell, Contender
from ..model.published import nameless
from ..model.reading import planned_contenders
from ..model.records import SweepRecord
from ..report.sections.environment import machine_of


def line(sweep: SweepRecord, baselines: Sequence[str]) -> dict[str, Any]:
    """What a sweep is; `baselines` are the earlier ones that it can be compared with."""
    servers = sweep.about.get("servers", {})
    consumers = [name for name, server in servers.items() if server.get("role") == "consumer"]
    return {
        "id": sweep.id,
        "label": sweep.label,
        "preset": sweep.preset,
        "state": sweep.state,
        "planned_at": sweep.planned_at,
        "rounds": sweep.conditions.get("rounds"),
        "in_groups": not sweep.by_amounts,
        "conditions": list(dict.fromkeys(cell.under for cell in planned_contenders(sweep))),
        "consumers": nameless(consumers),
        "machine": nameless(machine_of(sweep)),
        "commit": nameless(sweep.about.get("commit")),
        "baselines": list(baselines),
    }


def baselines(known: Sequence[SweepRecord], most: int | None = None) -> dict[str, list[str]]:
    """By sweep, the earlier ones that measured some contender on the same cell, the oldest first;
    of these the newest, at `most`.

    A plan that does not say what it measures is taken to share a cell with every other.
    """
    shown = sorted((one for one in known if not one.by_amounts), key=lambda one: one.place)
    plans = [frozenset(_plan(one)) for one in shown]
    found: dict[str, list[str]] = {one.id: [] for one in known}
    for place, one in enumerate(shown):
        earlier = (
            shown[before].id
            for before in range(place - 1, -1, -1)
            if not (plans[place] and plans[before]) or not plans[place].isdisjoint(plans[before])
        )
        found[one.id] = list(islice(earlier, most))[::-1]
    return found


def _plan(sweep: SweepRecord) -> Iterator[tuple[Cell, Contender]]:
    return ((cell, who) for cell, those in planned_contenders(sweep).items() for who in those)
