"""Which change points somebody has to hear of. Pure.

What became slower is an alarm each night until somebody acknowledges it, or until the level is
back. What became faster is told once: in the first night that shows it, which may lie some nights
behind it, since a change needs some to be believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from statistics import stdev
from typing import Any

from ...model.reading import Line
from ...model.records import NEIGHBOURS_NS, UNCORRECTED_NS, Night, SweepRecord
from ...stats.log_ratios import half_width
from ...stats.verdict import CLAIM_ROUNDS, too_few
from ..differences import differences
from .changes import FEWEST, MIN_MAGNITUDE, Change

#: This many nights before tonight are asked whether they showed a change already.
ASKED = 7
#: A change that moves by up to this many nights as more come in is the same one.
NEAR = 3


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

    @property
    def short(self) -> bool:
        """Whether the last night has too few rounds to claim anything."""
        return bool(self.nights) and len(self.nights[-1].rounds) < CLAIM_ROUNDS

    @property
    def busy(self) -> bool:
        """Whether the last night lacks a quiet core, by which alone nights are held to
        each other.
        """
        return bool(self.nights) and self.nights[-1].figure == NEIGHBOURS_NS

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

    @property
    def slower(self) -> bool:
        """Whether it is a regression."""
        return self.change.ratio > 1

    def __str__(self) -> str:
        """In a sentence."""
        word, change = "slower" if self.slower else "faster", self.change
        known = f"; acknowledged {self.acknowledged}" if self.acknowledged else ""
        figures = f"{change.before:,.0f} to {change.after:,.0f} ns, p {change.p:.1g}"
        return (
            f"{self.scenario}: {abs(change.ratio - 1):.1%} {word} since {self.since} "
            f"({figures}){known}"
        )


def alarms(histories: Sequence[History]) -> list[Alarm]:
    """What stands and what is new tonight, the worst first.

    None is raised by what tonight has in fewer than `CLAIM_ROUNDS` rounds, without a quiet core, or
    without walks that could tell one.
    """
    found = [alarm for item in histories if item.gated for alarm in _alarms(item)]
    return sorted(found, key=lambda alarm: (bool(alarm.acknowledged), -alarm.change.ratio))


def _alarms(item: History) -> Iterator[Alarm]:
    faster = [change for change in news(item.changes, item.told) if change.ratio < 1]
    known = _known(item)
    for change in (*standing(item.changes), *faster):
        yield Alarm(
            item.scenario, change, item.nights[change.index].sweep_id, known.get(change.index, "")
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


#: What two nights must have in common to be one history, by name.
COMPARABLE = ("preset", "conditions", "processor", "number of cores", "stack")


def comparable(sweep: SweepRecord) -> tuple[Any, ...]:
    """The same of a sweep. Not versions: they are what is watched."""
    machine = sweep.about.get("machine", {})
    held = {
        name: value
        for name, value in sweep.conditions.items()
        if name not in ("rounds", "scenarios")
    }
    return (
        sweep.preset,
        _frozen(held),
        machine.get("cpu"),
        machine.get("cores"),
        sweep.about.get("stack"),
    )


def _frozen(value: Any) -> str:
    return repr(sorted(value.items()))


def what_changed(before: SweepRecord, after: SweepRecord) -> list[str]:
    """What the two nights around a change say differently of themselves: versions,
    flags, commit.
    """
    return differences(before.about, after.about)
