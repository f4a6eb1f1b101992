"""Histories out of the store: the nights that can be compared with the latest one, scenario by scenario, and their change points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ...errors import BenchError, StoreError
from ...model.order import in_order
from ...model.published import nameless, published
from ...model.records import Night, SweepRecord
from ...model.scenario import Scenario
from ...store.database import Store
from ...store.read import nights, scenarios, sweeps
from .alarms import History, comparable, looks
from .changes import FEWEST, Change, detect, python_with_otava

Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]
#: States of a sweep whose rounds were all made.
_WHOLE = ("complete", "failed")


@dataclass(frozen=True)
class Past:
    """The sweeps up to one that can be compared with it, itself the last, and the history of each scenario, or why there is none."""

    sweeps: Mapping[str, SweepRecord] = field(default_factory=dict)
    histories: Sequence[History] = ()
    why_none: str = ""


def look_back(store: Store, sweep: SweepRecord, root: Path | None = None, *, needed: bool = False) -> Past:
    """What there was before a sweep; with a `root`, the histories of its scenarios too, by the Otava of that checkout.

    Where Otava is missing or fails, the past says so; SetupError or BenchError where histories are `needed`.
    """
    known = comparable_sweeps(store, sweep)
    told = {name: published(one) for name, one in known.items()}
    if root is None:
        return Past(told)
    if len(known) < FEWEST:
        return Past(told, why_none=f"Sweeps of this preset, these conditions and this machine: {len(known)}; change points need {FEWEST}.")
    wanted = in_order(sweep, scenarios(store, sweep.id, "steady"))
    try:
        return Past(told, histories(store, known, wanted, partial(detect, python_with_otava(root))))
    except BenchError as error:
        if needed or isinstance(error, StoreError):
            raise
        return Past(told, why_none=nameless(f"{error.what}: {error.why}. To see the nights: {error.do}."))


def comparable_sweeps(store: Store, with_sweep: SweepRecord) -> dict[str, SweepRecord]:
    """The whole sweeps up to this one that were asked for the same things on the same machine, the oldest first, by id."""
    key = comparable(with_sweep)
    found = [item for item in sweeps(store) if item.planned_at <= with_sweep.planned_at]
    return {item.id: item for item in found if item.id == with_sweep.id or (item.state in _WHOLE and comparable(item) == key)}


def histories(store: Store, known: Mapping[str, SweepRecord], wanted: Sequence[Scenario], find: Detector, figure: str = "p50_ns") -> list[History]:
    """The history of each scenario over those sweeps; change points of all in one go."""
    series = [[night for night in nights(store, scenario, figure=figure) if night.sweep_id in known] for scenario in wanted]
    asked = [looks([night.value for night in item]) for item in series]
    found = iter(find([values for looked in asked for values in looked]))
    return [_history(scenario, item, [next(found) for _ in looked]) for scenario, item, looked in zip(wanted, series, asked, strict=True)]


def _history(scenario: Scenario, item: list[Night], found: list[list[Change]]) -> History:
    return History(scenario, tuple(item), tuple(found[0]), tuple(change for changes in found[1:] for change in changes))
