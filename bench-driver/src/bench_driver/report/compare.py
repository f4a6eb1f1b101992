"""What the command `compare` shows: two scenarios or two sweeps of the store beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis import compare
from ..analysis.compare import Comparison
from ..analysis.figures import Bands, by_round, pairs
from ..analysis.grouped.between import SWEEPS
from ..errors import NotComparable, UsageError
from ..model.order import in_order
from ..model.records import Measurement
from ..model.scenario import find_scenario
from ..stats.verdict import in_words, least
from ..store import read
from ..store.database import Store
from . import words
from .grouped import compare as groups


@dataclass(frozen=True)
class Shown:
    """A table of comparisons, and the lines above and below it."""

    above: Sequence[str]
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    below: Sequence[str]
    comparisons: Sequence[Comparison]
    #: whether it decides: two scenarios of one sweep do, two sweeps do not
    decides: bool

    def slower_by(self, share: float) -> list[tuple[str, float]]:
        """The rows that say, and do not leave open, that the second is slower by more than that share (0.05 for 5 %): name and ratio."""
        found = [(str(row.other), row.ratio.estimate) for row in self.comparisons if row.verdict == "slower" and row.ratio]
        return [(name, ratio) for name, ratio in found if ratio > 1 + share]

    def undecided(self, share: float) -> list[str]:
        """The rows of which nobody knows whether the second is slower by more than that share: their names."""
        open_rows = [row for row in self.comparisons if row.verdict not in ("slower", "faster", "same")]
        return [str(row.other) for row in open_rows if not (row.ratio and row.ratio.known and row.ratio.high <= 1 + share)]

    def could_show(self, share: float) -> list[float | None]:
        """The least ratio that each row could have shown above that share and its band, None if none."""
        bands = [row.band if self.decides else None for row in self.comparisons]
        rows = zip(self.comparisons, bands, strict=True)
        return [least(row.ratio, max(1 + share, band.factor)) if band else None for row, band in rows]

    def data(self) -> list[dict[str, Any]]:
        """The comparisons for programs: names, times in ns and the ratio second / first, each with its 95 % interval, and the verdict."""
        return [
            {
                "first": str(row.baseline),
                "second": str(row.other),
                "verdict": row.verdict if self.decides else None,
                "ratio": words.interval(row.ratio),
                "first_ns": words.interval(row.baseline_ns),
                "second_ns": words.interval(row.other_ns),
                "band": row.band.factor if row.band else None,
            }
            for row in self.comparisons
        ]


def scenarios_compared(store: Store, sweep: str, first: str, second: str, figure: str) -> Shown:
    """Two scenarios of a sweep, paired by round. UsageError where one is not there."""
    chosen = read.find(store, sweep)
    if chosen.in_groups:
        why = f"{chosen.id} measured in groups, in which contenders are compared already"
        raise UsageError("two scenarios of a sweep in groups cannot be compared", why=why, do=f"see `bench-driver show {chosen.id} --by provider`")
    known = in_order(chosen, read.scenarios(store, chosen.id, "steady"))
    sides = [find_scenario(text, known) for text in (first, second)]
    measured = list(read.measurements(store, chosen.id, "steady"))
    row = compare.compare(sides[0], sides[1], by_round(measured, figure), Bands(pairs(measured, figure)))
    above = [f"sweep {chosen.id}, {figure}: second / first", f"first:  {sides[0]}", f"second: {sides[1]}"]
    return _shown(above, ["second over first"], [row], [])


def sweeps_compared(store: Store, first: str, second: str, figure: str) -> Shown | groups.Shown:
    """What two sweeps share, and what they say differently of themselves. UsageError; NotComparable where they share nothing, or measured in different ways."""
    before, after = read.find(store, first), read.find(store, second)
    ways = [item.in_groups for item in (before, after)]
    if all(ways):
        labels = [read.labelled(store, name) for name in (first, second)]
        sides = labels if min(map(len, labels)) >= SWEEPS else [[before], [after]]
        return groups.sweeps_compared(store, sides[0], sides[1], figure)
    if any(ways):
        names = [item.id for _, item in sorted(zip(ways, (before, after), strict=True), key=lambda item: item[0])]
        why = f"{names[0]} measured by amounts and {names[1]} in groups, which are other figures of other conditions"
        raise NotComparable(
            f"{before.id} and {after.id} cannot be compared", why=why, do=f"sweep the older one's checkout in groups, and compare {names[1]} with that"
        )
    measured: list[list[Measurement]] = [list(read.measurements(store, item.id, "steady")) for item in (before, after)]
    bands = Bands(pairs(measured[0], figure)), Bands(pairs(measured[1], figure))
    rows = compare.sweeps(by_round(measured[0], figure), by_round(measured[1], figure), bands)
    if not rows:
        raise NotComparable(f"{before.id} and {after.id} share no scenario", why="no combination was measured in both", do="see `bench-driver list`")
    note = "Two sweeps show, and decide nothing: what changed in the machine between them is in these ratios, and no A/A pair shows it."
    return _shown([f"{figure}: {after.id} / {before.id}", note], [str(row.baseline) for row in rows], rows, compare.differing(before, after), decides=False)


def _shown(above: Sequence[str], names: Sequence[str], rows: Sequence[Comparison], below: Sequence[str], *, decides: bool = True) -> Shown:
    head = ["", "verdict", "ratio (95 %)", "A/A band", "first, ns (95 %)", "second, ns (95 %)", "Welch p", "Mann-Whitney p", "A"]
    cells = [
        [
            name,
            in_words(row.verdict, row.ratio) if decides else words.DASH,
            words.ratio(row.ratio),
            words.band(row.band),
            words.times(row.baseline_ns),
            words.times(row.other_ns),
            words.p(row.welch_p),
            words.p(row.mann_whitney_p),
            words.number(row.superiority, 2),
        ]
        for name, row in zip(names, rows, strict=True)
    ]
    unknown = ["no A/A pair with two rounds: no difference is claimed"] if any(row.band is None for row in rows) else []
    corrected = [f"p corrected by Holm for {len(rows)} rows"] if len(rows) > 1 else []
    return Shown([*above, ""], head, cells, ["", *unknown, *corrected, *below], rows, decides)
