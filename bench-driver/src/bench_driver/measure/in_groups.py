"""A round in groups, part by part: the warm-up, the sizes of slices where nobody knows them yet, then all groups of the part, each written down as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Any, TypeVar

from ..model.cell import Cell, Contender, Slice, SliceTurn
from ..model.records import Job, SweepRecord, Turn
from ..model.series import ENCODE
from ..plan import stopping
from ..plan.forecast import job_of
from ..plan.grouped import GroupedPlan, cell_of, planned, warm_up
from ..plan.looks import looks
from ..plan.stopping import Decided
from ..servers.identity import who
from ..stats import quiet
from ..store import read, todo, write
from ..store.database import Store
from ..store.slices import whole_slices
from ..system import signals
from . import call
from .call import Run
from .idle import settled, watched
from .pilot import Pilot
from .round import Measuring, Round

_Turn = TypeVar("_Turn", Turn, SliceTurn)


@dataclass(frozen=True)
class InGroups:
    """A sweep in groups: of its plan the first round's warm-up stands before anything is measured; the slices follow it."""

    plan: GroupedPlan
    decided: Decided

    @property
    def facts(self) -> dict[str, Any]:
        """What holds for every slice, as the store keeps it."""
        return {"rounds": self.decided.rounds, **self.plan.facts}

    def turns(self, servers: Mapping[str, Any]) -> Iterator[tuple[Turn, dict[str, Any]]]:
        """The first round's warm-up, with its requests; `servers` is what each says of itself, by name."""
        return _requests(self.plan.warmups(1), servers)


def sized(kept: SweepRecord) -> bool:
    """Whether the slices of all cells have their sizes, so that all of the plan stands that is decided."""
    return len(kept.about.get("cells", ())) == len(kept.conditions["cells"])


def to_do(store: Store, sweep_id: str) -> list[int]:
    """The rounds that are to make, of any sweep; the first one also where it was cut between its warm-up and the plan that follows from it."""
    kept = read.find(store, sweep_id)
    return todo.rounds(store, sweep_id) or ([1] if kept.in_groups and not sized(kept) else [])


def measure(begun: Round, kept: SweepRecord, to: Measuring) -> None:
    """Makes the round anew; what an earlier attempt at it measured is void. In the first round the plan is written meanwhile. ServerLost, StoreError."""
    number = todo.begun(to.store, kept.id, begun.number) + 1
    write.void_round(to.store, kept.id, begun.number)
    pilot = Pilot(planned(kept.conditions, kept.seed))
    due = stopping.read(kept.about["stopping"]).due(pilot.plan.contenders, begun.number)
    for place, part in enumerate(part for part in pilot.plan.parts(begun.number) if due & set(part)):
        begun.place(pilot.plan.processes(begun.number, part), {cell.format for cell in part}, part[0].checks, anew=place > 0 and begun.servers.restarts)
        _warm(begun, kept, part, pilot, to, number)
        if not _part_sized(kept, part):
            _size(kept, part, pilot, to)
            kept = read.find(to.store, kept.id)
        _groups(begun, kept, part, pilot, to, number)


def _warm(begun: Round, kept: SweepRecord, part: Collection[Cell], pilot: Pilot, to: Measuring, round_attempt: int) -> None:
    """Makes the runs with which a part begins. The first round goes on until each contender is warm, and so finds how many runs that takes."""
    places, finds = pilot.plan.begins(begun.number, part), not pilot.plan.held.warmup_runs and not _part_sized(kept, part)
    made = 0
    while planned_runs := [warm for warm in todo.turns(to.store, kept.id, begun.number) if warm.turn.position in places][made:]:
        for warm in planned_runs:
            _warm_up_run(begun, warm, part, pilot, to, round_attempt)
        made += len(planned_runs)
        if cold := pilot.cold(part) if finds else set():
            run = pilot.plan.run_at(begun.number, part, planned_runs[-1].turn.position) + 1
            more = list(_requests(pilot.plan.warm_up_run(begun.number, part, run, cold), kept.about["servers"]))
            write.add_turns(to.store, kept.id, more)
            to.reporter.added(_work(begun.number, more))


