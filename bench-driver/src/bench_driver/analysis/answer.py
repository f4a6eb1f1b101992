"""The facts of a sweep, whichever way it measures: in groups of slices, or by amounts."""

from __future__ import annotations

from ..model.records import SweepRecord
from ..store.database import Store
from . import facts
from .facts import Facts, Passing
from .grouped import gather as groups
from .grouped.facts import GroupedFacts
from .history.gather import Past

AnyFacts = Facts | GroupedFacts


def gather(store: Store, sweep: SweepRecord, past: Past | None = None, passing: Passing | None = None) -> AnyFacts:
    """The facts of a sweep in the store; the runs of one by amounts go through `passing` on their way."""
    if sweep.in_groups:
        return groups.gather(store, sweep, past)
    return facts.gather(store, sweep, past, passing) if passing else facts.gather(store, sweep, past)
