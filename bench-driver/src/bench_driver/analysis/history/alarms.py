"""Which change points somebody has to hear of. Pure.

What became slower is an alarm each night until somebody acknowledges it, or until the level is
back. What became faster is told once: in the first night that shows it, which may lie some nights
behind it, since a change needs some to be believed.

What became slower and is new tonight is measured again before it is an alarm: `came_again` has what
came of that, by night. Where it did not come again, that night has shown nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from statistics import stdev

from ...model.reading import Line
from ...model.records import NEIGHBOURS_NS, UNCORRECTED_NS, UNSURE_RATIO, Night
from ...stats.log_ratios import half_width
from ...stats.verdict import CLAIM_ROUNDS, too_few
from .changes import FEWEST, MIN_MAGNITUDE, Change

#: This many nights before tonight are asked whether they showed a change already.
ASKED = 7
#: A change that moves by up to this many nights as more come in is the same one.
NEAR = 3
#: Whether what was new came again; it is not known before it was measured again, nor if that night
#: could not tell.
YES, NO, UNKNOWN = "yes", "no", "unknown"


@dataclass(frozen=True)
class History:
    """The nights of what is watched, the oldest first, and its change points: with all of them, and
    those that the `ASKED` nights before the last showed.
    """

    scenario: Line
    nights: tuple[Night, ...]
    changes: tuple[Change, ...]
    told: tuple[Change, ...] = ()
    #: when changes of it were acknowledged, and why, by the sweep that each began with
    acknowledged: Mapping[str, str] = field(default_factory=dict)
    #: of nights that measured it again, by their sweep: whether what was new then came again, one
    #: of `YES`, `NO` and `UNKNOWN`
    came_again: Mapping[str, str] = field(default_factory=dict)

    @property
    def short(self) -> bool:
        """Whether the last night has too few rounds to claim anything."""
        return bool(self.nights) and len(self.nights[-1].rounds) < CLAIM_ROUNDS

    @property
    def busy(self) -> bool:
        """Whether the last night lacks a quiet core, by which alone times of nights are held to
        each other; of a ratio, whether one of the two met more neighbours.
        """
        return bool(self.nights) and self.nights[-1].figure in (NEIGHBOURS_NS, UNSURE_RATIO)

    @property
    def could_show(self) -> float | None:
        """The least ratio that tonight's rounds could show, as 1.05; None where no alarm can be."""
        if not self.gated or len(self.nights) < FEWEST:
            return None
        rounds = [log(value) for value in self.nights[-1].rounds.values()]
        return (1 + MIN_MAGNITUDE) * exp(half_width(stdev(rounds), len(rounds)))

    @property
    def gated(self) -> bool:
        """Whether an alarm can be raised."""
        return (
            not self.short
            and not self.busy
            and (not self.nights or self.nights[-1].figure != UNCORRECTED_NS)
        )


@dataclass(frozen=True)
class Alarm:
    """A change that somebody has to hear of: `change.ratio` above 1 is a regression. `acknowledged`
    says when, and why, where somebody has.
    """

    scenario: Line
    change: Change
    since: str
    acknowledged: str = ""
    #: whether no earlier night has shown it
    new: bool = False
    #: one of `YES`, `NO` and `UNKNOWN`; empty where it was not measured again
    came_again: str = ""
    #: whether it is of ratios to a reference
    of_ratio: bool = False

    @property
    def slower(self) -> bool:
        """Whether it is a regression."""
        return self.change.ratio > 1

    def __str__(self) -> str:
        """In a sentence."""
        word, change = "slower" if self.slower else "faster", self.change
        known = f"; acknowledged {self.acknowledged}" if self.acknowledged else ""
        levels = (
            f"{change.before:.3f} to {change.after:.3f} of the reference"
            if self.of_ratio
            else f"{change.before:,.0f} to {change.after:,.0f} ns"
        )
        return (
            f"{self.scenario}: {abs(change.ratio - 1):.1%} {word} since {self.since} "
            f"({levels}, p {change.p:.1g}){known}"
        )


def alarms(histories: Sequence[History]) -> list[Alarm]:
    """What stands and what is new tonight, the worst first.

    None is raised by what tonight has in fewer than `CLAIM_ROUNDS` rounds, without a quiet core, or
    without walks that could tell one, nor by what did not come again.
    """
    return [alarm for alarm in _every(histories) if alarm.came_again in ("", YES)]


