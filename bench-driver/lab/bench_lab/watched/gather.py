"""A sweep's groups with the time in which each was made."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bench_driver.model.cell import Slice, whole
from bench_driver.store.database import Store
from bench_driver.store.slices import made_groups

from .turns import Spent


def spent(store: Store, sweep_id: str) -> Iterator[Spent]:
    """The groups of which no slice failed."""
    for group in made_groups(store, sweep_id):
        if those := whole(group):
            begun = min(_seconds(made.started_at) for _, made in those)
            ended = max(_seconds(made.ended_at) for _, made in those)
            yield Spent(Slice.together(group), begun, ended)


def _seconds(moment: str) -> float:
    """Since 1970."""
    return datetime.fromisoformat(moment).timestamp()
