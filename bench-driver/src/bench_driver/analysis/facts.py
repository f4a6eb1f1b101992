"""What a report is made of: a sweep's figures, and of each raw answer the little that is shown. Answers are read one at a time, since they are long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..model.answers import by_format, histogram
from ..model.order import in_order
from ..model.published import published
from ..model.records import Answer, Measurement, SweepRecord
from ..model.scenario import Scenario
from ..stats.histograms import Distribution, merged
from ..store import read
from ..store.database import Store
from .figures import Bands, ByRound, Pair, by_round
from .figures import pairs as pairs_of
from .history.alarms import History


@dataclass(frozen=True)
class Run:
    """A steady run beside its parse times; what a server did not say is None. Times of the whole run, ns."""

    scenario: Scenario
    round: int
    arm: str | None
    amount: int
    engine: str
    wall_ns: float
    parse_ns: float
    fetch_ns: float | None
    guard_ns: float | None
    drop_ns: float | None
    gc_in_window_ns: float | None
    gc_outside_ns: float | None
    allocated_bytes: float | None
    peak_rss_bytes: float | None
    body_bytes: float
    smallest_body: int
    largest_body: int
    megabytes_per_second: float | None
    connections: int
    timer_overhead_ns: int
    steadiness: str | None
    noise: tuple[tuple[str, float, float], ...]
    warmup_blocks: tuple[int, ...]


@dataclass(frozen=True)
class Facts:
    """A sweep, read."""

    sweep: SweepRecord
    scenarios: Sequence[Scenario]
    steady: Sequence[Measurement]
    cold: Sequence[Measurement]
    runs: Sequence[Run]
    #: of the replayed warm-up, the means of its blocks of 500 objects, ns, a series a round
    warmups: Mapping[Scenario, Sequence[Sequence[int]]]
    distributions: Mapping[Scenario, Distribution]
    failures: Sequence[str]
    counts: Mapping[str, int]
    histories: Sequence[History] = ()
    sweeps: Mapping[str, SweepRecord] = field(default_factory=dict)
    #: why there is no history, where there is none
    no_history: str = ""

    @cached_property
    def headline(self) -> dict[Scenario, ByRound]:
        """The headline: each run's median at its largest amount, by scenario and round."""
        return by_round(self.steady)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The A/A pairs."""
        return pairs_of(self.steady)

    @property
    def bands(self) -> Bands:
        """What equal things differ by here."""
        return Bands(self.pairs)

    def values(self, name: str) -> list[str]:
        """The values of a part of the scenarios, `format` for one, in the plan's order."""
        return list(dict.fromkeys(getattr(scenario, name) for scenario in self.scenarios))


def gather(store: Store, sweep: SweepRecord, histories: Sequence[History] = (), known: Mapping[str, SweepRecord] | None = None, no_history: str = "") -> Facts:
    """The facts of a sweep in the store."""
    measured = {series: list(read.measurements(store, sweep.id, series)) for series in ("steady", "cold")}
    runs, encoded = [], dict[Scenario, list[str]]()
    for item in read.answers(store, sweep.id, "steady", outcome="ok"):
        runs.append(run_of(item))
        if item.answer and (encoded_one := histogram(item.answer)):
            encoded.setdefault(item.scenario, []).append(encoded_one)
    distributions = {scenario: whole for scenario, texts in encoded.items() if (whole := merged(texts))}
    warmups = _warmups(read.answers(store, sweep.id, "warmup", outcome="ok"))
    failures = [_failure(item) for item in read.answers(store, sweep.id, outcome="failed")]
    return Facts(
        published(sweep), in_order(sweep, read.scenarios(store, sweep.id)), measured["steady"], measured["cold"], runs, warmups, distributions,
        failures, read.counts(store, sweep.id), histories, {name: published(one) for name, one in (known or {}).items()}, no_history,
    )  # fmt: skip


def run_of(item: Answer) -> Run:
    """What is shown of a run."""
    answer = item.answer or {}
    reclaim, memory, payload = answer.get("reclaim", {}), answer.get("memory", {}), answer["payload"]
    return Run(
        scenario=item.scenario,
        round=item.round,
        arm=item.arm,
        amount=answer["amount"],
        engine=f"{answer['engine']['library']} {answer['engine']['version']}",
        wall_ns=1e6 * by_format(answer, "total_time_ms"),
        parse_ns=answer["parse"]["total_ns"],
        fetch_ns=answer.get("fetch", {}).get("total_ns"),
        guard_ns=answer.get("guard_ns"),
        drop_ns=reclaim.get("drop_ns"),
        gc_in_window_ns=reclaim.get("gc_pause_in_window_ns"),
        gc_outside_ns=reclaim.get("gc_pause_outside_ns"),
        allocated_bytes=memory.get("allocated_bytes_per_object"),
        peak_rss_bytes=memory.get("peak_rss_bytes"),
        body_bytes=payload["bytes"] / answer["amount"],
        smallest_body=payload["min_bytes"],
        largest_body=payload["max_bytes"],
        megabytes_per_second=payload.get("megabytes_per_second"),
        connections=answer["connections"],
        timer_overhead_ns=answer["parse"]["timer_overhead_ns"],
        steadiness=answer.get("steadiness", {}).get("class"),
        noise=tuple((rule["rule"], rule["value"], rule["limit"]) for rule in answer.get("noise", [])),
        warmup_blocks=_blocks(answer.get("warmup") or {}),
    )


def _blocks(part: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(part.get("blocks", {}).get("mean_ns", []))


def _warmups(answers: Iterable[Answer]) -> dict[Scenario, list[tuple[int, ...]]]:
    found: dict[Scenario, list[tuple[int, ...]]] = {}
    for item in answers:
        if item.answer and (blocks := _blocks(item.answer)):
            found.setdefault(item.scenario, []).append(blocks)
    return found


def _failure(item: Answer) -> str:
    problem = item.problem or {}
    return f"round {item.round}, {item.scenario}, {item.series}: {problem.get('code', 'error')}: {problem.get('detail', '')}"
