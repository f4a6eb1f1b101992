"""What the command `compare` shows of two sweeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.between_sweeps import SWEEPS, Compared, compared
from ..analysis.differences import differing
from ..analysis.headline import BY
from ..analysis.phrases import span
from ..errors import NotComparable
from ..model.reading import cells_in_order, contenders_in_order
from ..model.records import SweepRecord
from ..stats.decision import MARGIN
from ..stats.pairs import measured
from ..stats.verdict import least
from ..store import read
from ..store.database import Store
from ..store.slices import whole_slices
from . import words
from .document import Table


@dataclass(frozen=True)
class Shown:
    """What two sides share: the answer, lines below it, tables, and what differs otherwise."""

    answer: str
    notes: Sequence[str]
    tables: Sequence[Table]
    below: Sequence[str]
    compared: Sequence[Compared]
    #: whether it decides: of two labels with enough sweeps each
    decides: bool

    def slower_by(self, share: float) -> list[tuple[str, float]]:
        """The contenders that are slower by more than that share for sure: name and ratio. A row's
        ratio is nobody's time, and not among them.
        """
        found = [
            (str(one), one.decision)
            for one in self.compared
            if one.baseline is None and one.decision
        ]
        return [
            (name, said.ratio.estimate)
            for name, said in found
            if said.verdict == "slower" and said.ratio.low > 1 + share
        ]

    def undecided(self, share: float) -> list[Compared]:
        """The contenders that may be slower by more than that share, and may not be."""
        alone = [one for one in self.compared if one.baseline is None]
        return [
            one
            for one in alone
            if not one.decision or one.decision.ratio.low <= 1 + share < one.decision.ratio.high
        ]

    def could_show(self, share: float) -> list[float | None]:
        """The least ratio that each contender could have shown above that share, None if none."""
        said = [one.decision for one in self.compared if one.baseline is None]
        return [least(one.ratio, 1 + max(share, MARGIN), SWEEPS) if one else None for one in said]

    def data(self) -> list[dict[str, Any]]:
        """The same for programs: names, times in ns, second / first, why it is not there; of two
        labels with the interval and the verdict on the second.

        Of `cores` they are objects a second, and the ratio is first / second: above 1 the second is
        slower everywhere.
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


def names_compared(store: Store, first: str, second: str) -> Shown:
    """What two sweeps share, by their names.

    Where both names are labels that enough sweeps have, what these share.

    Raises:
        StoreError: where the store has no such sweep.
        NotComparable: where they share nothing, or an older driver measured one by amounts.

    """
    sweeps = [read.find(store, name) for name in (first, second)]
    if old := next((one.id for one in sweeps if one.by_amounts), None):
        why = "an older driver measured it by amounts, with rules of its own"
        raise NotComparable(f"{old} cannot be compared", why=why, do="sweep its checkout anew")
    labels = [read.labelled(store, name) for name in (first, second)]
    if first == second or sweeps[0].id == sweeps[1].id:
        why = "both are the same sweeps, which always take the same time"
        do = "name two labels, or two sweeps by their ids"
        raise NotComparable(f"{first} is not compared with itself", why=why, do=do)
    sides = labels if min(map(len, labels)) >= SWEEPS else [[one] for one in sweeps]
    return sweeps_compared(store, *sides)


def sweeps_compared(
    store: Store, before: Sequence[SweepRecord], after: Sequence[SweepRecord]
) -> Shown:
    """What two sweeps share, or the sweeps of two labels, and what they say differently of
    themselves.

    Raises:
        NotComparable: where they share nothing.
    """
    sides = [
        [measured(whole_slices(store, item.id)) for item in those] for those in (before, after)
    ]
    last = after[-1]
    shared = cells_in_order(last, sides[0][-1].keys() & sides[1][-1].keys())
    found = compared(
        sides[0],
        sides[1],
        {cell: contenders_in_order(last, set(sides[1][-1][cell].contenders)) for cell in shared},
    )
    names = [
        those[0].id if len(those) == 1 else f"{those[0].label} ({len(those)} sweeps)"
        for those in (before, after)
    ]
    if not found:
        raise NotComparable(
            f"{' and '.join(names)} share no cell",
            why="no contender was measured on the same cell in both",
            do="see `bench-driver list`",
        )
    decides = min(len(before), len(after)) >= SWEEPS
    notes = [f"First: {names[0]}. Second: {names[1]}.", _NOTES[decides]]
    if any(one.cell.on_all_cores for one in found):
        notes.append(
            "On all cores a figure is a rate, objects a second, and a ratio is first over second: "
            "above 1 the second is slower, as elsewhere."
        )
    below = differing(before[-1], last)
    return Shown(_answer(found), notes, _tables(found), below, found, decides)


def _answer(found: Sequence[Compared]) -> str:
    """How the times of the second are to those of the first, and of labels the verdicts."""
    alone = [one for one in found if one.baseline is None]
    if any(one.decision for one in alone):
        verdicts: dict[str, list[str]] = {}
        for one in alone:
            verdicts.setdefault(said(one).partition(",")[0], []).append(str(one.contender))
        order = sorted(verdicts, key=_place)
        every = [f"{verdict} in {_counted(verdicts[verdict])}" for verdict in order]
        return f"Of {len(alone)} figures the second is {'; '.join(every)}."
    names = list(dict.fromkeys(str(one.contender) for one in alone))
    ratios = {
        name: [one.ratio for one in alone if str(one.contender) == name and one.ratio is not None]
        for name in names
    }
    spans = [f"{name} {span(those)}" for name, those in ratios.items() if those]
    figures = [ratio for those in ratios.values() for ratio in those]
    many = f"{len(names)} contenders, {span(figures)}" if figures else ""
    told = many if len(spans) > _NAMED else ", ".join(spans)
    return f"Second over first: {told or 'no ratio can be said'}."


