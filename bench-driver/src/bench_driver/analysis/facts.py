"""The answer of a sweep, read from the store: what screen, summary and page show."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from statistics import median
from typing import Any, NamedTuple

from ..model import best
from ..model.cell import BROWSER, IDLE, Cell, Contender, Slice
from ..model.condition import CORES, WRITE
from ..model.records import SweepRecord
from ..model.series import SERIES, USUAL
from ..stats import quiet
from ..stats.interval import Interval
from ..stats.pairs import Basis, Measured, Rounds, alike, by_round, measured, together
from . import checks, headline
from . import disturbance as disturbed
from . import scaling as cores
from . import trust as trusting
from .curves import Curve
from .history.past import Past
from .machines import Part
from .phrases import state
from .ratios import Row, part_of, row, row_of_figures, usual
from .reclaim import reclaims
from .slice_facts import Seen

#: A 99th percentile of each round's merged histograms, ns, by cell and contender.
Tails = Mapping[tuple[Cell, Contender], Mapping[int, float]]


#: Collectors of which the pauses are the least part: nearly all of their work runs beside the
#: program, and nobody counts it.
CONCURRENT = ("Z", "ZGC", "Shenandoah")


class Told(NamedTuple):
    """The answer in words: who is faster, A/A, and what to do next; empty where nothing is said."""

    answer: str
    itself: str
    next: str


@dataclass(frozen=True)
class Facts:
    """A sweep, read."""

    sweep: SweepRecord
    #: those of the answer first
    cells: Sequence[Cell]
    #: by cell, the baseline first
    contenders: Mapping[Cell, Sequence[Contender]]
    seen: Sequence[Seen]
    tails: Tails
    providers: Sequence[str]
    #: a line each
    failures: Sequence[str]
    #: groups of which a slice failed, by cell
    failed_groups: Mapping[Cell, int]
    counts: Mapping[str, int]
    past: Past
    #: slices of groups in which a consumer is compared with itself
    alone: Sequence[Slice] = ()
    #: where slices are reported at amounts; and of the first objects of fresh processes
    curves: Sequence[Curve] = ()
    cold: Sequence[Curve] = ()
    #: of a sweep of several machines, all their parts
    machines: Sequence[Part] = ()
    #: the same with the cells of compressed bodies; None where there are none
    with_coded: Facts | None = None

    @cached_property
    def measured(self) -> Mapping[Cell, Measured]:
        """Whole groups by cell and round, with what their walks say."""
        return measured(one.slice for one in self.seen)

    @cached_property
    def alike(self) -> Mapping[Cell, Measured]:
        """The same cells, where times of one are put beside those of another; those without walks,
        as under http, change nothing for the others.
        """
        walked = {
            cell: one
            for cell, one in self.measured.items()
            if one.basis(*one.contenders) != "uncorrected"
        }
        return {**self.measured, **alike(walked)}

    @cached_property
    def groups(self) -> Mapping[Cell, Rounds]:
        """Whole groups by cell and round, uncorrected."""
        return {cell: one.came for cell, one in self.measured.items()}

    @property
    def conditions(self) -> list[str]:
        """Those that were measured; the first is the answer's."""
        return list(dict.fromkeys(cell.condition for cell in self.cells))

    @cached_property
    def series(self) -> list[Facts]:
        """The same of each series that was measured, by itself; the usual one first."""
        found = dict.fromkeys(cell.checks for cell in self.cells)
        return [self] if len(found) < 2 else [self._of_series(name) for name in found]

    def _of_series(self, checks: str) -> Facts:
        mine = [cell for cell in self.cells if cell.checks == checks]
        return self._of_cells(mine, self.with_coded and self.with_coded._of_series(checks))

    def without_coded(self) -> Facts:
        """The same of plain bodies alone, so that those next to them change no figure and no
        interval of the answer; all of it where none are plain.
        """
        plain = [cell for cell in self.cells if not cell.coding]
        return self._of_cells(plain, self) if 0 < len(plain) < len(self.cells) else self

    @property
    def whole(self) -> Facts:
        """The same with the cells of compressed bodies."""
        return self.with_coded or self

    def _of_cells(self, mine: Sequence[Cell], with_coded: Facts | None) -> Facts:
        those = set(mine)
        made = replace(
            self,
            cells=mine,
            contenders={cell: self.contenders[cell] for cell in mine},
            seen=[one for one in self.seen if one.slice.cell in those],
            tails={key: found for key, found in self.tails.items() if key[0] in those},
            failed_groups={
                cell: lost for cell, lost in self.failed_groups.items() if cell in those
            },
            with_coded=with_coded,
        )
        # What the walks say of a cell is the same in its series.
        vars(made)["measured"] = {cell: one for cell, one in self.measured.items() if cell in those}
        return made

    @property
    def best_of(self) -> Mapping[str, Any]:
        """Which sweep chose the engines of this one; empty where none did."""
        return self.sweep.about.get(best.KEY) or {}

    @property
    def title(self) -> str:
        """The series by its title; of several, the first."""
        if self.best_of:
            return best.TITLE
        return SERIES[self.cells[0].checks if self.cells else USUAL]

    @cached_property
    def rows(self) -> list[Row]:
        """The answer: each contender beside the baseline, on each cell of the first condition. The
        intervals of a series are simultaneous.
        """
        return self.rows_of(self.conditions[0]) if self.cells else []

    @property
    def first_rows(self) -> Sequence[Row]:
        """Those of the answer's rows that its sentence is of."""
        return usual(self.rows)

    def rows_of(self, condition: str, sweeps: int = 1) -> list[Row]:
        """The same of another condition; its intervals are simultaneous too, and so with those of
        as many `sweeps` of one plan.
        """
        pairs = list(self._pairs(condition))
        many = together(cell for cell, *_ in pairs)
        made = [row(*pair, self._of(pair[0]), rows=sweeps * many[pair[0].checks]) for pair in pairs]
        return [replace(one, of_best=True) for one in made] if self.best_of else made

    @cached_property
    def _together(self) -> Mapping[str, int]:
        """How many rows of the answer each series has, whose intervals are simultaneous."""
        return together(one.cell for one in self.rows)

    def core(self, cell: Cell, contender: Contender) -> quiet.Core | None:
        """What a contender met on its core in a cell; None where it has no walks there."""
        return self._of(cell).core(contender)

    def bases(self, condition: str) -> set[Basis]:
        """What the figures of a condition's rows are of."""
        return {self._of(cell).basis(*pair) for cell, *pair in self._pairs(condition)}

    def uncorrected(self, one: Row) -> Row:
        """A row of the answer with whatever neighbours its slices had."""
        return row(
            one.cell,
            one.baseline,
            one.other,
            self._of(one.cell).uncorrected,
            rows=self._together[one.cell.checks],
        )

    def _of(self, cell: Cell) -> Measured:
        return self.measured.get(cell, Measured({}))

    def compared(self, condition: str) -> dict[Cell, list[Contender]]:
        """Who is compared on each cell of a condition, the baseline first."""
        return {
            cell: [who for who in self.contenders[cell] if who.compared]
            for cell in self.cells
            if cell.condition == condition
        }

    def _pairs(self, condition: str) -> Iterator[tuple[Cell, Contender, Contender]]:
        for cell, (baseline, *others) in self.compared(condition).items():
            yield from ((cell, baseline, other) for other in others)

    @property
    def on_all_cores(self) -> bool:
        """Whether the answer itself is of all cores at once, and so of rates."""
        return self.conditions[:1] == [CORES]

    @property
    def beside(self) -> list[str]:
        """The conditions whose times stand beside the answer's; `cores` has a rate, and `write`
        parses nothing.
        """
        return [name for name in self.conditions[1:] if name not in (CORES, WRITE)]

    @cached_property
    def scalings(self) -> Mapping[tuple[Cell, Contender], Interval]:
        """What part of their threads' rate contenders reach on all cores, 1 being all of it; these
        intervals are simultaneous.
        """
        pairs = [(cell, who) for cell, those in self.compared(CORES).items() for who in those]
        many = together(cell for cell, _ in pairs)
        found = {
            (cell, who): cores.scaling(self.groups.get(cell, {}), who, many[cell.checks])
            for cell, who in pairs
        }
        return {pair: one for pair, one in found.items() if one}

    @cached_property
    def by_provider(self) -> list[Row]:
        """Every combination of cell, provider and contenders, but on all cores, where no provider
        plays a part. None has a verdict whose row over all providers has none.
        """
        wholes = [
            whole
            for condition in self.conditions
            if condition != CORES
            for whole in self.rows_of(condition)
        ]
        many = together(whole.cell for whole in wholes for _ in self.providers)
        return [
            part_of(
                whole,
                row(
                    whole.cell,
                    whole.baseline,
                    whole.other,
                    self._of(whole.cell),
                    rows=many[whole.cell.checks],
                    provider=name,
                ),
            )
            for whole in wholes
            for name in self.providers
        ]

    @cached_property
    def by_tail(self) -> list[Row]:
        """The answer's rows by the 99th percentile of a round's windows."""
        return [self._by(one, self.tails) for one in self.rows]

    @cached_property
    def by_cost(self) -> list[Row]:
        """The answer's rows by the cost of an object: its parse and its reclaiming."""
        return [self._with_reclaim(one) for one in self.rows]

    def _with_reclaim(self, one: Row) -> Row:
        def whole(who: Contender, beside: Contender) -> dict[int, float]:
            known = self.reclaims.get((one.cell, who), {})
            return {
                number: parse_ns + known[number]
                for number, parse_ns in self._of(one.cell).times(who, beside).items()
                if number in known
            }

        sides = whole(one.baseline, one.other), whole(one.other, one.baseline)
        return row_of_figures(
            one.cell, one.baseline, one.other, *sides, rows=self._together[one.cell.checks]
        )

    def _by(self, one: Row, figures: Tails) -> Row:
        sides = (figures.get((one.cell, who), {}) for who in (one.baseline, one.other))
        return row_of_figures(
            one.cell, one.baseline, one.other, *sides, rows=self._together[one.cell.checks]
        )

    @cached_property
    def waiting(self) -> list[Row]:
        """What the conditions beside the first add: each contender's time over that in it, a row a
        cell and contender.
        """
        first = {
            replace(cell, condition=""): cell
            for cell in self.cells
            if cell.condition == self.conditions[0]
        }
        found = []
        for cell in (cell for cell in self.cells if cell.condition in self.beside):
            beside = first.get(replace(cell, condition=""))
            for who in [who for who in self.contenders[cell] if not who.floor] if beside else ():
                sides = (
                    by_round(self.groups.get(place, {}), who, attrgetter("p50_ns"))
                    for place in (beside, cell)
                    if place
                )
                found.append(row_of_figures(cell, who, who, *sides, rows=1))
        return found

    @cached_property
    def reclaims(self) -> Mapping[tuple[Cell, Contender], Mapping[int, float]]:
        """What reclaiming an object costs, ns, by cell, contender and round; none under a
        concurrent collector.
        """
        told = [one for one in self.seen if not one.slice.cell.on_all_cores]
        return reclaims(one for one in told if not self.collects_beside(one.slice.contender))

    def collects_beside(self, contender: Contender) -> bool:
        """Whether a contender's collector is a concurrent one."""
        server = self.sweep.about.get("servers", {}).get(contender.server, {})
        flags = server.get("flags") or {}
        return flags.get("gc") in CONCURRENT or any(name in str(flags) for name in CONCURRENT[1:])

    @cached_property
    def compiles(self) -> Mapping[tuple[Cell, Contender], float]:
        """Which part of its slices' time a contender's runtime spent compiling, in each cell; of
        those that say it.
        """
        spent: dict[tuple[Cell, Contender], list[tuple[float, float]]] = {}
        for one in self.seen:
            if one.jit_ms is not None:
                spent.setdefault((one.slice.cell, one.slice.contender), []).append(
                    (one.jit_ms, one.run.wall_ns / 1e6)
                )
        return {
            pair: sum(jit for jit, _ in each) / sum(wall for _, wall in each)
            for pair, each in spent.items()
        }

    @cached_property
    def itself(self) -> list[checks.Itself]:
        """Each consumer beside itself."""
        return checks.itself(self.alone)

    def order(self, one: Row) -> checks.Effect:
        """The effect of the order on a row of the answer."""
        return checks.order(
            self.groups.get(one.cell, {}), one.baseline, one.other, self._together[one.cell.checks]
        )

    def drift(self, one: Row) -> checks.Effect:
        """How a row of the answer drifted from the first round to the last."""
        return checks.drift(one.figures, self._together[one.cell.checks])

    @cached_property
    def judged(self) -> list[disturbed.Judged]:
        """What disturbed each contender's slices of a cell and round."""
        return disturbed.judged(self.seen)

    def noise(self, one: Row) -> disturbed.Noise:
        """What the measuring of a row was like, in a word."""
        return disturbed.word(one, self.judged)

    @cached_property
    def not_idle(self) -> set[tuple[Cell, int, int]]:
        """The groups during which an idle contender was not."""
        return disturbed.not_idle(self.seen)

    @property
    def whole_groups(self) -> int:
        """How many groups there are of which no slice failed."""
        return sum(len(groups) for rounds in self.groups.values() for groups in rounds.values())

    @property
    def rounds(self) -> int:
        """How many rounds have a figure."""
        return len({one.slice.round for one in self.seen})

    @property
    def one_start(self) -> bool:
        """Whether all was measured in one start of the processes, so that nothing is known of
        another.
        """
        return self.sweep.about.get("starts") == 1 or self.rounds == 1

    @cached_property
    def told(self) -> Told:
        """The answer, how sure it is, and what to do next."""
        steps = self.next_steps
        return Told(
            self.answer,
            checks.in_words(self.itself),
            f"Next: {'; '.join(steps)}." if steps else "",
        )

    @property
    def next_steps(self) -> list[str]:
        """What to do next, a command each."""
        known = list(self.past.sweeps)
        earlier = known[known.index(self.sweep.id) - 1] if self.sweep.id in known[1:] else None
        noisy = any(self.noise(one) in ("unsteady", "busy", "uneven") for one in self.first_rows)
        return headline.next_steps(self.sweep, self.first_rows, earlier, disturbed=noisy)

    @property
    def answer(self) -> str:
        """Who is faster, a sentence for each series: of many contenders the usual ones."""
        said = [
            headline.of_series(one.title, one.first_rows, one_start=self.one_start)
            for one in self.series
        ]
        return " ".join([*said, *([best.in_words(self.best_of)] if self.best_of else [])])

    @cached_property
    def trust(self) -> trusting.Trust:
        """What the sweep is good for; the details are in the section "How sure"."""
        return self.trust_of(self.first_rows, [self.noise(one) for one in self.first_rows])

    def trust_of(self, rows: Sequence[Row], noise: Sequence[disturbed.Noise]) -> trusting.Trust:
        """What rows of the sweep are good for that were measured in such noise."""
        return trusting.trust(
            [
                trusting.Row(
                    one.decision.ratio.rounds if one.decision else 0,
                    met,
                    checks.drift(one.figures, self._together[one.cell.checks] or len(rows)).seen,
                )
                for one, met in zip(rows, noise, strict=True)
            ],
            self.itself,
            complete=self.sweep.state == "complete",
            one_start=self.one_start,
            groups_lost=sum(self.failed_groups.values()),
            unoptimized=[
                name
                for name, said in self.sweep.about.get("servers", {}).items()
                if (said.get("flags") or {}).get("profile") in trusting.UNOPTIMIZED
            ],
        )

    @property
    def notes(self) -> list[str]:
        """What else a reader must know, a sentence each."""
        cut = state(self.sweep, *(self.counts[name] for name in ("ok", "failed")))
        busy = (
            f"An idle contender used more than {100 * IDLE:g} % of a CPU during "
            f"{len(self.not_idle)} of {self.whole_groups} groups."
        )
        blocks = (
            "Figures are medians of means of 500 consecutive windows, since the browser's clock "
            "steps by 5 us; no window of it is known by itself."
        )
        lost = headline.groups_lost(self.failed_groups, self.whole_groups)
        found = [
            lost,
            busy if self.not_idle else "",
            blocks if self._by_blocks else "",
            headline.cores(self.rows),
        ]
        effects = (
            [self.order(one).seen for one in self.rows],
            [self.drift(one).seen for one in self.rows],
        )
        return [
            *cut,
            *filter(None, found),
            *headline.checked(self.rows, *effects),
        ]

    @property
    def _by_blocks(self) -> bool:
        return any(who.consumer == BROWSER for those in self.contenders.values() for who in those)

    def guard_ns(self, cells: Collection[Cell], contender: Contender) -> float | None:
        """What the guard takes an object of these cells, in no window: the median over a
        contender's slices; None where no server says it.
        """
        mine = [
            one
            for one in self.seen
            if one.slice.cell in cells and self._is(one.slice.contender, contender)
        ]
        known = [
            one.run.guard_ns / one.slice.amount for one in mine if one.run.guard_ns is not None
        ]
        return median(known) if known else None

    def _is(self, one: Contender, contender: Contender) -> bool:
        """Whether it is the contender; of the best, one of the same runtime."""
        return one.consumer == contender.consumer if self.best_of else one == contender

    def engine(self, cell: Cell, contender: Contender) -> str:
        """The library and its version by which a contender parses a cell."""
        return next((one.run.engine for one in self._of_contender(cell, contender)), "")

    def engine_name(self, cell: Cell, contender: Contender) -> str:
        """What requests call the engine of a contender, also where that is a default; empty where
        it made no slice.
        """
        return next((one.run.engine_name for one in self._of_contender(cell, contender)), "")

    def _of_contender(self, cell: Cell, contender: Contender) -> Iterator[Seen]:
        return (
            one for one in self.seen if (one.slice.cell, one.slice.contender) == (cell, contender)
        )
