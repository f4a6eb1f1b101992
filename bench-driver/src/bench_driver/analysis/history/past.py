"""Histories out of the store: the nights that can be compared with the latest one, scenario by
scenario, and their change points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ...errors import BenchError, StoreError
from ...model.published import nameless, published
from ...model.reading import Line, lines_in_order, planned_contenders
from ...model.records import AGAIN_OF, QUIET_NS, Night, SweepRecord
from ...store.database import Store
from ...store.read import sweeps
from .alarms import YES, History, looks
from .alike import chain, comparable, differing, references
from .changes import FEWEST, Change, detect, python_with_otava
from .series import nights

Detector = Callable[[Sequence[Sequence[float]]], list[list[Change]]]
#: Why cells of `cores` have no history.
NO_RATES = (
    "On all cores at once a figure is a rate, and nights keep times: `bench-driver compare` has "
    "the rates of two sweeps."
)
#: What a sweep keeps of the changes that began with it: the words of who acknowledged one, by its
#: series.
ACKNOWLEDGED = "acknowledged"
#: What a night keeps of what it measured again: whether it came again, by its series.
CAME_AGAIN = "came_again"
#: States of a sweep whose rounds were all made.
_WHOLE = ("complete", "failed")


@dataclass(frozen=True)
class Past:
    """The sweeps up to one that can be compared with it, itself the last, and the history of each
    scenario, or why there is none.
    """

    sweeps: Mapping[str, SweepRecord] = field(default_factory=dict)
    histories: Sequence[History] = ()
    why_none: str = ""
    #: why some of what the last one measured has no history; empty where all has
    left_out: str = ""
    #: why no earlier sweep of its preset can be compared with it; empty where one can, or none is
    apart: str = ""


def look_back(
    store: Store, sweep: SweepRecord, root: Path | None = None, *, needed: bool = False
) -> Past:
    """What there was before a sweep; with a `root`, the histories of its scenarios too, by the
    Otava of that checkout.

    Where Otava is missing or fails, the past says so; SetupError or BenchError where histories are
    `needed`.
    """
    known = comparable_sweeps(store, sweep)
    why_apart = apart(store, sweep) if len(known) == 1 else ""
    rates = NO_RATES if has_rates(sweep) else ""
    shown = {name: published(one) for name, one in known.items()}
    past = Past(shown, left_out=rates, apart=why_apart)
    if root is None:
        return past
    if len(known) < FEWEST:
        why = f"Sweeps of {alike_in(sweep)}: {len(known)}; change points need {FEWEST}."
        young = histories(every_series(store, sweep, known), _too_few, known)
        return replace(past, why_none=why, histories=young)
    try:
        return replace(
            past,
            histories=histories(
                every_series(store, sweep, known), partial(detect, python_with_otava(root)), known
            ),
        )
    except BenchError as error:
        if needed or isinstance(error, StoreError):
            raise
        return replace(
            past, why_none=nameless(f"{error.what}: {error.why}. To see the nights: {error.do}.")
        )


def _too_few(series: Sequence[Sequence[float]]) -> list[list[Change]]:
    return [[] for _ in series]


def alike_in(sweep: SweepRecord) -> str:
    """What the nights of a sweep's history have in common, in words."""
    return f"this preset, these conditions and this {_held_to(sweep)}"


def _held_to(sweep: SweepRecord) -> str:
    return "reference" if references(sweep) else "machine"


def apart(store: Store, with_sweep: SweepRecord) -> str:
    """Why the latest whole sweep of its preset before this one is no night of the same history;
    empty where none is, or it is one.
    """
    earlier = [
        item
        for item in _nights(store)
        if item.place < with_sweep.place and item.preset == with_sweep.preset
    ]
    if not earlier:
        return ""
    last, none = earlier[-1], "no earlier night can be compared with this one"
    if differ := differing(last, with_sweep):
        return f"{none}: of {last.id} the {differ} differs"
    old, new = references(last), references(with_sweep)
    if new and not set(old) & set(new):
        return f"{none}: no night measured both {old[0]} and {new[0]}, so the history begins anew"
    return ""


def _nights(store: Store) -> list[SweepRecord]:
    """The whole sweeps, but for those that measured cells of another again."""
    return [item for item in sweeps(store) if item.state in _WHOLE and not item.about.get(AGAIN_OF)]


def has_rates(sweep: SweepRecord) -> bool:
    """Whether a sweep measures on all cores at once too."""
    return any(cell.on_all_cores for cell in planned_contenders(sweep))


def comparable_sweeps(store: Store, with_sweep: SweepRecord) -> dict[str, SweepRecord]:
    """The whole sweeps up to this one that were asked for the same things on the same machine, or
    next to the same references; the oldest first, by id.
    """
    key = comparable(with_sweep)
    earlier = [
        item
        for item in _nights(store)
        if item.place <= with_sweep.place and item.id != with_sweep.id and comparable(item) == key
    ]
    return {item.id: item for item in chain([*earlier, with_sweep])}


def last_nights(store: Store) -> list[SweepRecord]:
    """The last night of each history, the newest first: of the whole sweeps that were asked for the
    same things on the same machine, where there are two. What is measured between two nights, such
    as an upgrade check, hides none.
    """
    whole = _nights(store)[::-1]
    keys = [comparable(item) for item in whole]
    return [
        item
        for place, item in enumerate(whole)
        if keys[place] not in keys[:place] and keys[place] in keys[place + 1 :]
    ]


def every_series(
    store: Store, sweep: SweepRecord, known: Mapping[str, SweepRecord], figure: str | None = None
) -> dict[Line, list[Night]]:
    """The nights of each contender on each cell that the sweep measured; without a `figure` by the
    answer's.
    """
    if sweep.by_amounts:
        return {}
    found = nights(store, known.values(), figure or QUIET_NS)
    # A sweep that was cut lacks lines which the nights before it have.
    cut = sweep.state not in _WHOLE
    tonight = [line for line, item in found.items() if cut or item[-1].sweep_id == sweep.id]
    return {line: found[line] for line in lines_in_order(sweep, tonight)}


def histories(
    series: Mapping[Line, list[Night]], find: Detector, known: Mapping[str, SweepRecord]
) -> list[History]:
    """The history of each series; change points of all in one go, and what of them was
    acknowledged, as the sweeps themselves keep it.
    """
    asked = [looks([night.value for night in item]) for item in series.values()]
    found = iter(find([values for looked in asked for values in looked]))
    return [
        _history(watched, item, [next(found) for _ in looked], known)
        for (watched, item), looked in zip(series.items(), asked, strict=True)
    ]


def _history(
    scenario: Line, item: list[Night], found: list[list[Change]], known: Mapping[str, SweepRecord]
) -> History:
    again = {name: str(said) for name, said in _noted(CAME_AGAIN, scenario, known).items()}
    before = range(len(item) - len(found) + 1, len(item))  # the nights that the looks ended with
    told = tuple(
        change
        for number, changes in zip(before, found[1:], strict=True)
        for change in changes
        if change.ratio < 1 or again.get(item[number - 1].sweep_id, YES) == YES
    )
    words = {name: str(said) for name, said in _noted(ACKNOWLEDGED, scenario, known).items()}
    return History(scenario, tuple(item), tuple(found[0]), told, words, again)


def _noted(key: str, scenario: Line, known: Mapping[str, SweepRecord]) -> dict[str, object]:
    """What nights keep of a scenario under a name, by night."""
    noted = {name: sweep.about.get(key) for name, sweep in known.items()}
    return {
        name: said[str(scenario)]
        for name, said in noted.items()
        if isinstance(said, dict) and str(scenario) in said
    }
