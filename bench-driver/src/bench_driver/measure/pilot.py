"""What the warm-up of a round says: who was not warmed, and, in the first round, how long each is
to be warmed and how large a slice of each cell is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..model import answers
from ..model.cell import BROWSER, COMPILES, Cell, Contender, Turn
from ..plan.plan import MOST_RUNS, Plan
from .call import Run

#: A consumer that compiles while it runs is warm once this many runs in succession took `COMPILES`
#: of their time for it or less.
WARM_RUNS = 4
#: One that reports no compiling makes this many runs: nothing is compiled in it, but in a browser.
UNTOLD_RUNS, BROWSER_RUNS = 2, 12


@dataclass(frozen=True)
class WarmUpRun:
    """What a run of a warm-up says: ns an object, in its window and altogether, and which part of
    its time was spent compiling; None where nobody says.
    """

    window_ns: float
    whole_ns: float
    compiles: float | None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> WarmUpRun:
        """What an answer says."""
        whole_ms = max(1, answers.by_format(answer, "total_time_ms"))
        return cls(
            float(answers.windows(answer)["p50_ns"]),
            1e6 * whole_ms / answer["amount"],
            answers.compiles(answer),
        )


@dataclass
class Pilot:
    """Hears each run of a round's warm-up."""

    plan: Plan
    _runs: dict[tuple[Cell, Contender], list[WarmUpRun]] = field(default_factory=dict, init=False)
    _failed: set[tuple[Cell, Contender]] = field(default_factory=set, init=False)

    def heard(self, turn: Turn, run: Run) -> None:
        """A run of a part's warm-up has ended."""
        pair = (turn.cell, turn.contender)
        if turn.series != "warmup" or pair not in self.plan.pairs:
            return
        if run.answer is None:
            self._failed.add(pair)
        else:
            self._runs.setdefault(pair, []).append(WarmUpRun.of(run.answer))

    def cold(self, part: Iterable[Cell]) -> set[tuple[Cell, Contender]]:
        """The contenders that are to be warmed on, each on its cell."""
        pairs = ((cell, who) for cell in part for who in self.plan.contenders[cell])
        return {
            pair
            for pair in pairs
            if pair not in self._failed and self._cold(pair[1], self._runs.get(pair, ()))
        }

    def _cold(self, who: Contender, runs: Sequence[WarmUpRun]) -> bool:
        if any(run.compiles is None for run in runs):
            return len(runs) < (BROWSER_RUNS if who.consumer == BROWSER else UNTOLD_RUNS)
        warm = len(runs) >= WARM_RUNS and all(
            (run.compiles or 0.0) <= COMPILES for run in runs[-WARM_RUNS:]
        )
        return not warm and len(runs) < MOST_RUNS

    def unwarmed(
        self, cell: Cell, contenders: Sequence[Contender]
    ) -> Mapping[Contender, Contender]:
        """Who takes no part in a group of the cell, and because of whose warm-up that failed: its
        own, or any where that leaves nobody to be compared with.
        """
        cold = [who for who in contenders if (cell, who) in self._failed]
        out = cold if len(contenders) - len(cold) > 1 else contenders if cold else ()
        return {who: who if who in cold else cold[0] for who in out}

    def cells(self, part: Iterable[Cell]) -> list[dict[str, Any]]:
        """Each of these with the size of its slices, which bound gave way, and by which times; a
        cell that no contender was warmed in gets the least size.
        """
        return [self._sized(cell, self.plan.contenders[cell]) for cell in part]

    def _sized(self, cell: Cell, contenders: Sequence[Contender]) -> dict[str, Any]:
        by = {who: self._runs[cell, who] for who in contenders if (cell, who) in self._runs}
        # The least of each: what disturbs a run only adds to it, and one disturbed run would make
        # every slice of the sweep short.
        times = {
            who: (min(run.window_ns for run in runs), min(run.whole_ns for run in runs))
            for who, runs in by.items()
        }
        # A floor's windows are too short to ask for slices that hold enough of them.
        shortest = min((window for who, (window, _) in times.items() if not who.floor), default=0.0)
        size = self.plan.size(
            cell, shortest, max((whole for _, whole in times.values()), default=0.0)
        )
        pilot = [
            {
                **asdict(who),
                "window_ns": window,
                "whole_ns": whole,
                "warmup_runs": len(by[who]),
                "compiles": [run.compiles for run in by[who]],
            }
            for who, (window, whole) in times.items()
        ]
        return {**asdict(cell), **asdict(size), "pilot": pilot}
