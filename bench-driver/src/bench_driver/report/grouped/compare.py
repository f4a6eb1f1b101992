"""What the command `compare` shows of two sweeps in groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from ...analysis import compare
from ...analysis.grouped.between import Compared, compared
from ...analysis.grouped.headline import BY
from ...errors import NotComparable, UsageError
from ...model.reading import cells_in_order, contenders_in_order
from ...model.records import SweepRecord
from ...stats.groups import in_per_cent
from ...stats.pairs import measured
from ...stats.verdict import CLAIM_ROUNDS, too_few
from ...store.database import Store
from ...store.slices import whole_slices
from .. import words


@dataclass(frozen=True)
class Shown:
    """A table of what two sweeps share, and the lines above and below it."""

    above: Sequence[str]
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    below: Sequence[str]
    compared: Sequence[Compared]

    def slower_by(self, share: float) -> list[tuple[str, float]]:
        """The contenders that are slower by more than that share for sure: name and ratio. A row's ratio is nobody's time, and not among them."""
        found = [(str(one), one.decision) for one in self.compared if one.baseline is None]
        return [(name, said.ratio.estimate) for name, said in found if said.verdict == "slower" and said.ratio.low > 1 + share]

    def undecided(self, share: float) -> list[str]:
        """The contenders that may be slower by more than that share, and may not be: their names."""
        alone = [(str(one), one.decision.ratio) for one in self.compared if one.baseline is None]
        return [name for name, ratio in alone if ratio.rounds < CLAIM_ROUNDS or ratio.low <= 1 + share < ratio.high]

    def data(self) -> list[dict[str, Any]]:
        """The same for programs: names, times in ns, the ratio second / first with its interval, and the verdict on the second.

        Of `cores` they are objects a second, and the ratio is first / second: above 1 the second is slower everywhere.
        """
        return [
            {
                "cell": one.cell.slug,
                "contender": str(one.contender),
                "baseline": str(one.baseline) if one.baseline else None,
                "verdict": one.decision.verdict,
                "ratio": words.interval(one.decision.ratio),
                **_figures(one),
            }
            for one in self.compared
        ]


def sweeps_compared(store: Store, before: SweepRecord, after: SweepRecord, figure: str) -> Shown:
    """What two sweeps in groups share, and what they say differently of themselves. UsageError; NotComparable where they share nothing."""
    if figure != "p50_ns":
        raise UsageError(f"--figure {figure} is for sweeps by amounts", why="sweeps in groups are compared by the times of their answers", do="leave it out")
    sides = [measured(whole_slices(store, item.id)) for item in (before, after)]
    shared = cells_in_order(after, sides[0].keys() & sides[1].keys())
    who = {cell: {one for groups in sides[1][cell].came.values() for group in groups for one in group} for cell in shared}
    found = compared(sides[0], sides[1], {cell: contenders_in_order(after, who[cell]) for cell in shared})
    if not found:
        raise NotComparable(f"{before.id} and {after.id} share no cell", why="no contender was measured on the same cell in both", do="see `bench-driver list`")
    notes = ["Two sweeps ran at different times: what changed in the machine meanwhile is in each contender's time; out of a ratio of two it mostly falls."]
    rates = {one.cell.on_all_cores for one in found}
    if True in rates:
        notes.append("On all cores a figure is a rate, objects a second, and a ratio is first over second: above 1 the second is slower, as elsewhere.")
    names, units = (" and ".join(both[rate] for rate in sorted(rates)) for both in (("times", "objects_per_s"), ("ns", "objects/s")))
    head = ["", "second over first", "verdict", f"first, {units}", f"second, {units}"]
    rows = [[str(one), words.close(one.decision.ratio), said(one), *map(_shown(one), (one.first, one.second))] for one in found]
    above = [f"{names}: {after.id} / {before.id}, Welch's t over rounds, intervals that hold together", *notes, ""]
    return Shown(above, head, rows, compare.differing(before, after), found)


def _figures(one: Compared) -> dict[str, float | None]:
    """Its two figures, under names that say what they are."""
    if not one.cell.on_all_cores:
        return {"first_ns": one.first, "second_ns": one.second}
    return {"first_objects_per_s": one.first and 1e9 / one.first, "second_objects_per_s": one.second and 1e9 / one.second}


def _shown(one: Compared) -> Callable[[float | None], str]:
    """How its figures are written: a rate says that it is one."""
    return (lambda each_ns: f"{words.rate(each_ns)}/s" if each_ns else words.DASH) if one.cell.on_all_cores else words.ns


def sentence(found: Sequence[Compared]) -> str:
    """How many contenders' times, or rates, say what, most first."""
    alone = [one for one in found if one.baseline is None]
    kinds = Counter("with too few rounds" if one.decision.ratio.rounds < CLAIM_ROUNDS else said(one).partition(", ±")[0] for one in alone)
    return f"Of {len(alone)} figures in both sweeps: {', '.join(f'{number} {kind}' for kind, number in kinds.most_common())}."


def said(one: Compared) -> str:
    """The verdict on the second sweep."""
    ratio = one.decision.ratio
    if ratio.rounds < CLAIM_ROUNDS:
        return too_few(ratio.rounds)
    more, less = ("greater", "smaller") if one.baseline else ("slower", "faster")
    named = {"slower": f"{more} by {BY} or more", "faster": f"{less} by {BY} or more", "same": f"the same within {BY}"}
    return named.get(one.decision.verdict) or f"unresolved, ± {in_per_cent(log(ratio.high / ratio.low) / 2):.1f} %"
