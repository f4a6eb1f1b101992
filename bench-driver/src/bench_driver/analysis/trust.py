"""What a sweep is good for, in one of three states and with the reasons. Pure.

The section "How sure" of a report has the details.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ..stats.verdict import CLAIM_ROUNDS, PUBLISH_ROUNDS
from .checks import Itself
from .disturbance import Noise

State = Literal["publishable", "good for a look", "do not quote"]
#: Cargo's profiles that are for tests. A figure of one is not to be quoted.
UNOPTIMIZED = ("debug", "quick")
_NOISE: dict[Noise, str] = {
    "busy": "noisy neighbours all along",
    "uneven": "one side met more noise",
    "unsteady": "the CPU gave less than it has",
    "unknown": "nothing is known of noisy neighbours",
}


@dataclass(frozen=True)
class Row:
    """What speaks for and against a row: its rounds, 0 where it was not measured, its noise, and
    whether its ratio drifts through the rounds. An effect of the order within a group is none of
    it: orders are balanced, so that it falls out of the ratio.
    """

    rounds: int
    noise: Noise
    drifted: bool = False


@dataclass(frozen=True)
class Trust:
    """A state, and why it is no better."""

    state: State
    reasons: Sequence[str]

    def __str__(self) -> str:
        """`good for a look (6 rounds, publishing takes 10)`."""
        return f"{self.state} ({'; '.join(self.reasons)})"


def worse(one: Trust, other: Trust) -> Trust:
    """The one of the worse state; of the same state the first."""
    states = get_args(State)
    return max(one, other, key=lambda it: states.index(it.state))


def trust(
    rows: Sequence[Row],
    itself: Collection[Itself] = (),
    *,
    complete: bool = True,
    one_start: bool = False,
    groups_lost: int = 0,
    unoptimized: Collection[str] = (),
) -> Trust:
    """The best state that nothing speaks against.

    Nobody quotes what cannot have a verdict: too few rounds, processes that were started once, a
    sweep that was cut (somebody may have cut it at a result), a server built for tests, or a
    consumer that differs from itself. Whoever publishes has more rounds, on quiet cores.
    """
    rounds = max((row.rounds for row in rows), default=0)
    against = [f"{name} is no release build" for name in unoptimized]
    against += _against_quoting(rounds, itself, complete=complete, one_start=one_start)
    if against:
        return Trust("do not quote", against)
    if against := list(_against_publishing(rounds, rows, groups_lost)):
        return Trust("good for a look", against)
    return Trust("publishable", [f"{rounds} rounds, all rows on a quiet core"])


def _against_quoting(
    rounds: int, itself: Collection[Itself], *, complete: bool, one_start: bool
) -> Iterator[str]:
    if not rounds:
        yield "no row was measured"
    if not complete:
        yield "the sweep is not complete"
    if one_start:
        yield "the processes were started once"
    elif 0 < rounds < CLAIM_ROUNDS:
        yield f"{_counted(rounds, 'round')}, a verdict takes {CLAIM_ROUNDS}"
    for one in itself:
        if one.says == "fails":
            yield f"{one.consumer} differs from itself by {abs(one.ratio.estimate - 1):.1%} (A/A)"


def _against_publishing(rounds: int, rows: Sequence[Row], groups_lost: int) -> Iterator[str]:
    if rounds < PUBLISH_ROUNDS:
        yield f"{_counted(rounds, 'round')}, publishing takes {PUBLISH_ROUNDS}"
    noise = Counter(row.noise for row in rows)
    counts = {
        "no whole group": sum(not row.rounds for row in rows),
        "too few rounds": sum(0 < row.rounds < CLAIM_ROUNDS for row in rows),
        f"fewer than {PUBLISH_ROUNDS} rounds": sum(
            CLAIM_ROUNDS <= row.rounds < PUBLISH_ROUNDS <= rounds for row in rows
        ),
        **{words: noise[name] for name, words in _NOISE.items()},
        "the ratio drifts through the rounds": sum(row.drifted for row in rows),
    }
    for words, count in counts.items():
        if count:
            yield words if len(rows) == 1 else f"{words} in {count} of {len(rows)} rows"
    if groups_lost:
        yield f"{_counted(groups_lost, 'group')} failed"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
