"""Experiments: what the conditions of a measurement, and the settings of an engine, do to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from bench_driver.errors import ServerError
from bench_driver.model.series import EQUAL, OF_EQUAL
from bench_driver.plan.groups import WINDOWS_S
from bench_driver.report.document import Section
from bench_driver.servers.specs import Options

from .paired import servers
from .paired.rounds import Amounts, Make, Round, gathered, groups, sequence, sizes
from .paired.rows import STATISTICS, Comparison, Parsed, section
from .paired.servers import HELD, SEED, WARM_UP, Run, Servers
from .tables import table

TITLE, PAGE = "Experiments", "experiments.md"
#: As many as a sweep cycles through.
ALL_VARIANTS = 1024
#: Groups of a row in a round.
GROUPS = 4
#: The engines that each consumer announces, in the contract's words.
Engines = Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True)
class Side:
    """One contender of a row: its process, by the name in the round, and what it parses there."""

    process: str
    parsed: Parsed
    variants: int = ALL_VARIANTS
    #: the server's; "" is the usual one
    build: str = ""


#: Who they are in a row; None where there is nothing to compare.
Sides = Callable[[Parsed, Engines], tuple[Side, Side] | None]


@dataclass(frozen=True)
class Experiment(Comparison):
    """By its name on the command line, and who its two contenders are in a row."""

    sides: Sides


def _alone(parsed: Parsed, build: str = "") -> Side:
    """In a process that parses by this engine alone, every object type."""
    name = "-".join(filter(None, (parsed.consumer, parsed.engine, build)))
    return Side(name, parsed, build=build)


def _beside(parsed: Parsed, name: str, engines: Engines) -> Side | None:
    """An engine of the same consumer by its name, alone, where the consumer announces it."""
    there = any(engine["name"] == name for engine in engines[parsed.consumer])
    return _alone(replace(parsed, engine=name)) if there else None


def _checks(parsed: Parsed, engines: Engines) -> tuple[Side, Side]:
    """The engine of each series, each in a process of its own; Rust's in two builds."""
    of_format = [one for one in engines[parsed.consumer] if one["format"] == parsed.format]
    own = [one["name"] for one in of_format if EQUAL in one["checks"]]
    equal = replace(parsed, engine=own[0] if own else parsed.engine + OF_EQUAL)
    return _alone(parsed), _alone(equal, "" if own else EQUAL)


def _blackbird(parsed: Parsed, engines: Engines) -> tuple[Side, Side] | None:
    other = _beside(parsed, f"{parsed.engine}-blackbird", engines)
    return (_alone(parsed), other) if other else None


def _over(kind: str, parsed: Parsed, engines: Engines) -> tuple[Side, Side] | None:
    floor = _beside(parsed, f"{kind}-{parsed.format.lower()}", engines)
    return (floor, _alone(parsed)) if floor else None


_SIDES: Mapping[str, Sides] = {
    "checks": _checks,
    "blackbird": _blackbird,
    "floors": partial(_over, "floor"),
    "passes": partial(_over, "pass"),
    "shared": lambda parsed, _: (_alone(parsed), Side(parsed.consumer, parsed)),
    "variants": lambda parsed, _: (Side(parsed.consumer, parsed, 1), Side(parsed.consumer, parsed)),
}
EXPERIMENTS = tuple(
    Experiment(**{**one, "names": tuple(one["names"])}, sides=_SIDES[one["name"]])
    for one in table(__file__)
)
CHECKS, BLACKBIRD, FLOORS, PASSES, SHARED, VARIANTS = EXPERIMENTS
#: In the order of a round, those together that share processes: what `variants` does to one comes
#: after what `shared` measures in it.
PARTS = ((CHECKS, BLACKBIRD), (FLOORS, PASSES), (SHARED, VARIANTS))


