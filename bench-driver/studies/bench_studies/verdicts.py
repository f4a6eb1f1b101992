"""What becomes of a claim, by what was measured of its rows. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev
from typing import Literal

from bench_driver.report import words
from bench_driver.stats.decision import MARGIN, Decided, Decision, decide
from bench_driver.stats.interval import Interval
from bench_driver.stats.log_ratios import estimate
from bench_driver.stats.verdict import CLAIM_ROUNDS

from .claims import Asked, Claim, Compared

Verdict = Literal[
    "holds",
    "does not hold",
    "the same within the margin",
    "unresolved",
    "not measured",
    "not testable here",
]
#: Of the rows of a claim the one that weighs most is the claim's: whatever speaks against it, then
#: what leaves it open.
_WEIGHT: Sequence[Verdict] = (
    "does not hold",
    "the same within the margin",
    "unresolved",
    "not measured",
    "holds",
)
#: What a decision on a ratio is to a claim of it.
SAID: Mapping[str, Mapping[Decided, Verdict]] = {
    "greater": {
        "slower": "holds",
        "faster": "does not hold",
        "same": "the same within the margin",
        "unresolved": "unresolved",
    },
    "less": {
        "faster": "holds",
        "slower": "does not hold",
        "same": "the same within the margin",
        "unresolved": "unresolved",
    },
    "equal": {
        "same": "holds",
        "slower": "does not hold",
        "faster": "does not hold",
        "unresolved": "unresolved",
    },
}


@dataclass(frozen=True)
class Row:
    """What is measured of a row of a claim, at one object type, size or level."""

    of: Asked
    at: str
    verdict: Verdict
    #: None of sizes and bounds, and where a side was not measured
    decision: Decision | None = None
    #: of sizes, exact
    exact: float | None = None
    #: of bounds: what was counted
    counted: str = ""
    #: whether a third digit says something
    close: bool = False

    @property
    def measured(self) -> str:
        """What was measured, for people."""
        if self.decision:
            return (words.close if self.close else words.ratio)(self.decision.ratio)
        return self.counted or (f"{self.exact:.3f}" if self.exact else words.DASH)

    @property
    def figure_outside(self) -> bool:
        """Whether the study's own figure lies outside the interval, whatever becomes
        of the claim.
        """
        return (
            self.of.figure is not None
            and self.decision is not None
            and self.decision.ratio.excludes(self.of.figure)
        )


@dataclass(frozen=True)
class Answer:
    """A claim, what is measured of each of its rows, and what becomes of it."""

    claim: Claim
    rows: Sequence[Row]

    @property
    def verdict(self) -> Verdict:
        """That of its weightiest row."""
        if self.claim.not_testable:
            return "not testable here"
        return min((row.verdict for row in self.rows), key=_WEIGHT.index)


def judged(of: Compared, at: str, logs: Sequence[float], many: int, margin: float = MARGIN) -> Row:
    """A row by the log ratio of its sides in each round; its interval is one of `many` simultaneous
    ones. Counts have a margin of 0.
    """
    if not logs:
        return Row(of, at, "not measured")
    if not margin and len(logs) >= CLAIM_ROUNDS and not any(logs):
        decision = Decision("same", Interval(1, 1, 1, len(logs)))
    else:
        deviation = stdev(logs) if len(logs) > 1 else None
        decision = decide(estimate(logs, many), deviation, margin, many)
    return Row(of, at, SAID[of.claimed][decision.verdict], decision, close=not margin)