def _warm_up_run(begun: Round, warm: todo.Planned, part: Collection[Cell], pilot: Pilot, to: Measuring, round_attempt: int) -> None:
    """Makes a run of a warm-up, once what consumers compile after those before it is compiled."""
    signals.check()
    settled(begun.live[name] for name in begun.consumers)
    to.reporter.began(warm.turn)
    run = begun.make(warm.turn, warm.request, to)
    pilot.heard(warm.turn, warm.request, run, part)
    with signals.deferred():
        write.add_attempt(to.store, run.attempt(warm.key, round_attempt))
    to.ended(warm.turn, run)


def _part_sized(kept: SweepRecord, part: Collection[Cell]) -> bool:
    """Whether an earlier attempt at the first round said how large a part's slices are, and how its contenders are warmed."""
    return any(cell_of(item) in part for item in kept.about.get("cells", ()))


def _size(kept: SweepRecord, part: Collection[Cell], pilot: Pilot, to: Measuring) -> None:
    """Plans the first round's slices of a part, by what its warm-up said; with the last part's all that is planned of later rounds."""
    known = kept.about.get("cells", [])
    cells, decided = [*known, *pilot.cells(part)], stopping.read(kept.about["stopping"])
    later = range(2, decided.rounds + 1) if len(cells) == len(pilot.plan.contenders) else ()
    add_rounds(to.store, kept, pilot.plan, later, decided, cells, part)
    to.reporter.planned(read.find(to.store, kept.id), todo.work(to.store, kept.id, todo.rounds(to.store, kept.id)))


def _groups(begun: Round, kept: SweepRecord, part: Sequence[Cell], pilot: Pilot, to: Measuring, round_attempt: int) -> None:
    """Makes the groups of a part, and further ones of each cell of which some contender met a quiet core too seldom: twice as many at most."""
    sizes = {cell_of(item): int(item["amount"]) for item in kept.about["cells"]}
    slices: dict[Cell, list[Slice]] = {}
    made: set[int] = set()
    while groups := [group for group in todo.groups(to.store, kept.id, begun.number) if group[0].turn.cell in part and group[0].key not in made]:
        for group in groups:
            signals.check()
            slices.setdefault(group[0].turn.cell, []).extend(_group(begun, group, pilot, to, round_attempt))
            made.add(group[0].key)
        compared = [group for group in groups if not group[0].turn.contender.alone]
        for cell in dict.fromkeys(group[0].turn.cell for group in compared):
            if _seldom_quiet(cell, slices[cell], to.walks):
                before = max(group[0].turn.group for group in compared if group[0].turn.cell == cell)
                more = list(_requests(pilot.plan.further(begun.number, part, cell, sizes[cell], before), kept.about["servers"]))
                write.add_slices(to.store, kept.id, more)
                to.reporter.added(_work(begun.number, more))


def _seldom_quiet(cell: Cell, slices: Sequence[Slice], walks: dict[tuple[Cell, Contender], float]) -> bool:
    """Whether a contender of a cell has no figure of a quiet core by its slices of a round and the shortest quiet walk so far; not where there are no walks."""
    blocks: dict[Contender, list[quiet.Walked]] = {}
    for one in slices:
        if one.contender.compared:
            blocks.setdefault(one.contender, []).append((one.round, one.blocks))
    if not blocks or not all(each for walked in blocks.values() for _, each in walked):
        return False
    cores = {contender: quiet.core(walked, least_ns=walks.get((cell, contender), inf)) for contender, walked in blocks.items()}
    walks.update({(cell, contender): min(core.walk_ns, walks.get((cell, contender), inf)) for contender, core in cores.items()})
    return not all(core.times_ns for core in cores.values())


def _group(begun: Round, group: Sequence[todo.PlannedSlice], pilot: Pilot, to: Measuring, round_attempt: int) -> list[Slice]:
    """Makes a group's slices, back to back, and writes them down together; where one fails, those after it are not made, and none counts.

    Who was not warmed takes no part.
    """
    runs: list[Run] = []
    cold, failed = pilot.unwarmed(group[0].turn.cell, [item.turn.contender for item in group]), False
    for item in group:
        to.reporter.began(item.turn)
        if whose := cold.get(item.turn.contender):
            runs.append(call.unwarmed(item.request, f"the warm-up of {whose}"))
        elif failed:
            runs.append(call.not_made(item.request, "driver_group_failed", "another slice of its group failed, so it was not made"))
        else:
            runs.append(_slice(begun, item, to))
            failed = not runs[-1].ok
    with signals.deferred():  # a group is in the store as a whole, or not at all
        write.add_group(to.store, [run.attempt(item.key, round_attempt) for item, run in zip(group, runs, strict=True)])
    for item, run in zip(group, runs, strict=True):
        to.ended(item.turn, run)
    return [] if failed else [Slice.told(item.turn, run.answer) for item, run in zip(group, runs, strict=True) if run.answer]


