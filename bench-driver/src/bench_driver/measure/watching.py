"""A sweep while it goes on, read from the store into which it writes. Nobody is asked for anything:
not its driver, and no server.

Looking shall cost next to nothing, since it is the machine that measures which looks: short
queries, and of raw answers a few words of those that are new. Only what the rounds say so far takes
all of them, and that is looked at when a round has ended, as the driver does then, while servers
start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, func, select

from ..model.cell import Cell, Contender, cell_of
from ..model.reading import Line, planned_contenders
from ..model.records import SweepRecord
from ..model.scenario import object_name, server_name
from ..plan import stopping
from ..plan.plan import planned, warm_up
from ..plan.stopping import Figures
from ..store.database import Store
from ..store.read import SCENARIO
from ..store.schema import ORDER, attempt, measurement, slice_of, sweep, turn
from ..store.slices import LINE, line_of, whole_slices
from .sweeping import to_do

_KEPT = attempt.c.outcome != "void"


@dataclass(frozen=True)
class Mark:
    """A slice that did well: when it ended, UTC, its median window, ns, and what its server (the
    contract's `Cpu`) and the driver say of the machine.
    """

    ended_at: str
    round: int
    line: Line
    p50_ns: float
    wall_ms: float
    cpu: Mapping[str, Any]
    load_average: float | None


@dataclass(frozen=True)
class Now:
    """What runs: of slices a group of a cell, of how many in the round, and whose, in their order;
    else what a run is there for, and of whom.
    """

    round: int
    series: str
    #: what is parsed
    what: str
    who: tuple[str, ...]
    #: 0 where it is no group
    group: int = 0
    groups: int = 0
    #: what part of the round's runs is written down
    share: float = 0.0


@dataclass
class RunningSweep:
    """A sweep that is looked at again and again.

    What was read of its slices is kept, so that a look reads what is new.
    """

    store: Store
    sweep_id: str
    marks: list[Mark] = field(default_factory=list)
    #: of each contender on each cell the median windows of its slices, ns
    times: dict[Line, list[float]] = field(default_factory=dict)
    _last: int = 0
    _answered: tuple[object, ...] = ()
    _figures: Figures = field(default_factory=dict)

    def look(self) -> list[Mark]:
        """All slices that did well, in the order in which they were made; where a round is made
        anew, without the earlier ones.
        """
        found, last = self._read(attempt.c.id > self._last)
        count = self._count()
        if len(self.marks) + len(found) != count:
            self.marks, self.times, (found, last) = [], {}, self._read()
        self.marks, self._last = [*self.marks, *found], last or self._last
        for mark in found:
            self.times.setdefault(mark.line, []).append(mark.p50_ns)
        return self.marks

    def figures(self, kept: SweepRecord) -> Figures:
        """What the whole rounds say so far of the cells that decide, as the driver's screen has it;
        nothing before the first has ended.
        """
        ended = tuple(kept.about.get("stopping", {}).get("seconds", {}).items())
        if ended and ended != self._answered:
            rounds = {int(number) for number, _ in ended}
            self._figures = stopping.figures(
                (one for one in whole_slices(self.store, kept.id) if one.round in rounds),
                compared(kept),
            )
            self._answered = ended
        return self._figures

    def _count(self) -> int:
        query = (
            select(func.count())
            .select_from(_sliced())
            .where(turn.c.sweep_id == self.sweep_id, _KEPT)
        )
        with self.store.reading() as connection:
            return connection.execute(query).scalar_one()

    def _read(self, *which: ColumnElement[bool]) -> tuple[list[Mark], int]:
        of = [*LINE, turn.c.round]
        said = [
            attempt.c.id,
            attempt.c.ended_at,
            measurement.c.p50_ns,
            measurement.c.total_time_ms,
            attempt.c.answer["cpu"].label("cpu"),
            attempt.c.notes,
        ]
        query = (
            select(*of, *said)
            .select_from(_sliced())
            .where(turn.c.sweep_id == self.sweep_id, _KEPT, *which)
            .order_by(attempt.c.id)
        )
        with self.store.reading() as connection:
            rows = connection.execute(query).all()
        return [_mark(row) for row in rows], rows[-1].id if rows else 0


def _sliced() -> Any:
    """Slices with the runs that gave them a figure."""
    made = turn.join(slice_of).join(attempt, attempt.c.turn_id == turn.c.id)
    whole = (measurement.c.attempt_id == attempt.c.id) & (measurement.c.amount == turn.c.amount)
    return made.join(measurement, whole)


def _mark(row: Any) -> Mark:
    return Mark(
        row.ended_at,
        row.round,
        line_of(row),
        float(row.p50_ns),
        float(row.total_time_ms),
        row.cpu or {},
        row.notes.get("load_average"),
    )


def newest(store: Store) -> str | None:
    """The sweep to look at: the one that runs, else the one that was planned last. One whose driver
    was killed runs as far as the store knows.
    """
    with store.reading() as connection:
        rows = connection.execute(
            select(sweep.c.id, sweep.c.state).order_by(*(column.desc() for column in ORDER))
        ).all()
        written = connection.execute(
            select(turn.c.sweep_id)
            .select_from(attempt.join(turn))
            .order_by(attempt.c.id.desc())
            .limit(1)
        ).scalar()
    running = {row.id for row in rows if row.state == "running"}
    return (
        written
        if written in running and rows[0].id not in running
        else rows[0].id
        if rows
        else None
    )


def now(store: Store, kept: SweepRecord) -> Now | None:
    """What runs, as far as the plan and the runs so far say; None between rounds."""
    if "stopping" not in kept.about or not (rounds := to_do(kept)):
        return None
    number, plan = rounds[0], planned(kept.conditions, kept.seed)
    made, runs = _made(store, kept.id, number)
    cells = kept.about.get("cells", ())
    sizes = {cell_of(item): int(item["amount"]) for item in cells}
    share = min(runs / max(plan.runs(number, warm_up(cells)), 1), 1.0)
    due = stopping.read(kept.about["stopping"]).due(plan.contenders, number)
    for part in (part for part in plan.parts(number) if not due.isdisjoint(part)):
        begun = not made.isdisjoint((cell, group) for cell, group in made if cell in part)
        amounts = {cell: sizes[cell] for cell in part if cell in due and cell in sizes}
        groups = list(plan.part_groups(number, part, amounts))
        for group in groups if begun else ():
            turn = group[0][0]
            if (turn.cell, turn.group) not in made:
                who = tuple(str(one.contender) for one, _ in group)
                return Now(
                    number,
                    "slice",
                    str(turn.cell),
                    who,
                    turn.group,
                    plan.groups_of(turn.cell),
                    share,
                )
        if not begun:
            formats = ", ".join(dict.fromkeys(cell.format for cell in part))
            who = tuple(dict.fromkeys(one.server for cell in part for one in plan.contenders[cell]))
            return Now(number, "warmup", formats, who, share=share)
    return Now(number, "further", "", (), share=share)


def _made(store: Store, sweep_id: str, number: int) -> tuple[set[tuple[Cell, int]], int]:
    """The groups of a round that are made, and how many runs."""
    columns = [*LINE, slice_of.c.group_number]
    runs = turn.join(attempt).outerjoin(slice_of, slice_of.c.turn_id == turn.c.id)
    query = (
        select(*columns)
        .select_from(runs)
        .where(turn.c.sweep_id == sweep_id, turn.c.round == number, _KEPT)
    )
    with store.reading() as connection:
        rows = connection.execute(query).all()
    groups = (row for row in rows if row.group_number)
    return {(line_of(row).cell, row.group_number) for row in groups}, len(rows)


def compared(kept: SweepRecord) -> dict[Cell, tuple[Contender, Contender]]:
    """The cells that decide, and the two who are compared in each; none where the plan does not
    say.
    """
    contenders = planned_contenders(kept)
    return stopping.primary(contenders) if contenders else {}


@dataclass(frozen=True)
class Failed:
    """Why runs failed, how many of the last ones did so, and which was the last."""

    code: str
    detail: str
    runs: int
    round: int
    scenario: str


def failures(store: Store, sweep_id: str, last: int = 200) -> list[Failed]:
    """Why the last runs that failed did, the latest reason first. One that another run's failure
    brought with it has a reason of its own.
    """
    columns = (turn.c.round, *SCENARIO, attempt.c.problem)
    query = (
        select(*columns)
        .select_from(turn.join(attempt))
        .where(turn.c.sweep_id == sweep_id, attempt.c.outcome == "failed")
    )
    with store.reading() as connection:
        rows = connection.execute(query.order_by(attempt.c.id.desc()).limit(last)).all()
    found: dict[str, Failed] = {}
    for row in rows:
        why = row.problem or {}
        code = str(why.get("code"))
        one = found.setdefault(
            code,
            Failed(
                code,
                str(why.get("detail", "")),
                0,
                row.round,
                _what(row),
            ),
        )
        found[code] = replace(one, runs=one.runs + 1)
    return list(found.values())


def _what(row: Any) -> str:
    """Who parsed what."""
    server, objects = server_name(row.consumer, row.setup), object_name(row.object_type, row.size)
    return f"{server}, {objects} as {row.format}"


def written_at(store: Store, kept: SweepRecord) -> str:
    """When the sweep was last written to, as far as its runs say, UTC."""
    query = (
        select(attempt.c.ended_at)
        .select_from(turn.join(attempt))
        .where(turn.c.sweep_id == kept.id)
        .order_by(attempt.c.id.desc())
        .limit(1)
    )
    with store.reading() as connection:
        return connection.execute(query).scalar() or kept.planned_at


def state(store: Store, sweep_id: str) -> tuple[SweepRecord, int]:
    """The sweep as it stands, and the number of the last run in the store: what is told of the
    sweep changes with these alone.
    """
    with store.reading() as connection:
        kept = SweepRecord(*connection.execute(select(sweep).where(sweep.c.id == sweep_id)).one())
        return kept, connection.execute(select(func.max(attempt.c.id))).scalar() or 0