def not_again(histories: Sequence[History]) -> dict[str, list[Alarm]]:
    """What would be new tonight, had it come again: by `NO` what did not, by `UNKNOWN` of what that
    cannot be told.
    """
    every = _every(histories)
    return {said: [alarm for alarm in every if alarm.came_again == said] for said in (NO, UNKNOWN)}


def to_confirm(histories: Sequence[History]) -> list[Alarm]:
    """What is to be measured again, since it would be a new alarm."""
    return [
        alarm
        for alarm in _every(histories)
        if alarm.slower and alarm.new and not (alarm.acknowledged or alarm.came_again)
    ]


def came_again(alarm: Alarm, again: History | None) -> str:
    """Whether an alarm is there too with the second measurement in the place of tonight's."""
    if not (again and again.gated):
        return UNKNOWN
    near = (abs(one.index - alarm.change.index) <= NEAR for one in standing(again.changes))
    return YES if any(near) else NO


def _every(histories: Sequence[History]) -> list[Alarm]:
    found = [alarm for item in histories if item.gated for alarm in _alarms(item)]
    return sorted(found, key=lambda alarm: (bool(alarm.acknowledged), -alarm.change.ratio))


def _alarms(item: History) -> Iterator[Alarm]:
    new, known = list(news(item.changes, item.told)), _known(item)
    last = item.nights[-1]
    for change in (*standing(item.changes), *(one for one in new if one.ratio < 1)):
        first = change in new
        yield Alarm(
            item.scenario,
            change,
            item.nights[change.index].sweep_id,
            known.get(change.index, ""),
            first,
            item.came_again.get(last.sweep_id, "") if first and change.ratio > 1 else "",
            last.is_ratio,
        )


def _known(item: History) -> dict[int, str]:
    """What was acknowledged, by the change's night: of what lies near the night that it was noted
    with, the nearest alone.
    """
    words = {}
    for index, night in enumerate(item.nights):
        near = [
            change.index
            for change in item.changes
            if change.ratio > 1 and abs(change.index - index) <= NEAR
        ]
        if near and night.sweep_id in item.acknowledged:
            words[min(near, key=lambda other: abs(other - index))] = item.acknowledged[
                night.sweep_id
            ]
    return words


def standing(changes: Sequence[Change]) -> list[Change]:
    """The changes to slower that the level has not come back from."""
    return [
        change
        for change in changes
        if change.ratio > 1 and changes[-1].after >= change.before * (1 + MIN_MAGNITUDE)
    ]


def unheard(histories: Sequence[History]) -> list[str]:
    """A sentence for each reason why some scenarios can raise no alarm tonight: too few rounds, no
    quiet core, no walks.
    """
    short, busy = (
        [item for item in histories if item.short],
        [item for item in histories if item.busy and not item.short],
    )
    blind = [item for item in histories if not (item.short or item.busy or item.gated)]
    reasons = [
        (
            short,
            "tonight has "
            f"{too_few(min((len(item.nights[-1].rounds) for item in short), default=0))}",
        )
    ]
    reasons += [
        (busy, "somebody else used the core tonight, so their times say nothing of the code"),
        (blind, "no walk says who shared the core"),
    ]
    return [
        f"No alarm is raised for {len(those)} of {len(histories)} scenarios: {why}."
        for those, why in reasons
        if those
    ]


def young(histories: Sequence[History]) -> list[str]:
    """A line for each history that has too few nights to show a change: a gate that cannot fail yet
    says so.
    """
    return [
        f"{item.scenario}: night {len(item.nights)} of {FEWEST}, no alarm before that"
        for item in histories
        if len(item.nights) < FEWEST
    ]


def looks(values: Sequence[float]) -> list[list[float]]:
    """The series to look for changes in, so that `History` can be made: all nights, then all that
    each of the `ASKED` before the last one had.
    """
    return [
        list(values),
        *(list(values[:length]) for length in range(max(len(values) - ASKED, 0), len(values))),
    ]


def news(now: Sequence[Change], before: Sequence[Change]) -> Iterator[Change]:
    """The changes of `now` that `before` has not, nearby and in the same direction."""
    for change in now:
        if not any(
            abs(old.index - change.index) <= NEAR and (old.ratio > 1) == (change.ratio > 1)
            for old in before
        ):
            yield change
