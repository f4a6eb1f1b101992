"""A slice, and what its answer says beside its times. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.cell import MadeGroup, Slice, Turn, whole
from ..model.records import Answer
from .runs import RunFigures, run_of


@dataclass(frozen=True)
class Seen:
    """A slice of a whole group: its place and figures, and the rest of its run.

    `jit_ms` is None where nothing is compiled at run time.
    """

    slice: Slice
    run: RunFigures
    position: int
    jit_ms: float | None

    @property
    def paused_ns(self) -> float | None:
        """All pauses of the collector during the slice; None where there is no collector."""
        parts = [self.run.gc_in_window_ns, self.run.gc_outside_ns]
        known = [part for part in parts if part is not None]
        return sum(known) if known else None


def seen(group: MadeGroup) -> list[Seen]:
    """What is kept of a group's slices that did well; the answers themselves are long."""
    return [
        _seen(one, turn, made)
        for one, (turn, made) in zip(Slice.together(group), whole(group), strict=True)
    ]


def _seen(one: Slice, turn: Turn, made: Answer) -> Seen:
    jit = (made.answer or {}).get("jit")
    return Seen(one, run_of(made), made.position, jit["compilation_ms"] if jit else None)
