"""What the command `compare` shows of two sweeps in groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from ...analysis import compare
from ...analysis.grouped.between import SWEEPS, Compared, compared
from ...analysis.grouped.headline import BY
from ...errors import NotComparable, UsageError
from ...model.reading import cells_in_order, contenders_in_order
from ...model.records import SweepRecord
from ...stats.decision import MARGIN
from ...stats.groups import in_per_cent
from ...stats.pairs import measured
from ...stats.verdict import least
from ...store.database import Store
from ...store.slices import whole_slices
from .. import words


@dataclass(frozen=True)
class Shown:
    """A table of what two sides share, and the lines above and below it."""

    above: Sequence[str]
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    below: Sequence[str]
    compared: Sequence[Compared]
    #: whether it decides: of two labels with enough sweeps each
    decides: bool

    def slower_by(self, share: float) -> list[tuple[str, float]]:
        """The contenders that are slower by more than that share for sure: name and ratio. A row's ratio is nobody's time, and not among them."""
        found = [(str(one), one.decision) for one in self.compared if one.baseline is None and one.decision]
        return [(name, said.ratio.estimate) for name, said in found if said.verdict == "slower" and said.ratio.low > 1 + share]

    def undecided(self, share: float) -> list[str]:
        """The contenders that may be slower by more than that share, and may not be: their names."""
        alone = [one for one in self.compared if one.baseline is None]
        return [str(one) for one in alone if not one.decision or one.decision.ratio.low <= 1 + share < one.decision.ratio.high]

    def could_show(self, share: float) -> list[float | None]:
        """The least ratio that each contender could have shown above that share, None if none."""
        said = [one.decision for one in self.compared if one.baseline is None]
        return [least(one.ratio, 1 + max(share, MARGIN), SWEEPS) if one else None for one in said]

    def data(self) -> list[dict[str, Any]]:
        """The same for programs: names, times in ns, second / first, why it is not there; of two labels with the interval and the verdict on the second.

        Of `cores` they are objects a second, and the ratio is first / second: above 1 the second is slower everywhere.
        """
        return [
            {
                "cell": one.cell.slug,
                "contender": str(one.contender),
                "baseline": str(one.baseline) if one.baseline else None,
                "verdict": one.decision.verdict if one.decision else None,
                "ratio": words.interval(one.decision.ratio) if one.decision else one.ratio,
                "why_not": one.why_not or None,
                **_figures(one),
            }
            for one in self.compared
        ]


def sweeps_compared(store: Store, before: Sequence[SweepRecord], after: Sequence[SweepRecord], figure: str) -> Shown:
    """What two sweeps in groups share, or the sweeps of two labels, and what they say differently of themselves.

    UsageError; NotComparable where they share nothing.
    """
    if figure != "p50_ns":
        raise UsageError(f"--figure {figure} is for sweeps by amounts", why="sweeps in groups are compared by the times of their answers", do="leave it out")
    sides = [[measured(whole_slices(store, item.id)) for item in those] for those in (before, after)]
    last = after[-1]
    shared = cells_in_order(last, sides[0][-1].keys() & sides[1][-1].keys())
    found = compared(sides[0], sides[1], {cell: contenders_in_order(last, set(sides[1][-1][cell].contenders)) for cell in shared})
    names = [those[0].id if len(those) == 1 else f"{those[0].label} ({len(those)} sweeps)" for those in (before, after)]
    if not found:
        raise NotComparable(f"{' and '.join(names)} share no cell", why="no contender was measured on the same cell in both", do="see `bench-driver list`")
    decides = min(len(before), len(after)) >= SWEEPS
    above = [f"{names[1]} / {names[0]}", _NOTES[decides]]
    if any(one.cell.on_all_cores for one in found):
        above.append("On all cores a figure is a rate, objects a second, and a ratio is first over second: above 1 the second is slower, as elsewhere.")
    head = ["", "second over first", "verdict" if decides else "why not", "first", "second"]
    rows = [[str(one), _ratio(one), said(one) if decides else one.why_not, *(_shown(one, value) for value in (one.first, one.second))] for one in found]
    return Shown([*above, ""], head, rows, compare.differing(before[-1], last), found, decides)


#: What decides where two sweeps do not.
DECIDES = f"`bench-driver compare --build A..B` decides, and so do two labels with {SWEEPS} sweeps each."
#: What two sweeps can say, and what two labels, by whether they decide.
_NOTES = {
    False: f"Two sweeps show, and decide nothing: what the machine did in one of them is in all of its rounds. {DECIDES}",
    True: "Welch's t over sweeps; intervals hold together.",
}


def _ratio(one: Compared) -> str:
    if one.decision:
        return words.close(one.decision.ratio)
    return f"{one.ratio:.3f}" if one.ratio is not None else words.DASH


def _figures(one: Compared) -> dict[str, float | None]:
    """Its two figures, under names that say what they are."""
    if not one.cell.on_all_cores:
        return {"first_ns": one.first, "second_ns": one.second}
    return {"first_objects_per_s": one.first and 1e9 / one.first, "second_objects_per_s": one.second and 1e9 / one.second}


def _shown(one: Compared, value: float | None) -> str:
    """How a figure is written: a ratio as one, a rate as objects a second, a time in ns."""
    if value is None:
        return words.DASH
    if one.baseline is not None:
        return f"{value:.3f}"
    return f"{words.rate(value)}/s" if one.cell.on_all_cores else f"{words.ns(value)} ns"


def sentence(found: Sequence[Compared]) -> str:
    """How many contenders' times, or rates, can be put beside each other, and why the others cannot."""
    alone = [one for one in found if one.baseline is None]
    reasons = Counter(one.why_not for one in alone if one.why_not)
    rest = "".join(f"; of {number}, {why}" for why, number in reasons.most_common())
    return f"{len(alone) - sum(reasons.values())} of {len(alone)} figures can be put beside each other{rest}."


def said(one: Compared) -> str:
    """The verdict on the second; of two sweeps what is between them, without one."""
    if one.decision is None:
        return one.why_not or "shown, not decided"
    ratio = one.decision.ratio
    more, less = ("greater", "smaller") if one.baseline else ("slower", "faster")
    named = {"slower": f"{more} by {BY} or more", "faster": f"{less} by {BY} or more", "same": f"the same within {BY}"}
    return named.get(one.decision.verdict) or f"unresolved, ± {in_per_cent(log(ratio.high / ratio.low) / 2):.1f} %"
