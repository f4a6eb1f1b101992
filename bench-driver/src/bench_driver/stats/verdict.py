"""What the same thing, measured twice in one sweep, differs by; and the verdict on a ratio, which has to exceed that.

A. Abedi, T. Brecht, "Conducting Repeatable Experiments in Highly Variable Cloud Computing Environments" (ICPE 2017, doi 10.1145/3030207.3030229):
two identical systems were reported as 38 % apart, at 95 % confidence. The A/A pair says what this machine, this night, calls different though it is the same.
It is judged by its estimate, which is found as a comparison's is; not by the ends of its interval, because a comparison has an interval of its own, and the
noise between rounds would count twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Literal

from .interval import Interval

Verdict = Literal["faster", "slower", "unresolved", "no A/A pair", "too few rounds", "not measured"]
#: A claim needs so many rounds: of fewer no interval of 95 % exists that asks nothing of how they are spread, for 1 - 2 / 2^5 is 94 %.
CLAIM_ROUNDS = 6
#: Figures that are published come from so many rounds.
PUBLISH_ROUNDS = 10


@dataclass(frozen=True)
class Band:
    """Ratios from 1 / `factor` to `factor` mean nothing: a pair of equals differed by as much."""

    factor: float
    pairs: int

    @property
    def low(self) -> float:
        """Its lower end."""
        return 1 / self.factor


#: No band is taken for narrower: two or three pairs may agree by chance.
NARROWEST = 1.01


def band(pairs: Iterable[Interval]) -> Band | None:
    """The band of the A/A ratios of a sweep: the greatest of them, either way; None where no pair has an interval."""
    known = [pair for pair in pairs if pair.known]
    if not known:
        return None
    return Band(max(NARROWEST, *(exp(abs(log(pair.estimate))) for pair in known)), len(known))


def verdict(ratio: Interval | None, aa: Band | None) -> Verdict:
    """What the ratio other / baseline of two times says of the other.

    Different only where there are `CLAIM_ROUNDS`, and the interval excludes 1 and lies outside the band, whole.
    """
    if ratio is None:
        return "not measured"
    if ratio.rounds < CLAIM_ROUNDS:
        return "too few rounds"
    if aa is None:
        return "no A/A pair"
    if ratio.low > 1 and ratio.low > aa.factor:
        return "slower"
    return "faster" if ratio.high < 1 and ratio.high < aa.low else "unresolved"


def in_words(said: Verdict, ratio: Interval | None) -> str:
    """A verdict as a row has it: where the rounds are too few, how many they are and how many it takes; where it is open, how wide its interval is."""
    if ratio and said == "too few rounds":
        return too_few(ratio.rounds)
    return f"unresolved, {100 * (ratio.high / ratio.low - 1):.0f} % wide" if ratio and said == "unresolved" else said


def too_few(rounds: int) -> str:
    """That so many rounds claim nothing."""
    return f"{rounds} round{'' if rounds == 1 else 's'}; a claim needs {CLAIM_ROUNDS}"


def least(ratio: Interval | None, margin: float, fewest: int = CLAIM_ROUNDS) -> float | None:
    """The least ratio that an interval as wide as this one shows to lie beyond a margin, as 1.03.

    None of too few rounds.
    """
    told = ratio is not None and ratio.rounds >= fewest
    return margin * sqrt(ratio.high / ratio.low) if ratio and told else None


def could_show(least_of: Sequence[float | None], rows: str = "rows") -> str:
    """What a gate could have found, by the least ratio that each row could have shown, None if none."""
    known = [ratio for ratio in least_of if ratio is not None]
    if not known:
        return f"No difference could have shown in any of {len(least_of)} {rows}."
    rest = ", and none in the others" if len(known) < len(least_of) else ""
    size = f"{100 * (max(known) - 1):.1f} % or more"
    return f"{size} could have shown in {len(known)} of {len(least_of)} {rows}{rest}."


def not_for_publishing(rounds: int) -> list[str]:
    """A sentence where figures of so many rounds are not to be published; none where they may be."""
    if rounds >= PUBLISH_ROUNDS:
        return []
    return [f"Not for publishing: these figures come from {rounds} round{'' if rounds == 1 else 's'}, and publishing takes {PUBLISH_ROUNDS}."]
