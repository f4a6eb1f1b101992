"""What the warm-up of a round says: who was not warmed, and, in the first round, how large a slice of each cell is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..model import answers
from ..model.cell import Cell, Contender
from ..model.scenario import Scenario
from ..plan.grouped import GroupedPlan
from ..plan.groups import SliceSize, slice_size
from .call import Run


@dataclass
class Pilot:
    """Hears each run of a round's warm-up."""

    plan: GroupedPlan
    #: ns an object of each run under a cell's own condition: in its window, and altogether
    _times: dict[tuple[Cell, Contender], list[tuple[float, float]]] = field(default_factory=dict, init=False)
    _failed: set[tuple[Cell, Contender]] = field(default_factory=set, init=False)

    @property
    def consumers(self) -> list[str]:
        """The consumers of all contenders."""
        return list(dict.fromkeys(who.consumer for those in self.plan.contenders.values() for who in those))

    def heard(self, scenario: Scenario, condition: str | None, series: str, run: Run) -> None:
        """A run of the warm-up has ended; `condition` is None where it is for all cells of its object type and format."""
        if series == "provider-warmup":
            return
        who = Contender(scenario.consumer, scenario.engine or "")
        for cell in self.plan.contenders:
            if (cell.object_type, cell.format) == (scenario.object_type, scenario.format) and condition in (None, cell.condition):
                if run.answer is None:
                    self._failed.add((cell, who))
                elif condition:
                    whole_ms = max(1, answers.by_format(run.answer, "total_time_ms"))
                    times = (float(run.answer["parse"]["p50_ns"]), 1e6 * whole_ms / run.answer["amount"])
                    self._times.setdefault((cell, who), []).append(times)

    def unwarmed(self, cell: Cell, contenders: Sequence[Contender]) -> tuple[str, str] | None:
        """Why a group of the cell is not made, as a problem's code and detail; None where each of its contenders was warmed."""
        cold = [str(who) for who in contenders if (cell, who) in self._failed]
        return ("driver_unwarmed", f"the warm-up of {cold[0]} failed, so it was not measured") if cold else None

    def cells(self, part: Iterable[Cell]) -> list[dict[str, Any]]:
        """Each of these with the size of its slices, which bound gave way, and by which times; a cell that no contender was warmed in gets the least size."""
        return [self._sized(cell, self.plan.contenders[cell]) for cell in part]

    def _sized(self, cell: Cell, contenders: Sequence[Contender]) -> dict[str, Any]:
        by = {who: self._times[cell, who] for who in contenders if (cell, who) in self._times}
        # The least of each: what disturbs a run only adds to it, and one disturbed run would make every slice of the sweep short.
        times = {who: (min(window for window, _ in found), min(whole for _, whole in found)) for who, found in by.items()}
        size = SliceSize(self.plan.held.variants)
        if times:
            size = slice_size(min(window for window, _ in times.values()), max(whole for _, whole in times.values()), self.plan.held.variants)
        pilot = [{**asdict(who), "window_ns": window, "whole_ns": whole} for who, (window, whole) in times.items()]
        return {**asdict(cell), **asdict(size), "pilot": pilot}
