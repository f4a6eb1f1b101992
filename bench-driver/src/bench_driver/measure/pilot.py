"""What the warm-up of a round says: who was not warmed, and, in the first round, how large a slice of each cell is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..model import answers
from ..model.cell import Cell, Contender
from ..model.condition import condition_of
from ..model.records import Turn
from ..model.scenario import Scenario
from ..plan.cores import setup_of
from ..plan.grouped import GroupedPlan
from .call import Run


@dataclass
class Pilot:
    """Hears each run of a round's warm-up."""

    plan: GroupedPlan
    #: ns an object of each run under a cell's own condition: in its window, and altogether
    _times: dict[tuple[Cell, Contender], list[tuple[float, float]]] = field(default_factory=dict, init=False)
    _failed: set[tuple[Cell, Contender]] = field(default_factory=set, init=False)

    def heard(self, turn: Turn, request: Mapping[str, Any], run: Run, part: Iterable[Cell]) -> None:
        """A run of a part's warm-up has ended: one under a cell's own condition, or one for all of the part's cells of its object type and format."""
        if turn.series == "provider-warmup":
            return
        own = bool(request.get("warmup"))
        for cell, who in self._warmed(turn.scenario, (condition_of(request), setup_of(request)) if own else None, part):
            if run.answer is None:
                self._failed.add((cell, who))
            elif own:
                whole_ms = max(1, answers.by_format(run.answer, "total_time_ms"))
                times = (float(answers.windows(run.answer)["p50_ns"]), 1e6 * whole_ms / run.answer["amount"])
                self._times.setdefault((cell, who), []).append(times)

    def _warmed(self, scenario: Scenario, under: tuple[str | None, str] | None, part: Iterable[Cell]) -> Iterator[tuple[Cell, Contender]]:
        """The contenders whom a run warms, each on its cell; `under` a condition and in a setup, or in all of them."""
        for cell in part:
            for who in self.plan.contenders[cell] if (cell.object_type, cell.format) == (scenario.object_type, scenario.format) else ():
                if (who.consumer, who.engine) == (scenario.consumer, scenario.engine or "") and under in (None, (cell.condition, who.setup)):
                    yield cell, who

    def unwarmed(self, cell: Cell, contenders: Sequence[Contender]) -> Mapping[Contender, Contender]:
        """Who takes no part in a group of the cell, and because of whose warm-up that failed: its own, or any where that leaves nobody to be compared with."""
        cold = [who for who in contenders if (cell, who) in self._failed]
        out = cold if len(contenders) - len(cold) > 1 else contenders if cold else ()
        return {who: who if who in cold else cold[0] for who in out}

    def cells(self, part: Iterable[Cell]) -> list[dict[str, Any]]:
        """Each of these with the size of its slices, which bound gave way, and by which times; a cell that no contender was warmed in gets the least size."""
        return [self._sized(cell, self.plan.contenders[cell]) for cell in part]

    def _sized(self, cell: Cell, contenders: Sequence[Contender]) -> dict[str, Any]:
        by = {who: self._times[cell, who] for who in contenders if (cell, who) in self._times}
        # The least of each: what disturbs a run only adds to it, and one disturbed run would make every slice of the sweep short.
        times = {who: (min(window for window, _ in found), min(whole for _, whole in found)) for who, found in by.items()}
        # A floor's windows are too short to ask for slices that hold enough of them.
        shortest = min((window for who, (window, _) in times.items() if not who.floor), default=0.0)
        size = self.plan.size(cell, shortest, max((whole for _, whole in times.values()), default=0.0))
        pilot = [{**asdict(who), "window_ns": window, "whole_ns": whole} for who, (window, whole) in times.items()]
        return {**asdict(cell), **asdict(size), "pilot": pilot}