def _place(verdict: str) -> int:
    """In which order verdicts are told: what became slower first."""
    return [*_SHORT, verdict.partition(" ")[0]].index(verdict.partition(" ")[0])


def _counted(names: Sequence[str]) -> str:
    """How many, and whose where these are few."""
    whose = list(dict.fromkeys(names))
    return f"{len(names)} ({', '.join(whose)})" if len(whose) <= _NAMED else str(len(names))


def _tables(found: Sequence[Compared]) -> list[Table]:
    """A table for each contender's figures, then one for each two contenders' ratios."""
    by_name: dict[str, list[Compared]] = {}
    for one in found:
        by_name.setdefault(_name(one), []).append(one)
    return [_table(name, those) for name, those in by_name.items()]


def _name(one: Compared) -> str:
    """Whose figure it is, and in which unit."""
    if one.baseline:
        sides = [str(one.contender), str(one.baseline)]
        return f"ratio {' / '.join(reversed(sides) if one.cell.on_all_cores else sides)}"
    return f"{one.contender}, {'objects a second' if one.cell.on_all_cores else 'ns an object'}"


def _table(name: str, those: Sequence[Compared]) -> Table:
    """Its cells; below them why some have no ratio."""
    decided = any(one.decision for one in those)
    conditions = {one.cell.under for one in those}
    under = len(conditions) > 1
    reasons = list(dict.fromkeys(one.why_not for one in those if one.why_not))
    head = ["object type", "format", *(["condition"] if under else [])]
    rows = [
        [
            one.cell.object_name,
            one.cell.coded_format,
            *([one.cell.under] if under else []),
            *figures_shown(one),
            f"- ({reasons.index(one.why_not) + 1})" if one.why_not else _ratio(one),
            *([_SHORT.get(said(one).partition(" ")[0], "")] if decided else []),
        ]
        for one in those
    ]
    notes = [f"({number}) {why}" for number, why in enumerate(reasons, 1)]
    caption = "; ".join([f"{name}{'' if under else f', {min(conditions)}'}", *notes])
    figures = ["first", "second", "second / first", *(["verdict"] if decided else [])]
    return Table([*head, *figures], rows, len(head), caption)


#: What decides where two sweeps do not.
DECIDES = (
    f"`bench-driver compare --build A..B` decides, and so do two labels with {SWEEPS} sweeps each."
)
#: More contenders are not named in the answer.
_NAMED = 4
#: A verdict in a word, by its first.
_SHORT = {
    "slower": "slower",
    "faster": "faster",
    "greater": "greater",
    "smaller": "smaller",
    "the": "same",
    "unresolved,": "unresolved",
}
#: What two sweeps can say, and what two labels, by whether they decide.
_NOTES = {
    False: "Two sweeps give no verdict. A machine that was busy during one of them was busy in "
    f"all of its rounds, and nothing here would show that. {DECIDES}",
    True: "Welch's t over sweeps; simultaneous intervals.",
}


def _ratio(one: Compared) -> str:
    if one.decision:
        return words.close(one.decision.ratio)
    return f"{one.ratio:.3f}" if one.ratio is not None else words.DASH


def _figures(one: Compared) -> dict[str, float | None]:
    """Its two figures, under names that say what they are."""
    if not one.cell.on_all_cores:
        return {"first_ns": one.first, "second_ns": one.second}
    return {
        "first_objects_per_s": one.first and 1e9 / one.first,
        "second_objects_per_s": one.second and 1e9 / one.second,
    }


def figures_shown(one: Compared) -> tuple[str, str]:
    """Its two figures: ratios, rates in objects a second, or times in ns."""
    return _figure_shown(one, one.first), _figure_shown(one, one.second)


def _figure_shown(one: Compared, value: float | None) -> str:
    if value is None:
        return words.DASH
    if one.baseline is not None:
        return f"{value:.3f}"
    return words.rate(value) if one.cell.on_all_cores else words.ns(value)


def sentence(found: Sequence[Compared]) -> str:
    """How many contenders' times, or rates, can be compared, and why the others cannot."""
    alone = [one for one in found if one.baseline is None]
    reasons = Counter(one.why_not for one in alone if one.why_not)
    rest = "".join(f"; of {number}, {why}" for why, number in reasons.most_common())
    return (
        f"{len(alone) - sum(reasons.values())} of {len(alone)} figures can be compared with each "
        f"other{rest}."
    )


def said(one: Compared) -> str:
    """The verdict on the second; of two sweeps what is between them, without one."""
    if one.decision is None:
        return one.why_not or "shown, not decided"
    ratio = one.decision.ratio
    more, less = ("greater", "smaller") if one.baseline else ("slower", "faster")
    named = {
        "slower": f"{more} by {BY} or more",
        "faster": f"{less} by {BY} or more",
        "same": f"the same within {BY}",
    }
    return named.get(one.decision.verdict) or f"unresolved, ± {words.percent(ratio.half_width)}"
