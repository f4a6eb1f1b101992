"""The answer at a glance: which consumer is faster for each object type, format and provider, by what ratio. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from ..model.records import Answer, Measurement
from ..model.scenario import Scenario, contender
from ..stats.interval import Interval, paired_ratio
from ..stats.spread import Spread, spread
from ..stats.verdict import Verdict, in_words, verdict
from .figures import Bands
from .points import Point


@dataclass(frozen=True)
class Row:
    """Two consumers on the same objects: p50 times a object (ns) and objects a second over rounds, and the paired ratio other / baseline."""

    object_type: str
    format: str
    provider: str
    baseline: str
    other: str
    baseline_ns: Spread | None
    other_ns: Spread | None
    baseline_rate: float | None
    other_rate: float | None
    ratio: Interval | None
    verdict: Verdict

    @property
    def faster(self) -> str:
        """Who is faster, or why nobody can be called so."""
        words: dict[str, str] = {"faster": self.other, "slower": self.baseline, "not measured": "no round has both"}
        return words.get(self.verdict, in_words(self.verdict, self.ratio))


def rows(scenarios: Sequence[Scenario], by_scenario: dict[Scenario, dict[int, Point]], bands: Bands) -> list[Row]:
    """A row for each object type, format, provider and contender that is not the first; the first one is the baseline.

    Points: each round's at its largest amount. `bands` are what the same things differed from themselves by: a difference has to exceed that.
    """
    sights: dict[tuple[str, str, str], list[Scenario]] = {}
    for scenario in sorted(scenarios, key=_reading_order(scenarios)):
        sights.setdefault((scenario.object_type, scenario.format, scenario.provider), []).append(scenario)
    return [_row(found[0], other, by_scenario, bands) for found in sights.values() for other in found[1:] or found]


def _reading_order(scenarios: Sequence[Scenario]) -> Any:
    """Object types, then formats, then providers, each as the plan has them."""
    ranks = [list(dict.fromkeys(getattr(scenario, name) for scenario in scenarios)) for name in ("object_type", "format", "provider")]
    return lambda scenario: tuple(rank.index(getattr(scenario, name)) for rank, name in zip(ranks, ("object_type", "format", "provider"), strict=True))


def _row(first: Scenario, second: Scenario, by_scenario: dict[Scenario, dict[int, Point]], bands: Bands) -> Row:
    ours, theirs = (by_scenario.get(scenario, {}) for scenario in (first, second))
    times = [{number: float(point.p50_ns) for number, point in rounds.items()} for rounds in (ours, theirs)]
    paired = [{number: [value] for number, value in side.items()} for side in times]
    ratio = paired_ratio(paired[1], paired[0]) if first != second else None
    spreads = [spread(list(figures.values())) for figures in times]
    names = (first.object_type, first.format, first.provider, contender(first), contender(second))
    return Row(*names, spreads[0], spreads[1], _rate(ours.values()), _rate(theirs.values()), ratio, verdict(ratio, bands.of(first, second)))


def _rate(found: Iterable[Point]) -> float | None:
    """Objects a second of the run's loop, the median over rounds; a millisecond is the least that the clock of a run tells."""
    rates = [1000 * point.amount / max(point.total_time_ms, 1) for point in found]
    return median(rates) if rates else None


@dataclass(frozen=True)
class WarmupRow:
    """What the warm-up of a consumer cost: mean ns an object while replaying, over http, and the measured p50 after it; medians over rounds and providers."""

    consumer: str
    object_type: str
    format: str
    replay_ns: float | None
    http_ns: float | None
    measured_ns: float


def warmup_rows(by_scenario: dict[Scenario, dict[int, Point]]) -> list[WarmupRow]:
    """A row for each contender, object type and format that was measured. Points: each round's at its largest amount."""
    groups: dict[tuple[str, str, str], list[Point]] = {}
    for scenario, rounds in sorted(by_scenario.items()):
        groups.setdefault((contender(scenario), scenario.object_type, scenario.format), []).extend(rounds.values())
    return [
        WarmupRow(
            *key,
            _median(point.warmup_replay_mean_ns for point in group),
            _median(point.warmup_http_mean_ns for point in group),
            median(point.p50_ns for point in group),
        )
        for key, group in groups.items()
    ]


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


class Doubts:
    """What spoils measured runs, counted as they pass by."""

    def __init__(self) -> None:
        self._throttled = self._jumped = self._measured = self._disturbed = 0
        self._rules: Counter[str] = Counter()

    def see(self, made: Answer) -> None:
        """Looks at a run."""
        if made.series in ("steady", "cold") and made.answer is not None:
            self._throttled += bool((made.answer.get("cpu") or {}).get("throttled_periods"))
            self._jumped += "clock_jump_s" in made.notes
        if made.series == "steady" and made.answer is not None and "noise" in made.answer:
            self._measured += 1
            self._disturbed += bool(made.answer["noise"])
            self._rules.update(rule["rule"] for rule in made.answer["noise"])

    def sentences(self) -> list[str]:
        """A sentence on how many runs were disturbed, where servers say it, and one for each other kind of doubt that there is."""
        held = f"A CPU quota held back {self._throttled} measured runs: their figures are spoilt. Lift the quota, or use CPU sets."
        jumped = f"The time of day jumped during {self._jumped} measured runs: it was set anew, or the machine slept. Their figures come from other clocks."
        told = ((self._measured, self.disturbed), (self._throttled, held), (self._jumped, jumped))
        return [sentence for number, sentence in told if number]

    @property
    def disturbed(self) -> str:
        """How many measured runs say that they were disturbed, and by which rules most."""
        said = f"{self._disturbed} of {self._measured} measured runs say that they were disturbed"
        often = ", ".join(f"{rule} ({number})" for rule, number in self._rules.most_common(3))
        return f"{said}; the rules that fired most: {often}. None was left out for it." if often else f"{said}."


def failure(made: Answer) -> str:
    """A sentence on a run that failed: which, where, how."""
    problem = made.problem or {}
    return f"round {made.round}, {made.scenario}, {made.series}: {problem.get('code', 'error')}: {problem.get('detail', '')}"


@dataclass(frozen=True)
class ColdRow:
    """The first objects of a consumer that was just started: mean ns an object at each amount, medians over rounds and providers."""

    consumer: str
    object_type: str
    format: str
    mean_ns: dict[int, float]


def cold_rows(found: Iterable[Measurement]) -> list[ColdRow]:
    """A row for each contender, object type and format."""
    groups: dict[tuple[str, str, str], dict[int, list[float]]] = {}
    for item in found:
        key = (contender(item.scenario), item.scenario.object_type, item.scenario.format)
        groups.setdefault(key, {}).setdefault(item.amount, []).append(item.mean_ns)
    return [ColdRow(*key, {amount: median(values) for amount, values in sorted(amounts.items())}) for key, amounts in sorted(groups.items())]
