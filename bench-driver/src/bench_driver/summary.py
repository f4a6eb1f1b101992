"""The answer at a glance: which consumer is faster for each object type, format and provider, by what ratio. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from .plan import Scenario
from .points import Point, Record, headline, succeeded
from .stats.rounds import Spread, paired_ratio, spread, verdict


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
    ratio: Spread | None

    @property
    def faster(self) -> str:
        """Who is faster, or why nobody can be called so."""
        if self.ratio is None:
            return "no round has both"
        said = verdict(self.ratio)
        return {"faster": self.baseline, "slower": self.other}.get(said, said)


def rows(scenarios: Sequence[Scenario], found: Sequence[Point]) -> list[Row]:
    """A row for each object type, format, provider and consumer that is not the first; the first one is the baseline."""
    by_scenario = headline(found)
    consumers = list(dict.fromkeys(scenario.consumer for scenario in scenarios))
    sights = dict.fromkeys((scenario.object_type, scenario.format, scenario.provider) for scenario in sorted(scenarios, key=_reading_order(scenarios)))
    others = consumers[1:] or consumers
    return [_row(sight, consumers[0], other, by_scenario) for sight in sights for other in others]


def _reading_order(scenarios: Sequence[Scenario]) -> Any:
    """Object types, then formats, then providers, each as the plan has them."""
    ranks = [list(dict.fromkeys(getattr(scenario, name) for scenario in scenarios)) for name in ("object_type", "format", "provider")]
    return lambda scenario: tuple(rank.index(getattr(scenario, name)) for rank, name in zip(ranks, ("object_type", "format", "provider"), strict=True))


def _row(sight: tuple[str, str, str], baseline: str, other: str, by_scenario: dict[Scenario, dict[int, Point]]) -> Row:
    object_type, format_name, provider = sight
    ours, theirs = (by_scenario.get(Scenario(consumer, provider, object_type, format_name), {}) for consumer in (baseline, other))
    times = [{number: float(point.p50_ns) for number, point in rounds.items()} for rounds in (ours, theirs)]
    ratio = paired_ratio(times[1], times[0]) if baseline != other else None
    spreads = [spread(list(figures.values())) for figures in times]
    return Row(object_type, format_name, provider, baseline, other, spreads[0], spreads[1], _rate(ours.values()), _rate(theirs.values()), ratio)


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


def warmup_rows(found: Sequence[Point]) -> list[WarmupRow]:
    """A row for each consumer, object type and format that was measured."""
    groups: dict[tuple[str, str, str], list[Point]] = {}
    for scenario, rounds in sorted(headline(found).items()):
        groups.setdefault((scenario.consumer, scenario.object_type, scenario.format), []).extend(rounds.values())
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


def doubts(records: Iterable[Record]) -> list[str]:
    """A sentence on the measured runs that a container's CPU quota held back; none where there were none."""
    held = [record for record in records if succeeded(record) and record["phase"] == "measured" and record["answer"].get("cpu", {}).get("throttled_periods")]
    return [f"A CPU quota held back {len(held)} measured runs: their figures are spoilt. Lift the quota, or use CPU sets."] if held else []


def failures(records: Iterable[Record]) -> list[str]:
    """A sentence for each run that failed: which, where, how."""
    return [_failure(record) for record in records if not succeeded(record)]


def _failure(record: Record) -> str:
    problem = record["problem"]
    return f"round {record['round']}, {Scenario(**record['scenario'])}, {record['phase']}: {problem.get('code', 'error')}: {problem.get('detail', '')}"