def _slice(begun: Round, item: todo.PlannedSlice, to: Measuring) -> Run:
    idle = begun.idle(item.turn.scenario)
    settled(idle)
    return watched(lambda: begun.make(item.turn, item.request, to), idle)


def add_rounds(
    store: Store,
    kept: SweepRecord,
    plan: GroupedPlan,
    numbers: Sequence[int],
    decided: Decided,
    cells: Sequence[Mapping[str, Any]] | None = None,
    part: Collection[Cell] = (),
) -> None:
    """Writes rounds into the plan, and why there are so many; `cells` are the sizes, where they are new, of which `part` is written into the first round too.

    The warm-up of the first round stands already.
    """
    sized_cells = cells or kept.about["cells"]
    sizes = {cell_of(item): int(item["amount"]) for item in sized_cells}
    servers = kept.about["servers"]
    first = plan.slices(1, {cell: sizes[cell] for cell in part})
    due = {number: decided.due(plan.contenders, number) for number in numbers}
    slices = chain(first, *(plan.slices(number, sizes, due[number]) for number in numbers))
    facts = {"stopping": decided.facts} | ({"cells": list(cells)} if cells else {})
    warmups = chain.from_iterable(plan.warmups(number, warm_up(sized_cells), due[number]) for number in numbers)
    write.add_rounds(store, kept.id, _requests(warmups, servers), _requests(slices, servers), decided.rounds, **facts)


def _requests(turns: Iterable[tuple[_Turn, Mapping[str, Any]]], servers: Mapping[str, Any]) -> Iterator[tuple[_Turn, dict[str, Any]]]:
    """Turns with their requests, with what each needs to know of the servers."""
    return ((turn, _asked(asked, turn, servers)) for turn, asked in turns)


def _work(number: int, turns: Iterable[tuple[Turn | SliceTurn, Mapping[str, Any]]]) -> Counter[tuple[int, Job]]:
    """How often each job is to do, of turns of a round."""
    return Counter((number, job_of(turn, asked)) for turn, asked in turns)


def _asked(asked: Mapping[str, Any], turn: Turn | SliceTurn, servers: Mapping[str, Any]) -> dict[str, Any]:
    """A request, with what it needs to know of the servers."""
    found = who(servers, turn.scenario, turn.checks)
    needed = ("engine",) if asked.get("operation") == ENCODE else tuple(found)
    return {**asked, **{name: found[name] for name in needed if found[name]}}


def ended(store: Store, sweep_id: str, number: int, seconds: float) -> list[str]:
    """Notes how long a round took, its start included, and gives what is known so far, a line each."""
    decided = stopping.read(read.find(store, sweep_id).about["stopping"]).took(number, seconds)
    write.add_about(store, sweep_id, stopping=decided.facts)
    return so_far(store, read.find(store, sweep_id))


def so_far(store: Store, kept: SweepRecord) -> list[str]:
    """The ratios of a sweep as far as it got, a line each."""
    pairs = stopping.primary(planned(kept.conditions, kept.seed).contenders)
    figures = stopping.figures(whole_slices(store, kept.id), pairs)
    return looks(figures, pairs, stopping.read(kept.about["stopping"]), one_start=kept.about.get("starts") == 1)


def decide(store: Store, sweep_id: str) -> bool:
    """Decides how many rounds there are to be, once all that are planned are made, and plans them. Says whether there is more to make."""
    kept = read.find(store, sweep_id)
    if not kept.in_groups or not sized(kept):
        return False
    before = stopping.read(kept.about["stopping"])
    if before.decided:
        return False
    if not before.seconds:  # the driver was killed between the first round's last group and the note of its time
        before = before.took(1, sum(seconds for _, seconds in read.spent(store, sweep_id)))
    plan = planned(kept.conditions, kept.seed)
    decided = stopping.after(before, stopping.figures(whole_slices(store, sweep_id), stopping.primary(plan.contenders)))
    add_rounds(store, kept, plan, range(before.rounds + 1, decided.rounds + 1), decided)
    return decided.rounds > before.rounds