@dataclass
class Part:
    """Experiments that share processes; slices have as many objects as in the first round."""

    options: Options
    experiments: Sequence[Experiment]
    parsed: Sequence[Parsed]
    engines: Engines
    logs: Path
    amounts: Amounts = field(default_factory=dict)

    def rows(self, experiment: Experiment) -> dict[Parsed, tuple[Side, Side]]:
        """The two contenders of each of an experiment's rows, the baseline first."""
        sides = ((parsed, experiment.sides(parsed, self.engines)) for parsed in self.parsed)
        return {parsed: both for parsed, both in sides if both}

    @property
    def _sides(self) -> Iterator[Side]:
        every = (self.rows(experiment).values() for experiment in self.experiments)
        return (side for rows in every for both in rows for side in both)

    @cached_property
    def processes(self) -> dict[str, list[Parsed]]:
        """What each process of a round parses, by the process's name."""
        parses: dict[str, dict[Parsed, None]] = {}
        for side in self._sides:
            parses.setdefault(side.process, {})[side.parsed] = None
        return {name: list(each) for name, each in parses.items()}

    def ready(self, number: int) -> AbstractContextManager[Servers]:
        """The servers of a round, started and not warmed yet."""
        consumers = {
            side.process: servers.consumer(side.parsed.consumer, side.process, side.build)
            for side in self._sides
        }
        return servers.ready(self.options, [*consumers.values()], self.logs / str(number))

    def measure(self, number: int, run: Run) -> Round:
        """Warms the processes, and makes the groups of one experiment after the other."""
        warmed = servers.warm(number, self.processes, run)
        dice = random.Random(f"groups of round {number} of {SEED}")
        result = Round()
        for experiment in self.experiments:
            rows, name = self.rows(experiment), experiment.name
            for parsed, sides in rows.items():
                amount = max(warmed[side.parsed] for side in sides)
                self.amounts.setdefault((name, parsed), amount)
            order = sequence(list(rows), GROUPS, dice)
            amounts = {parsed: self.amounts[name, parsed] for parsed in rows}
            makers = {parsed: _makers(run, sides) for parsed, sides in rows.items()}
            result.groups[name] = groups(makers, experiment.names, number, amounts, order)
        return result


def _makers(run: Run, sides: tuple[Side, Side]) -> tuple[Make, Make]:
    one, other = (
        lambda amount, by=side: servers.slice_of(run, by.process, by.parsed, amount, by.variants)
        for side in sides
    )
    return one, other


class Session:
    """The rounds of some experiments, as `Kept` goes on with them."""

    def __init__(
        self,
        experiments: Sequence[Experiment],
        options: Options,
        logs: Path,
        before: Mapping[int, Round],
    ) -> None:
        announced = servers.ask(options, logs / "asked")
        self.servers, self._experiments = announced.servers, experiments
        engines = {name: said["engines"] for name, said in self.servers.items()}
        amounts = sizes(before)
        #: the canonical body's length over the median, by what is parsed
        self.lengths = {each: of for one in before.values() for each, of in one.notes.items()}
        parts = [[one for one in part if one in experiments] for part in PARTS]
        self.parts = [
            Part(options, part, announced.parsed, engines, logs / str(place), amounts)
            for place, part in enumerate(parts)
        ]

    def make(self, number: int) -> Round:
        """A round: one part after the other."""
        result = Round()
        for part in self.parts:
            if part.processes:
                with part.ready(number) as started:
                    if VARIANTS in part.experiments and not self.lengths:
                        self.lengths = lengths(started.provider_url, part.parsed)
                    result |= part.measure(number, started.run)
        return result | Round(notes=self.lengths)

    def page(self, rounds: Mapping[int, Round]) -> tuple[list[Section], list[str]]:
        """The sections, and how it was measured, a line each."""
        by_name, objects = gathered(rounds), sorted(set(sizes(rounds).values()))
        beside = {each: f"{length:.3f}" for each, (length,) in self.lengths.items()}
        sections = [
            section(
                one,
                by_name[one.name],
                {"length of one / median": beside} if one is VARIANTS else {},
            )
            for one in self._experiments
            if by_name.get(one.name)
        ]
        return sections, [
            f"processes are started afresh for each round; each parsed {WARM_UP:,} objects of each "
            "type and format by replay before a slice",
            f"{GROUPS} groups a row and round: a slice of each contender, back to back, either one "
            "first equally often; all rows of an experiment in random order",
            f"`replay`; slices of {objects[0]:,} to {objects[-1]:,} objects, "
            f"{HELD.warmup_slice:,} uncounted before; windows of {1000 * WINDOWS_S:.0f} ms or so",
            *STATISTICS,
        ]


def lengths(provider_url: str, parsed: Sequence[Parsed]) -> dict[Parsed, list[float]]:
    """The length of the canonical body over the median of all variants', by what is parsed.

    Raises:
        ServerError: the provider does not give them.
    """
    ratios: dict[tuple[str, str], float] = {}
    with httpx.Client(base_url=provider_url, trust_env=False, timeout=10) as client:
        for kind in dict.fromkeys((one.object_type, one.format) for one in parsed):
            path = f"/{kind[1]}Object/{kind[0]}"
            try:
                each = [
                    len(client.get(path, params={"index": index}).raise_for_status().content)
                    for index in range(ALL_VARIANTS)
                ]
            except httpx.HTTPError as error:
                what = f"{provider_url}{path} gave no body"
                do = "see the provider's log, and run the contract tests: make test-live"
                raise ServerError(what, why=str(error), do=do) from error
            ratios[kind] = each[0] / median(each)
    return {one: [ratios[one.object_type, one.format]] for one in parsed}
