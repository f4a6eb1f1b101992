"""Every engine of a cell with its rank, and how much of the times' spread lies between formats,
runtimes and libraries. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, sqrt
from statistics import fmean, pvariance

from ..model.cell import Cell, Contender
from ..stats.interval import Interval
from ..stats.log_ratios import estimate
from ..stats.pairs import Measured, together
from .facts import Facts
from .ratios import Row, between_rounds, over_rounds, row


@dataclass(frozen=True)
class Ranked:
    """A contender in its cell: its place, shared with those between which nothing is decided; its
    time, ns; and that over the first's, which has none.
    """

    cell: Cell
    contender: Contender
    rank: int
    time_ns: float | None
    #: beside the first; None of itself
    beside_first: Row | None
    body_bytes: float
    #: by an object's parse; None of a server that counts none
    allocated_bytes: float | None
    #: beside what building the object takes its consumer; None where no floor was swept
    beside_floor: Row | None = None

    @property
    def over_first(self) -> Interval | None:
        """Its time over the first's."""
        return (
            self.beside_first.decision.ratio
            if self.beside_first and self.beside_first.decision
            else None
        )

    @property
    def over_floor(self) -> Interval | None:
        """Its time over that of building the object alone."""
        return (
            self.beside_floor.decision.ratio
            if self.beside_floor and self.beside_floor.decision
            else None
        )

    @property
    def mb_s(self) -> float | None:
        """Million bytes of bodies a second."""
        return 1000 * self.body_bytes / self.time_ns if self.time_ns else None


@dataclass(frozen=True)
class Spread:
    """Variances of the logarithms of times: what lies between formats, between runtimes of a
    format, and between libraries of a runtime and format.

    The law of total variance splits what there is into these three. Each format weighs the same, in
    it each runtime, and in that each library: who has more libraries has no more weight.
    """

    formats: float
    runtimes: float
    libraries: float

    @property
    def shares(self) -> tuple[float, float, float]:
        """Each as a part of all."""
        whole = self.formats + self.runtimes + self.libraries
        return (
            (self.formats / whole, self.runtimes / whole, self.libraries / whole)
            if whole
            else (0.0, 0.0, 0.0)
        )

    @property
    def factors(self) -> tuple[float, float, float]:
        """By what factor a choice differs from the mean of its kind, typically: a standard
        deviation of logarithms.
        """
        return exp(sqrt(self.formats)), exp(sqrt(self.runtimes)), exp(sqrt(self.libraries))


def ranking(facts: Facts) -> dict[Cell, list[Ranked]]:
    """The contenders of each cell of the answer of which there are more than two, the fastest
    first. All intervals of a series are simultaneous.
    """
    every = {
        cell: _usual(those)
        for cell, those in facts.compared(facts.conditions[0] if facts.cells else "").items()
    }
    cells = {cell: those for cell, those in every.items() if len(those) > 2}
    # Each but the first is beside the first, and beside the one before it; each may be beside its
    # floor.
    many = together(
        cell
        for cell, those in cells.items()
        for _ in [*those[1:] * 2, *(those if _floors(facts, cell) else ())]
    )
    return {
        cell: _ranked(facts, cell, those, many[cell.checks])
        for cell, those in cells.items()
        if facts.groups.get(cell)
    }


def _usual(those: Sequence[Contender]) -> list[Contender]:
    """Those of the usual setups, and of others the engines that the usual consumer lacks; else a
    setup is beside these, and no engine of its own.
    """
    known = {(who.consumer, who.engine) for who in those if not who.setup}
    consumers = {consumer for consumer, _ in known}
    return [
        who
        for who in those
        if not who.setup or (who.consumer in consumers and (who.consumer, who.engine) not in known)
    ]


def _ranked(facts: Facts, cell: Cell, those: Sequence[Contender], rows: int) -> list[Ranked]:
    found = facts.measured[cell]
    order = in_order(found, those)
    floors = _floors(facts, cell)
    ranked: list[Ranked] = []
    for place, who in enumerate(order):
        rank = 1
        if place:
            beside = row(cell, order[place - 1], who, found, rows=rows).decision
            rank = place + 1 if beside and beside.verdict == "slower" else ranked[-1].rank
        beside_first = row(cell, order[0], who, found, rows=rows) if place else None
        floor = floors.get(who.consumer)
        beside_floor = row(cell, floor, who, found, rows=rows) if floor else None
        ranked.append(
            Ranked(
                cell,
                who,
                rank,
                over_rounds(found.times(who)),
                beside_first,
                *_weighed(facts, cell, who),
                beside_floor,
            )
        )
    return ranked


