"""The nights of each contender on each cell: its times, or, where the last night measured a kept
reference beside it, the ratio to that.

A ratio is of slices that lie back to back, so whatever changed for both (machine, kernel,
neighbours) moves it little. Nights of an earlier reference are put in terms of the last one's, by a
night that measured both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp
from statistics import median

from ...model.cell import Contender
from ...model.reading import Line
from ...model.records import (
    NEIGHBOURS_NS,
    QUIET_NS,
    RATIO,
    UNCORRECTED_NS,
    UNSURE_RATIO,
    Night,
    SweepRecord,
)
from ...stats import quiet
from ...stats.pairs import Measured, by_round, measured
from ...store.database import Store
from ...store.slices import lean_slices
from .alike import machine_of, references

#: A line's ratios in a night, by the reference that each is to; the newest reference first.
Ratios = Mapping[str, Night]


def nights(
    store: Store, known: Iterable[SweepRecord], figure: str = QUIET_NS
) -> dict[Line, list[Night]]:
    """Each contender's figure on each cell through these sweeps, the oldest first, by round.

    The figure is one of a measurement's, or the answer's: the ratio to a reference, where the last
    sweep has one of the line, else the time on a quiet core. Times are those of the last sweep's
    machine alone. Where the latest night of a line has its time on a quiet core in too few rounds
    to claim anything, all nights of the line are by the median window, under a name that says so;
    where it has, those nights are left out that have not, or whose quiet walk was another: then one
    of the two was busy throughout.
    """
    every = list(known)
    here = {one.id for one in every if machine_of(one) == machine_of(every[-1])}
    plain: dict[Line, list[Night]] = {}
    cores: dict[Line, dict[str, tuple[Night, quiet.Core]]] = {}
    ratios: dict[Line, list[Ratios]] = {}
    for sweep in every:
        if figure != QUIET_NS:
            slices = lean_slices(store, sweep.id, figure, with_blocks=False)
        else:
            slices = lean_slices(store, sweep.id)
        for cell, made in measured(slices).items():
            for who in made.contenders:
                line = Line(who, cell)
                if who.is_reference:
                    continue
                if figure == QUIET_NS:
                    ratios.setdefault(line, []).append(_ratios(sweep, made, line))
                if sweep.id not in here:
                    continue
                rounds, core = by_round(made.came, who), made.core(who)
                name = figure
                if figure == QUIET_NS:
                    name = NEIGHBOURS_NS if core else UNCORRECTED_NS
                plain.setdefault(line, []).append(_night(sweep, made, who, rounds, name))
                if core and figure == QUIET_NS and made.basis(who) == "quiet":
                    night = _night(sweep, made, who, core.times_ns, QUIET_NS)
                    cores.setdefault(line, {})[sweep.id] = night, core
    of_ratio = {line: chained(item) for line, item in ratios.items() if item[-1]}
    last = every[-1].id if every else ""
    return {
        line: of_ratio[line]
        if line in of_ratio and of_ratio[line][-1].sweep_id == last
        else _alike(cores.get(line, {}), those)
        for line, those in plain.items()
    }


def chained(nights: Sequence[Ratios]) -> list[Night]:
    """A line's ratios through the nights, all in terms of the newest reference of the last night.

    It goes back as far as each night shares a reference with a later one.
    """
    unit = next(iter(nights[-1]))
    scale, found = {unit: 1.0}, list[Night]()
    for ratios in reversed(nights):
        if not (known := next((name for name in ratios if name in scale), "")):
            if ratios:
                break
            continue
        night = ratios[known]
        if night.figure == RATIO or not found:
            found.append(_times(night, scale[known]))
        for name, other in ratios.items():
            shared = night.rounds.keys() & other.rounds.keys()
            if name not in scale and shared and night.figure == other.figure == RATIO:
                step = median(night.rounds[number] / other.rounds[number] for number in shared)
                scale[name] = scale[known] * step
    return found[::-1]


def _times(night: Night, factor: float) -> Night:
    if factor == 1:
        return night
    rounds = {number: factor * value for number, value in night.rounds.items()}
    return replace(night, value=factor * night.value, rounds=rounds)


def _ratios(sweep: SweepRecord, made: Measured, line: Line) -> Ratios:
    """A line's ratios in a night; none where it has no reference."""
    found = {}
    for name in references(sweep):
        who = line.contender
        kept = replace(who, setup=name)
        if not (logs := made.figures(kept, who)):
            continue
        figure = UNSURE_RATIO if made.basis(kept, who) == "not alike" else RATIO
        rounds = {number: exp(value) for number, value in logs.items()}
        night = _night(sweep, made, who, rounds, figure)
        took = median(made.times(kept, who).values())
        found[name] = replace(night, reference=name, reference_ns=took)
    return found


def _alike(cores: Mapping[str, tuple[Night, quiet.Core]], plain: list[Night]) -> list[Night]:
    """The nights of a quiet core that the latest is compared with; where it is none itself, all,
    uncorrected.

    It is none either where its quiet walk is longer than that of every night before: then its core
    was busy throughout.
    """
    if not (tonight := cores.get(plain[-1].sweep_id)):
        return plain
    walk_ns = tonight[1].walk_ns
    found = [night for night, core in cores.values() if quiet.alike(core.walk_ns, walk_ns)]
    return (
        plain
        if len(found) == 1 < len(cores)
        and any(core.walk_ns < walk_ns for _, core in cores.values())
        else found
    )


def _night(
    sweep: SweepRecord, made: Measured, who: Contender, rounds: Mapping[int, float], figure: str
) -> Night:
    groups = (group for those in made.came.values() for group in those if who in group)
    return Night(
        sweep.id,
        sweep.planned_at,
        sweep.preset,
        sweep.state,
        next(groups)[who].amount,
        median(rounds.values()),
        dict(rounds),
        figure,
    )
