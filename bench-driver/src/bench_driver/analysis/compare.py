"""Comparing: scenarios of one sweep with each other, round by round, or one sweep with another. Pure.

A difference is one from `CLAIM_ROUNDS` rounds on, where the ratio's interval excludes 1 and lies outside the A/A band of the consumers compared. The two
tests that many readers expect stand beside it, corrected for the length of their table; they take the samples as independent, and judge chance alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..model.records import SweepRecord
from ..model.scenario import Scenario, contender
from ..stats.interval import Interval, median_interval, paired_ratio, unpaired_ratio
from ..stats.significance import holm, mann_whitney, superiority, welch
from ..stats.verdict import Band, Verdict, in_words, verdict
from .figures import Bands, ByRound, Figures


@dataclass(frozen=True)
class Comparison:
    """Two scenarios or sweeps: each one's figure, ns, the ratio other / baseline, and what may be said of the other."""

    baseline: Scenario
    other: Scenario
    baseline_ns: Interval | None
    other_ns: Interval | None
    ratio: Interval | None
    verdict: Verdict
    #: what the same thing differs by, by which the verdict was found; None where nobody knows
    band: Band | None
    #: two-sided p, corrected by Holm over the table; NaN where there are too few rounds
    welch_p: float
    mann_whitney_p: float
    #: the chance that a run of the other takes longer than one of the baseline
    superiority: float

    @property
    def faster(self) -> str:
        """The contender that is faster, or why none can be called so."""
        words: dict[Verdict, str] = {"faster": contender(self.other), "slower": contender(self.baseline), "not measured": "no round has both"}
        return words.get(self.verdict, in_words(self.verdict, self.ratio))


def along(axis: str, figures: Figures, bands: Bands, order: Sequence[Scenario] = ()) -> list[Comparison]:
    """Every two scenarios that differ in that axis alone: `contender`, `format` or `engine`. The first in `order`, or by name, is the others' baseline."""
    places = {scenario: place for place, scenario in enumerate(order)}
    rest, known = _rest_of(axis), sorted(figures, key=lambda scenario: (places.get(scenario, len(places)), scenario))
    groups: dict[tuple[str, ...], list[Scenario]] = {}
    for scenario in known:
        groups.setdefault(rest(scenario), []).append(scenario)
    others = [(group[0], other) for group in groups.values() for other in group[1:] if part(axis, other) != part(axis, group[0])]
    return corrected([compare(baseline, other, figures, bands) for baseline, other in others])


def part(axis: str, scenario: Scenario) -> str:
    """What a scenario has on an axis."""
    return contender(scenario) if axis == "contender" else str(getattr(scenario, axis) or "default")


def _rest_of(axis: str) -> Callable[[Scenario], tuple[str, ...]]:
    """What two scenarios have in common; the engines of two formats are never the same."""
    if axis == "contender":
        return lambda scenario: scenario.objects
    if axis == "format":
        return lambda scenario: (scenario.object_type, scenario.provider, scenario.consumer, "engine" if scenario.engine else "")
    return lambda scenario: (*scenario.objects, scenario.consumer)


def compare(baseline: Scenario, other: Scenario, figures: Figures, bands: Bands) -> Comparison:
    """Two scenarios of one sweep, paired by round; p values as yet uncorrected."""
    ours, theirs = figures.get(baseline, {}), figures.get(other, {})
    return _comparison(baseline, other, ours, theirs, paired_ratio(theirs, ours), bands.of(baseline, other))


def sweeps(before: Figures, after: Figures, bands: tuple[Bands, Bands]) -> list[Comparison]:
    """The scenarios that two sweeps share, the first one as the baseline. Of their bands the wider one counts; rounds are not paired."""
    shared = [scenario for scenario in sorted(before) if scenario in after]
    sides = [(scenario, before[scenario], after[scenario]) for scenario in shared]
    return corrected(
        [
            _comparison(name, name, ours, theirs, unpaired_ratio(list(theirs.values()), list(ours.values())), wider(*(side.of(name) for side in bands)))
            for name, ours, theirs in sides
        ]
    )


def _comparison(baseline: Scenario, other: Scenario, ours: ByRound, theirs: ByRound, ratio: Interval | None, band: Band | None) -> Comparison:
    mine, yours = [value for runs in ours.values() for value in runs], [value for runs in theirs.values() for value in runs]
    times = [median_interval(list(side.values())) if side else None for side in (ours, theirs)]
    said = verdict(ratio, band)
    return Comparison(baseline, other, times[0], times[1], ratio, said, band, welch(mine, yours), mann_whitney(mine, yours), superiority(yours, mine))


def corrected(table: Sequence[Comparison]) -> list[Comparison]:
    """The table with its p values corrected for its length."""
    by_welch, by_ranks = holm([row.welch_p for row in table]), holm([row.mann_whitney_p for row in table])
    return [replace(row, welch_p=first, mann_whitney_p=second) for row, first, second in zip(table, by_welch, by_ranks, strict=True)]


def wider(first: Band | None, second: Band | None) -> Band | None:
    """The band of two sweeps: the wider one; None where one has none, since then nothing is known of it."""
    return max(first, second, key=lambda item: item.factor) if first and second else None


def differing(before: SweepRecord, after: SweepRecord) -> list[str]:
    """The lines on what two sweeps say differently of themselves, below a comparison of them."""
    found = differences({**before.about, "conditions": before.conditions}, {**after.about, "conditions": after.conditions})
    return ["", "what else differs between the two, which a ratio may come from:", *(f"  {line}" for line in found or ["nothing that they say of themselves"])]


def differences(before: dict[str, Any], after: dict[str, Any], path: str = "") -> list[str]:
    """What two sweeps say differently of themselves, a line each: `servers.rust-server.runtime_version: A -> B`. Where they were, and when, does not count."""
    found: list[str] = []
    for key in sorted(before.keys() | after.keys()):
        if key in _OF_THE_MOMENT:
            continue
        old, new = before.get(key), after.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            found += differences(old, new, f"{path}{key}.")
        elif old != new:
            found.append(f"{path}{key}: {_short(old)} -> {_short(new)}")
    return found


#: What is of one sweep alone: where it was and when, and what came of its own pilot.
_OF_THE_MOMENT = frozenset(
    {"acknowledged", "cells", "command", "load_average", "order", "provider_url", "seed", "services", "setup", "started", "stopping", "url"}
)


def _short(value: Any) -> str:
    """A value in a line; of engines, who they are."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and "version" in value[0]:
        return ", ".join(f"{item['name']} {item['version']}" for item in value)
    if isinstance(value, str) and len(value) >= 40 and set(value[:40]) <= set("0123456789abcdef"):
        return value[:12] + value[40:]  # a commit, perhaps -dirty
    return "nothing" if value is None else str(value)
