"""Two sweeps, or the sweeps of two labels, compared: times, and the ratios of two contenders. Pure.

Two sweeps decide nothing: what the machine did in one of the two is in all of its rounds, so rounds
are no sample of it. Of two labels the sweeps are the sample (Welch's t). A time is put beside
another only where both are of a quiet core and their quiet walks are alike: else a neighbour may be
all that differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from statistics import fmean, median

from ..model.cell import Cell, Contender
from ..stats import quiet
from ..stats.decision import Decision, decide
from ..stats.log_ratios import difference
from ..stats.pairs import Measured, together

#: A label decides with this many sweeps: of fewer, nobody knows by how much sweeps differ.
SWEEPS = 3
#: What a sweep measured, by cell.
Side = Mapping[Cell, Measured]


@dataclass(frozen=True)
class Compared:
    """The second over the first: of a contender's time, ns, or, where there is a `baseline`, of the
    ratio contender / baseline.

    Of labels each figure is the mean over sweeps, of logarithms. On all cores a time is that from
    one object to the next.
    """

    cell: Cell
    contender: Contender
    baseline: Contender | None
    first: float | None
    second: float | None
    #: second / first; None where the two cannot be compared
    ratio: float | None
    #: why not; empty where they can
    why_not: str = ""
    #: of two labels; None of two sweeps
    decision: Decision | None = None

    def __str__(self) -> str:
        """Its name for people."""
        names = [str(who) for who in (self.contender, self.baseline) if who]
        return f"{self.cell}: {' / '.join(reversed(names) if self.cell.on_all_cores else names)}"


@dataclass(frozen=True)
class _Figure:
    """A sweep's: a logarithm, and what the figure is of; the quiet walks of those whom
    it is about.
    """

    value: float
    basis: str
    walks: tuple[float, ...]


def compared(
    before: Sequence[Side], after: Sequence[Side], order: Mapping[Cell, Sequence[Contender]]
) -> list[Compared]:
    """What all sweeps of both sides measured, in this order: times first, then ratios. One sweep a
    side is shown; of `SWEEPS` or more the verdict is told.
    """
    pairs: list[tuple[Cell, Contender, Contender | None]] = [
        (cell, who, None) for cell, those in order.items() for who in those
    ]
    pairs += [
        (cell, who, those[0]) for cell, those in order.items() for who in those[1:] if who.compared
    ]
    rows = [
        (pair, [[_figure(side, *pair) for side in sides] for sides in (before, after)])
        for pair in pairs
    ]
    known = [(pair, [[one for one in side if one] for side in sides]) for pair, sides in rows]
    shared = [(pair, sides) for pair, sides in known if all(sides)]
    many = {
        of: together(pair[0] for pair, _ in shared if (pair[2] is None) == of)
        for of in (True, False)
    }
    return [
        _compared(*pair, *sides, rows=many[pair[2] is None][pair[0].checks])
        for pair, sides in shared
    ]


def _figure(side: Side, cell: Cell, who: Contender, baseline: Contender | None) -> _Figure | None:
    measured = side.get(cell, Measured({}))
    names = [who] if baseline is None else [baseline, who]
    figures = measured.log_times(who) if baseline is None else measured.figures(baseline, who)
    if not figures:
        return None
    cores = [measured.core(name) for name in names]
    value = median(figures.values()) if baseline is None else fmean(figures.values())
    return _Figure(value, measured.basis(*names), tuple(core.walk_ns for core in cores if core))


def _compared(
    cell: Cell,
    who: Contender,
    baseline: Contender | None,
    before: Sequence[_Figure],
    after: Sequence[_Figure],
    *,
    rows: int,
) -> Compared:
    logs = [one.value for one in before], [one.value for one in after]
    first, second = (exp(fmean(values)) for values in logs)
    if why := _apart([*before, *after]):
        return Compared(cell, who, baseline, first, second, None, why)
    decision = None
    if min(map(len, logs)) >= SWEEPS:
        decision = decide(difference(logs[0], logs[1], rows), None, rows=rows, fewest=SWEEPS)
    return Compared(cell, who, baseline, first, second, second / first, "", decision)


def _apart(figures: Sequence[_Figure]) -> str:
    """Why these figures cannot be compared; empty where they can."""
    if any(one.basis == "uncorrected" for one in figures):
        return "no walk says who shared the core"
    if any(one.basis != "quiet" for one in figures):
        return "no quiet core in one of them"
    if not all(
        quiet.alike(*walks)
        for one in figures
        for walks in zip(one.walks, figures[0].walks, strict=True)
    ):
        return "their quiet walks differ: one was busy throughout, or another machine"
    return ""
