"""A round is a function: plan and number in, runs out, part by part. It opens no store.

A part begins with its warm-up; in the first round that says how long contenders are to be warmed
and how large slices are. Then come all groups of the part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from ..model.cell import Cell, Contender, Slice, Turn, cell_of
from ..model.records import Job
from ..model.series import ENCODE
from ..plan.forecast import job_of
from ..plan.plan import Asked, Plan, Planned, warm_up
from ..servers.identity import who
from ..stats import quiet
from ..system import signals
from . import call
from .call import Run
from .idle import settled, watched
from .pilot import Pilot
from .ready import Reporter, Round

#: A planned run, what it asked for, and what came of it.
Made = tuple[Turn, Asked, Run]
#: The shortest quiet walk of each contender in each cell so far, ns.
Walks = dict[tuple[Cell, Contender], float]


@dataclass(frozen=True)
class Batch:
    """What is written down together: a group's runs, or one of a warm-up; or the
    sizes of slices.
    """

    runs: Sequence[Made] = ()
    cells: Sequence[Mapping[str, Any]] = ()


@dataclass
class RoundRun:
    """A round to be made: its plan, and its servers while they are ready.

    `facts` is what each server says of itself, by name; `cells` are the sizes of slices as far as
    they are known, and `due` the cells that are measured. `renew` hears for how many seconds a run
    may go on.
    """

    plan: Plan
    begun: Round
    facts: Mapping[str, Any]
    cells: list[Mapping[str, Any]]
    due: Collection[Cell]
    reporter: Reporter = field(default_factory=Reporter)
    renew: Callable[[float], None] = lambda seconds: None
    walks: Walks = field(default_factory=dict)

    @property
    def number(self) -> int:
        """Which round it is."""
        return self.begun.number

    def batches(self) -> Iterator[Batch]:
        """Makes the round, batch by batch.

        Raises:
            StackError, ServerError: where a server cannot be had.

        """
        pilot, begun = Pilot(self.plan), self.begun
        parts = [
            part for part in self.plan.parts(self.number) if not set(part).isdisjoint(self.due)
        ]
        for place, part in enumerate(parts):
            processes = self.plan.processes(self.number, part)
            formats = {cell.format for cell in part}
            anew = place > 0 and begun.servers.restarts
            begun.place(processes, formats, part[0].checks, anew=anew)
            unsized = not any(cell_of(item) in part for item in self.cells)
            yield from self._warm(part, pilot, finds=unsized)
            if unsized:
                sizes = pilot.cells(part)
                self.cells.extend(sizes)
                yield Batch(cells=sizes)
            yield from self._groups(part, pilot)

    def _warm(self, part: Sequence[Cell], pilot: Pilot, *, finds: bool) -> Iterator[Batch]:
        """The runs with which a part begins.

        Where it `finds` how many that takes, it goes on until each contender is warm.
        """
        before = ""
        for turn, asked in self.plan.warm_up(self.number, part, warm_up(self.cells)):
            self._fresh(turn, before, part)
            before = turn.series
            yield self._warmed(turn, asked, pilot)
        run = self.plan.runs_at_first(part)
        while finds and not self.plan.held.warmup_runs and (cold := pilot.cold(part)):
            more = list(self.plan.warm_up_run(self.number, part, run, cold))
            self.reporter.added(_work(self.number, more))
            for turn, asked in more:
                yield self._warmed(turn, asked, pilot)
            run += 1

    def _fresh(self, turn: Turn, before: str, part: Collection[Cell]) -> None:
        """Starts a process anew that a cold run needs, and all of a part after the
        last such run.
        """
        formats, begun = {cell.format for cell in part}, self.begun
        only = next(iter(formats)) if len(formats) == 1 else None
        if turn.series == "cold":
            begun.refresh([begun.process(turn.contender)], only)
        elif before == "cold":
            begun.refresh(begun.every, only)

    def _warmed(self, turn: Turn, asked: Asked, pilot: Pilot) -> Batch:
        """A run of a warm-up, once what consumers compile after those before it is compiled."""
        signals.check()
        settled(self.begun.live[name] for name in self.begun.consumers)
        self.reporter.began(turn)
        run = self._make(turn, asked)
        pilot.heard(turn, run)
        return Batch([(turn, asked, run)])

    def _groups(self, part: Sequence[Cell], pilot: Pilot) -> Iterator[Batch]:
        """The groups of a part.

        A cell of which some contender had a quiet core too seldom has further ones, up to twice as
        many.
        """
        sizes = {cell_of(item): int(item["amount"]) for item in self.cells}
        amounts = {cell: sizes[cell] for cell in part if cell in self.due}
        slices: dict[Cell, list[Slice]] = {}
        groups = list(self.plan.part_groups(self.number, part, amounts))
        while groups:
            last: dict[Cell, int] = {}
            for group in groups:
                turn = group[0][0]
                runs = self._group(group, pilot)
                yield Batch(
                    [(item, asked, run) for (item, asked), run in zip(group, runs, strict=True)]
                )
                slices.setdefault(turn.cell, []).extend(_slices(group, runs))
                if not turn.contender.alone:
                    last[turn.cell] = max(turn.group, last.get(turn.cell, 0))
            groups = []
            for cell, before in last.items():
                if _seldom_quiet(cell, slices[cell], self.walks):
                    groups += self.plan.further(self.number, part, cell, sizes[cell], before)
            self.reporter.added(_work(self.number, (one for group in groups for one in group)))

    def _group(self, group: Sequence[Planned], pilot: Pilot) -> list[Run]:
        """Makes a group's slices, back to back; where one fails, those after it are not made.

        Who was not warmed takes no part.
        """
        signals.check()
        runs: list[Run] = []
        cell = group[0][0].cell
        cold = pilot.unwarmed(cell, [turn.contender for turn, _ in group])
        failed = False
        for turn, asked in group:
            self.reporter.began(turn)
            if whose := cold.get(turn.contender):
                runs.append(call.unwarmed(asked, f"the warm-up of {whose}"))
            elif failed:
                why = "another slice of its group failed, so it was not made"
                runs.append(call.not_made(asked, "driver_group_failed", why))
            else:
                idle = self.begun.idle(turn.contender)
                settled(idle)
                runs.append(watched(lambda one=turn, said=asked: self._make(one, said), idle))  # type: ignore[misc]
                failed = not runs[-1].ok
        return runs

    def _make(self, turn: Turn, asked: Asked) -> Run:
        """Makes a run for a turn. Never raises for what happens to the run."""
        known = who(self.facts, turn)
        needed = ("engine",) if asked.get("operation") == ENCODE else tuple(known)
        request = {**asked, **{name: known[name] for name in needed if known[name]}}
        self.renew(call.limit_s(request))
        return self.begun.make(turn, request, self.reporter)


def _slices(group: Sequence[Planned], runs: Sequence[Run]) -> list[Slice]:
    """The slices of a group where none failed, else none. Who was not warmed takes no part."""
    if any(not run.ok and run.warmed for run in runs):
        return []
    return [
        Slice.told(turn, run.answer)
        for (turn, _), run in zip(group, runs, strict=True)
        if run.answer
    ]


def _seldom_quiet(cell: Cell, slices: Sequence[Slice], walks: Walks) -> bool:
    """Whether a contender of a cell has no figure of a quiet core by its slices of a round.

    Walks are held to the shortest quiet walk so far. Where there are none, nobody knows.
    """
    blocks: dict[Contender, list[quiet.Walked]] = {}
    for one in slices:
        if one.contender.compared:
            blocks.setdefault(one.contender, []).append((one.round, one.blocks))
    if not blocks or not all(each for walked in blocks.values() for _, each in walked):
        return False
    cores = {
        contender: quiet.core(walked, least_ns=walks.get((cell, contender), inf))
        for contender, walked in blocks.items()
    }
    for contender, core in cores.items():
        walks[cell, contender] = min(core.walk_ns, walks.get((cell, contender), inf))
    return not all(core.times_ns for core in cores.values())


def _work(number: int, turns: Iterable[tuple[Turn, Asked]]) -> Counter[tuple[int, Job]]:
    """How often each job is to do, of turns of a round."""
    return Counter((number, job_of(turn, asked)) for turn, asked in turns)
