"""Which change points are news: those that tonight shows and no night before did. Pure.

Without that a step would be an alarm each night for ever after. A change needs some nights to be believed, so its first night may lie a few back; one that
comes and goes as nights come in is told once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..compare import differences
from ..plan import Scenario
from ..store.read import Night, Sweep
from .changes import Change

#: So many nights before tonight are asked whether they showed a change already.
ASKED = 7
#: A change that moves by up to so many nights as more come in is the same one.
NEAR = 3


@dataclass(frozen=True)
class History:
    """A scenario's nights, the oldest first, and its change points: with all of them, and those that the `ASKED` nights before the last one showed."""

    scenario: Scenario
    nights: tuple[Night, ...]
    changes: tuple[Change, ...]
    told: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Alarm:
    """A change that tonight is the first to show: `change.ratio` above 1 is a regression."""

    scenario: Scenario
    change: Change
    since: str

    @property
    def slower(self) -> bool:
        """Whether it is a regression."""
        return self.change.ratio > 1

    def __str__(self) -> str:
        """In a sentence."""
        word, change = "slower" if self.slower else "faster", self.change
        return f"{self.scenario}: {abs(change.ratio - 1):.1%} {word} since {self.since} ({change.before:,.0f} to {change.after:,.0f} ns, p {change.p:.1g})"


def alarms(histories: Sequence[History]) -> list[Alarm]:
    """What is new tonight, the worst first."""
    found = [Alarm(item.scenario, change, item.nights[change.index].sweep_id) for item in histories for change in news(item.changes, item.told)]
    return sorted(found, key=lambda alarm: -alarm.change.ratio)


def looks(values: Sequence[float]) -> list[list[float]]:
    """The series to look for changes in, so that `History` can be made: all nights, then all that each of the `ASKED` before the last one had."""
    return [list(values), *(list(values[:length]) for length in range(max(len(values) - ASKED, 0), len(values)))]


def news(now: Sequence[Change], before: Sequence[Change]) -> Iterator[Change]:
    """The changes of `now` that `before` has not, nearby and in the same direction."""
    for change in now:
        if not any(abs(old.index - change.index) <= NEAR and (old.ratio > 1) == (change.ratio > 1) for old in before):
            yield change


def comparable(sweep: Sweep) -> tuple[Any, ...]:
    """What two nights must have in common to be one history: preset, conditions of the runs, machine, stack. Not versions: they are what is watched."""
    machine = sweep.about.get("machine", {})
    held = {name: value for name, value in sweep.conditions.items() if name not in ("rounds", "scenarios")}
    return (sweep.preset, _frozen(held), machine.get("cpu"), machine.get("cores"), sweep.about.get("stack"))


def _frozen(value: Any) -> str:
    return repr(sorted(value.items()))


def what_changed(before: Sweep, after: Sweep) -> list[str]:
    """What the two nights around a change say differently of themselves: versions, flags, commit."""
    return differences(before.about, after.about)