def in_order(measured: Measured, contenders: Sequence[Contender]) -> list[Contender]:
    """The contenders of a cell that have times, the fastest first."""
    known = [who for who in contenders if measured.times(who)]
    return sorted(known, key=lambda who: _over(measured, known[0], who))


def _floors(facts: Facts, cell: Cell) -> dict[str, Contender]:
    """Each consumer's floor on a cell, where it was swept and has figures."""
    known = facts.measured.get(cell)
    return {
        who.consumer: who
        for who in facts.contenders[cell]
        if who.floor and known and known.times(who)
    }


def _over(found: Measured, baseline: Contender, who: Contender) -> float:
    """A contender's mean log ratio over the baseline; without a round that has both it
    stands last.
    """
    figures = found.figures(baseline, who).values()
    return 0.0 if who == baseline else fmean(figures) if figures else inf


def _weighed(facts: Facts, cell: Cell, who: Contender) -> tuple[float, float | None]:
    """The mean bytes of a cell's bodies, and what a parse allocates."""
    runs = [one.run for one in facts.seen if (one.slice.cell, one.slice.contender) == (cell, who)]
    known = [run.allocated_bytes for run in runs if run.allocated_bytes is not None]
    return fmean(run.body_bytes for run in runs), fmean(known) if known else None


@dataclass(frozen=True)
class OfFormat:
    """The best engine of a runtime in one format, its time, ns, as those of other formats, and that
    over the best of its formats, which has none.
    """

    best: Ranked
    time_ns: float | None
    over_first: Interval | None


def formats(
    ranked: Mapping[Cell, Sequence[Ranked]], facts: Facts
) -> dict[tuple[str, str], list[OfFormat]]:
    """By object type and consumer, its best engine in each format, the fastest format first.

    Formats lie in different groups, so a ratio is one of rounds: of the times of the same start.
    """
    found: dict[tuple[str, str], list[Ranked]] = {}
    for cell, those in ranked.items():
        for consumer in dict.fromkeys(one.contender.consumer for one in those):
            best = next(one for one in those if one.contender.consumer == consumer)
            found.setdefault((cell.object_name, consumer), []).append(best)
    made = {}
    rows = sum(len(those) - 1 for those in found.values())
    for key, bests in found.items():
        times = [(one, over_rounds(facts.alike[one.cell].times(one.contender))) for one in bests]
        times.sort(key=lambda each: each[1] or 0)
        logs = [facts.alike[one.cell].log_times(one.contender) for one, _ in times]
        ratios = [estimate(between_rounds(other, logs[0]), rows) for other in logs[1:]]
        made[key] = [
            OfFormat(one, time_ns, ratio)
            for (one, time_ns), ratio in zip(times, [None, *ratios], strict=True)
        ]
    return made


def spread(facts: Facts, cells: Collection[Cell]) -> Spread:
    """What the times of these cells, of one object type and series, are spread by."""
    logs: dict[str, dict[str, list[float]]] = {}
    for cell in cells:
        for who in _usual(facts.compared(cell.condition)[cell]):
            known = facts.alike[cell].log_times(who)
            if known:
                logs.setdefault(cell.format, {}).setdefault(who.consumer, []).append(
                    fmean(known.values())
                )
    return split(logs)


def split(logs: Mapping[str, Mapping[str, Sequence[float]]]) -> Spread:
    """The same of logarithms by format and consumer; at least one."""
    inside = [[fmean(those) for those in runtimes.values()] for runtimes in logs.values()]
    libraries = fmean(
        fmean(pvariance(those) for those in runtimes.values()) for runtimes in logs.values()
    )
    return Spread(
        pvariance([fmean(means) for means in inside]),
        fmean(pvariance(means) for means in inside),
        libraries,
    )


def mean_of(spreads: Collection[Spread]) -> Spread:
    """The mean of some object types' spreads; at least one."""
    return Spread(
        *(
            fmean(values)
            for values in zip(
                *((one.formats, one.runtimes, one.libraries) for one in spreads), strict=True
            )
        )
    )
