"""Histories out of the store: the nights that can be compared with the latest one, scenario by scenario, and their change points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...model.records import Night, SweepRecord
from ...model.scenario import Scenario
from ...store.database import Store
from ...store.read import nights, sweeps
from .alarms import History, comparable, looks
from .changes import Change

Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]
#: States of a sweep whose rounds were all made.
_WHOLE = ("complete", "failed")


def comparable_sweeps(store: Store, with_sweep: SweepRecord) -> dict[str, SweepRecord]:
    """The whole sweeps up to this one that were asked for the same things on the same machine, the oldest first, by id."""
    key = comparable(with_sweep)
    found = [item for item in sweeps(store) if item.planned_at <= with_sweep.planned_at]
    return {item.id: item for item in found if item.id == with_sweep.id or (item.state in _WHOLE and comparable(item) == key)}


def histories(store: Store, known: dict[str, SweepRecord], scenarios: Sequence[Scenario], detect: Detector, figure: str = "p50_ns") -> list[History]:
    """The history of each scenario over those sweeps; change points of all in one go."""
    series = [[night for night in nights(store, scenario, figure=figure) if night.sweep_id in known] for scenario in scenarios]
    asked = [looks([night.value for night in item]) for item in series]
    found = iter(detect([values for looked in asked for values in looked]))
    return [_history(scenario, item, [next(found) for _ in looked]) for scenario, item, looked in zip(scenarios, series, asked, strict=True)]


def _history(scenario: Scenario, item: list[Night], found: list[list[Change]]) -> History:
    return History(scenario, tuple(item), tuple(found[0]), tuple(change for changes in found[1:] for change in changes))
