"""How many rounds a claim takes, and what a gate could have shown. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from .interval import Interval

#: A claim needs this many rounds: of fewer no interval of 95 % exists that asks nothing of how they
#: are spread, for 1 - 2 / 2^5 is 94 %.
CLAIM_ROUNDS = 6
#: Figures that are published come from this many rounds.
PUBLISH_ROUNDS = 10


def too_few(rounds: int) -> str:
    """Why this many rounds give no verdict."""
    return f"{rounds} round{'' if rounds == 1 else 's'}; a claim needs {CLAIM_ROUNDS}"


def least(ratio: Interval | None, margin: float, fewest: int = CLAIM_ROUNDS) -> float | None:
    """The least ratio that an interval as wide as this one shows to lie beyond a margin, as 1.03.

    None of too few rounds.
    """
    told = ratio is not None and ratio.rounds >= fewest
    return margin * (1 + ratio.half_width) if ratio and told else None


def could_show(least_of: Sequence[float | None], rows: str = "rows") -> str:
    """What a gate could have found, by the least ratio that each row could have shown."""
    known = [ratio for ratio in least_of if ratio is not None]
    if not known:
        return f"No slowdown would have been seen in any of {len(least_of)} {rows}."
    rest = ", and none in the others" if len(known) < len(least_of) else ""
    size = f"A slowdown of {100 * (max(known) - 1):.1f} % or more"
    return f"{size} would have been seen in {len(known)} of {len(least_of)} {rows}{rest}."


def not_for_publishing(rounds: int) -> list[str]:
    """A sentence where figures of this many rounds are not to be published; none where
    they may be.
    """
    if rounds >= PUBLISH_ROUNDS:
        return []
    return [
        f"Not for publishing: these figures come from {rounds} round{'' if rounds == 1 else 's'}, "
        f"and publishing takes {PUBLISH_ROUNDS}."
    ]
