"""A sweep as it runs, as the contract's `Live` has it: what runs now, the answer so far, what
disturbs, and whether all is well. In words of the driver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median
from typing import Any

from ..measure import watching
from ..measure.watching import RunningSweep
from ..model.cell import Cell, Contender
from ..model.published import nameless
from ..model.reading import Line, lines_in_order
from ..model.records import SweepRecord
from ..plan.looks import INTERVAL_ROUNDS
from ..report import words
from ..stats.decision import MARGIN
from ..stats.interval import Interval
from ..store import read
from ..store.database import Store
from .disturbing import noise
from .sofar import SoFar

#: A sweep that has written nothing for so long, s, may have lost its driver.
SILENT_S = 180.0


@dataclass
class Watch:
    """Looks at the sweep of a store that runs, or was the last one."""

    store: Store
    _live: RunningSweep | None = None
    _made: dict[str, Any] = field(default_factory=dict)
    _key: tuple[object, ...] = ()

    def state(self) -> dict[str, Any]:
        """The contract's `Live`. What has not changed since the last look is not read again.
        StoreError.
        """
        name = watching.newest(self.store)
        if name is None:
            return {"sweep": None}
        if self._live is None or self._live.sweep_id != name:
            self._live, self._key = RunningSweep(self.store, name), ()
        kept, last = watching.state(self.store, name)
        written_at = watching.written_at(self.store, kept)
        silent = kept.state == "running" and _age(written_at) > SILENT_S
        key = (kept, last, silent)
        if key != self._key:
            self._made, self._key = self._sweep(self._live, kept, written_at, silent), key
        return {"sweep": self._made}

    def _sweep(
        self, watched: RunningSweep, kept: SweepRecord, written_at: str, silent: bool
    ) -> dict[str, Any]:
        counts = read.counts(self.store, kept.id)
        marks, running = (
            watched.look(),
            watching.now(self.store, kept) if kept.state == "running" else None,
        )
        told = SoFar(
            kept,
            watching.compared(kept),
            {cell: known for cell, known in watched.figures(kept).items() if known},
            running,
        )
        figures = watched.times
        lines = lines_in_order(kept, figures)
        disturbing = noise(marks, figures)
        over = [str(rule["rule"]) for rule in disturbing["rules"] if rule["over"]]
        health = self._health(kept, counts, written_at, silent, over)
        return {
            "id": kept.id,
            "label": kept.label,
            "preset": kept.preset,
            "state": kept.state,
            "in_groups": not kept.by_amounts,
            "planned_at": kept.planned_at,
            "round": told.round,
            "now": told.now,
            "made": counts["ok"] + counts["failed"],
            "planned": told.runs,
            "part": told.part,
            "left_s": told.left_s,
            "sentence": told.sentence,
            "worth": told.worth,
            "margin": MARGIN,
            "consumers": list(
                dict.fromkeys(
                    [
                        *(who.server for pair in told.pairs.values() for who in pair),
                        *(line.contender.server for line in lines),
                    ]
                )
            ),
            "axis": told.axis,
            "rows": [
                _row(cell, *pair, told.ratios.get(cell), figures)
                for cell, pair in told.pairs.items()
            ],
            "figures": [_figure(line, figures[line]) for line in lines],
            "noise": disturbing,
            "health": health,
        }

    def _health(
        self,
        kept: SweepRecord,
        counts: Mapping[str, int],
        written_at: str,
        silent: bool,
        over: Sequence[str],
    ) -> dict[str, Any]:
        failed, made = counts["failed"], counts["ok"] + counts["failed"]
        said = [
            f"{failed} of {made} runs failed"
            if failed
            else f"of {made} runs none failed"
            if made
            else "no run has ended yet"
        ]
        said += (
            [f"{counts['void']} runs are void, since their round was made anew"]
            if counts["void"]
            else []
        )
        said += (
            [f"the last round was disturbed: over its limit is {words.listed(over)}"]
            if over
            else []
        )
        do = ""
        if silent:
            said.append(
                "nothing was written for minutes: a run may take long, or the driver was killed"
            )
            do = (
                f"See whether bench-driver sweep still runs; bench-driver sweep --resume {kept.id} "
                "goes on with it."
            )
        elif kept.state in ("interrupted", "failed"):
            do = f"Next: bench-driver sweep --resume {kept.id}."
        whole = "; ".join(said)
        return {
            "well": not failed
            and not silent
            and not over
            and kept.state not in ("interrupted", "failed"),
            "sentence": f"{whole[:1].upper()}{whole[1:]}.",
            "do": do,
            "written_at": written_at,
            "failures": [nameless(_failed(one)) for one in watching.failures(self.store, kept.id)]
            if failed
            else [],
        }


def _age(time: str) -> float:
    """How long ago a time of day was, s."""
    return (datetime.now(UTC) - datetime.fromisoformat(time)).total_seconds()


def _failed(one: watching.Failed) -> str:
    runs = "1 run" if one.runs == 1 else f"{one.runs} runs"
    return f"{one.code}: {one.detail}: {runs}, the last in round {one.round}, {one.scenario}"


def _row(
    cell: Cell,
    baseline: Contender,
    other: Contender,
    ratio: Interval | None,
    figures: Mapping[Line, list[float]],
) -> dict[str, Any]:
    shown = (
        Interval(ratio.estimate, float("nan"), float("nan"), 1)
        if ratio and ratio.rounds < INTERVAL_ROUNDS
        else ratio
    )
    times = [
        words.ns(median(figures[line])) if (line := Line(who, cell)) in figures else words.DASH
        for who in (baseline, other)
    ]
    return {
        "object_type": cell.object_name,
        "format": cell.coded_format,
        "condition": cell.under,
        "baseline": str(baseline),
        "other": str(other),
        "baseline_shown": times[0],
        "other_shown": times[1],
        "ratio": {**(words.interval(shown) or {}), "rounds": ratio.rounds} if ratio else None,
        "ratio_shown": words.ratio(shown),
    }


def _figure(line: Line, values: list[float]) -> dict[str, Any]:
    cell = line.cell
    return {
        "object_type": cell.object_name,
        "format": cell.coded_format,
        "condition": cell.under,
        "contender": str(line.contender),
        "consumer": line.contender.server,
        "slices": len(values),
        "shown": words.ns(median(values)),
    }
