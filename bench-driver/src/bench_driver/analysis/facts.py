"""The answer of a sweep, read from the store: what screen, summary and page show. Answers are long, so each is read once, and one at a time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..model.answers import histogram
from ..model.order import in_order
from ..model.published import published
from ..model.records import Answer, Measurement, SweepRecord
from ..model.scenario import Scenario, contender
from ..stats.histograms import Distribution, merged
from ..stats.verdict import not_for_publishing
from ..store import read
from ..store.database import Store
from .compare import Comparison, along
from .doubts import Doubts
from .figures import Bands, ByRound, Pair, by_round
from .figures import pairs as pairs_of
from .headline import next_step, state, who_is_faster
from .history.gather import Past
from .runs import Replay, Run, failure, replay_of, run_of

#: A run's amounts and its summed parse times at them, ns.
Curve = tuple["array[int]", "array[int]"]
#: Passes a scenario's runs on as they come; who writes them somewhere does so on the way.
Passing = Callable[[Scenario, Iterable[Answer]], Iterable[Answer]]


@dataclass(frozen=True)
class Facts:
    """A sweep, read."""

    sweep: SweepRecord
    #: in the plan's order
    scenarios: Sequence[Scenario]
    #: the figures of whole runs
    steady: Sequence[Measurement]
    cold: Sequence[Measurement]
    #: by scenario, the curve of each round
    curves: Mapping[Scenario, Mapping[int, Curve]]
    runs: Sequence[Run]
    replays: Mapping[Scenario, Sequence[Replay]]
    distributions: Mapping[Scenario, Distribution]
    failures: Sequence[str]
    doubts: Doubts
    counts: Mapping[str, int]
    past: Past

    @cached_property
    def figures(self) -> dict[Scenario, ByRound]:
        """Each run's median at the largest amount of its scenario, by scenario and round; empty where none did well."""
        found = by_round(self.steady)
        return {scenario: found.get(scenario, {}) for scenario in self.scenarios}

    @cached_property
    def rates(self) -> dict[Scenario, ByRound]:
        """Objects a second of the same runs' whole loops."""
        return by_round(self.steady, "objects_per_second")

    @cached_property
    def pairs(self) -> list[Pair]:
        """The A/A pairs."""
        return pairs_of(self.steady)

    @property
    def bands(self) -> Bands:
        """What equal things differ by here."""
        return Bands(self.pairs)

    @cached_property
    def rows(self) -> list[Comparison]:
        """Every contender beside the first on the same objects: object types, then formats, then providers, each as the plan has them."""
        ranks = [(name, self.values(name)) for name in ("object_type", "format", "provider")]
        return along("contender", self.figures, self.bands, sorted(self.scenarios, key=lambda item: [rank.index(getattr(item, name)) for name, rank in ranks]))

    @cached_property
    def formats(self) -> list[Comparison]:
        """Every format beside the first, in the same contender."""
        return along("format", self.figures, self.bands, self.scenarios)

    @property
    def rounds(self) -> int:
        """How many rounds have a figure."""
        return len({item.round for item in self.steady})

    @property
    def sentence(self) -> str:
        """The answer, what was noisy, and what to do next."""
        known = list(self.past.sweeps)
        earlier = known[known.index(self.sweep.id) - 1] if self.sweep.id in known[1:] else None
        step = next_step(self.sweep, self.rows, earlier, disturbed=self.doubts.often)
        return " ".join(filter(None, [who_is_faster(self.rows), self.doubts.noise, step]))

    @property
    def notes(self) -> list[str]:
        """What else a reader must know, a sentence each."""
        cut = state(self.sweep, *(self.counts[name] for name in ("planned", "ok", "failed")))
        return [*cut, *(not_for_publishing(self.rounds) if self.steady else []), *self.doubts.sentences()]

    @property
    def contenders(self) -> list[str]:
        """Who parsed, in the plan's order."""
        return list(dict.fromkeys(map(contender, self.scenarios)))

    def values(self, name: str) -> list[str]:
        """The values of a part of the scenarios, `format` for one, in the plan's order."""
        return list(dict.fromkeys(getattr(scenario, name) for scenario in self.scenarios))


def gather(store: Store, sweep: SweepRecord, past: Past | None = None, passing: Passing = lambda scenario, answers: answers) -> Facts:
    """The facts of a sweep in the store."""
    sweep = published(sweep)
    scenarios = in_order(sweep, read.scenarios(store, sweep.id, "steady"))
    steady, curves = _steady(read.measurements(store, sweep.id, "steady"))
    runs, replays, distributions, doubts = list[Run](), dict[Scenario, list[Replay]](), dict[Scenario, Distribution](), Doubts()
    failures = list[tuple[int, int, str]]()
    for scenario in scenarios:
        encoded = list[str]()
        for item in passing(scenario, read.answers(store, sweep.id, scenario=scenario)):
            doubts.see(item)
            if item.answer is None:
                failures.append((item.round, item.position, failure(item)))
            elif item.series == "warmup":
                replays.setdefault(scenario, []).append(replay_of(item.answer))
            elif item.series == "steady":
                runs.append(run_of(item))
                encoded += filter(None, [histogram(item.answer)])
        if whole := merged(encoded):
            distributions[scenario] = whole
    return Facts(
        sweep, scenarios, steady, list(read.measurements(store, sweep.id, "cold")), curves, runs, replays, distributions,
        [words for *_, words in sorted(failures)], doubts, read.counts(store, sweep.id), past or Past(),
    )  # fmt: skip


def _steady(measurements: Iterator[Measurement]) -> tuple[list[Measurement], dict[Scenario, dict[int, Curve]]]:
    """The figures of whole runs, and the curves that lead to them as bare numbers, since a sweep may have a million points. Of a pair only A has a curve."""
    whole, curves = list[Measurement](), dict[Scenario, dict[int, Curve]]()
    for item in measurements:
        if item.amount == item.run_amount:
            whole.append(item)
        if item.arm != "B":
            amounts, totals = curves.setdefault(item.scenario, {}).setdefault(item.round, (array("q"), array("q")))
            amounts.append(item.amount)
            totals.append(item.total_ns)
    return whole, curves
