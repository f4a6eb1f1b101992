"""What is said of a sweep while it runs: where it is, how long it takes yet, and its answer so far,
without a verdict. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from statistics import fmean

from ..analysis.phrases import span
from ..measure.watching import Now
from ..model.cell import Cell, Contender
from ..model.records import SweepRecord
from ..plan.looks import looks
from ..plan.plan import planned, warm_up
from ..plan.stopping import Decided, read
from ..stats.interval import Interval
from ..stats.log_ratios import estimate
from ..stats.pairs import together

_WARMING = {
    "provider-warmup": "providers warm up",
    "warmup": "warm-up",
    "cold": "first objects of a fresh process",
}
_FURTHER = "further groups, since somebody shared the core"
_ENDED = {
    "complete": "The sweep is complete",
    "interrupted": "The sweep was interrupted",
    "failed": "The sweep was ended by a failure",
}
#: Two contenders, and whether their figures are rates.
_Two = tuple[tuple[Contender, Contender], bool]


@dataclass(frozen=True)
class SoFar:
    """What is said of a sweep, by its plan, its rounds' log ratios so far, and what runs."""

    kept: SweepRecord
    pairs: Mapping[Cell, tuple[Contender, Contender]]
    figures: Mapping[Cell, Mapping[int, float]]
    running: Now | None

    @property
    def decided(self) -> Decided | None:
        """How many rounds there are to be, as far as that is decided; None of one that an older
        driver measured.
        """
        said = self.kept.about.get("stopping")
        return read(said) if said else None

    @property
    def ratios(self) -> dict[Cell, Interval]:
        """Of each cell that decides; with ends from the round on from which they are
        worth a look.
        """
        many = together(self.figures)
        found = {
            cell: estimate(list(known.values()), many[cell.checks])
            for cell, known in self.figures.items()
        }
        return {cell: ratio for cell, ratio in found.items() if isfinite(ratio.estimate)}

    @property
    def rounds(self) -> int:
        """How many rounds there are to be, a pilot's whole."""
        pilot = self.decided.pilot if self.decided and self.decided.pilots else 0
        return max(int(self.kept.conditions.get("rounds", 0)), pilot or 0)

    @property
    def runs(self) -> int:
        """How many runs all rounds comprise, but for further groups; 0 where no plan says it."""
        if self.kept.by_amounts or not self.kept.conditions.get("cells"):
            return 0
        plan = planned(self.kept.conditions, self.kept.seed)
        return self.rounds * plan.runs(1, warm_up(self.kept.about.get("cells", ())))

    @property
    def round(self) -> str:
        """Which round runs, of how many; or how the sweep ended."""
        if self.kept.state in _ENDED:
            return f"{_ENDED[self.kept.state]}."
        if self.running is None:
            return "Between rounds: it is decided how many more there are to be."
        pilot = (
            " of a pilot, which says how many more there are to be"
            if self.decided and self.decided.pilots
            else ""
        )
        return f"Round {self.running.round} of {self.rounds}{pilot}."

    @property
    def now(self) -> str:
        """What runs; empty where nothing does."""
        if self.running is None:
            return ""
        who = ", then ".join(self.running.who)
        if self.running.group:
            return (
                f"{self.running.what}: group {self.running.group} of {self.running.groups}; {who}"
            )
        if self.running.series == "further":
            return _FURTHER
        starting = "servers start; then " if not self.running.share else ""
        return (
            f"{starting}{_WARMING.get(self.running.series, self.running.series)}: "
            f"{self.running.what}, {who}"
        )

    @property
    def part(self) -> float | None:
        """What part of it is made, as far as rounds are alike; None while a pilot is to say how
        many rounds there are.
        """
        if self.kept.state == "complete" or not self.rounds:
            return float(self.kept.state == "complete")
        if self.decided and self.decided.pilots:
            return None
        if (
            self.running is None
            # of one that runs all that is planned is made, though the last round's time is not
            # noted yet
        ):
            made = (
                int(self.kept.conditions.get("rounds", 0))
                if self.kept.state == "running"
                else len(self.decided.seconds)
                if self.decided
                else 0
            )
            return min(made / self.rounds, 1.0)
        return (self.running.round - 1 + self.running.share) / self.rounds

    @property
    def left_s(self) -> float | None:
        """Seconds until the end, by how long rounds took; None before one has ended."""
        if self.running is None or self.decided is None or not self.decided.seconds:
            return None
        each = fmean(seconds for _, seconds in self.decided.seconds)
        return round(each * (self.rounds - self.running.round + 1 - self.running.share))

    @property
    def worth(self) -> str:
        """What the ratios so far are worth."""
        if (
            self.decided is None or self.kept.state in _ENDED
        ):  # the answer of one that has ended has verdicts
            return ""
        lines = looks(
            self.figures, self.pairs, self.decided, one_start=self.kept.about.get("starts") == 1
        )
        return f"{lines[0][:1].upper()}{lines[0][1:]}." if lines else ""

    @property
    def sentence(self) -> str:
        """The answer so far."""
        if not self.ratios:
            none = (
                "No two contenders are compared"
                if self.kept.conditions.get("cells") and not self.pairs
                else "No round has ended yet"
            )
            return f"{none}, so there is no ratio so far."
        known = {
            two: [self.ratios[cell].estimate for cell in cells if cell in self.ratios]
            for two, cells in self._by_two().items()
        }
        return " ".join(_sentence(*two, ratios) for two, ratios in known.items() if ratios)

    def _by_two(self) -> dict[_Two, list[Cell]]:
        found: dict[_Two, list[Cell]] = {}
        for cell, pair in self.pairs.items():
            found.setdefault((pair, cell.on_all_cores), []).append(cell)
        return found

    @property
    def axis(self) -> str:
        """What the axis of the ratios says."""
        found = list(self._by_two())
        if len(found) != 1:
            return "right of 1 the baseline is faster; a ring is no verdict"
        ((baseline, other), rate) = found[0]
        of = (
            f"rate of {baseline} / rate of {other}"
            if rate
            else f"time of {other} / time of {baseline}"
        )
        return f"{of}: right of 1 {baseline} is faster; a ring is no verdict"


def _sentence(pair: tuple[Contender, Contender], rate: bool, ratios: list[float]) -> str:
    baseline, other = pair
    if rate:
        return f"So far {baseline} parses {span(ratios)} times as many objects a second as {other}."
    return f"So far {other} takes {span(ratios)} times as long as {baseline}."
