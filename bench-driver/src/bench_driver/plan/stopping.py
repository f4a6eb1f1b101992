"""How many rounds a sweep makes: a number fixed beforehand, or a pilot and then as many as its
variance asks for. Pure.

Never by what the rounds claim: C. Stein's second stage (`stats.log_ratios.rounds_needed`) looks
once, at the pilot's deviations alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from statistics import stdev
from typing import Any

from ..model.cell import Cell, Contender, Slice, cell_of
from ..stats.log_ratios import rounds_needed
from ..stats.pairs import measured, together
from ..stats.verdict import CLAIM_ROUNDS
from .request import Stopping

#: Rounds of a pilot: as many as a claim needs.
PILOT = CLAIM_ROUNDS
#: A pilot is made whole where it takes this many times the time budget or less: with a round less
#: nothing can be claimed, and nearly all of the time is spent.
OVER = 2.0
#: What a round takes before its first cell is warmed, however few cells are left; seconds.
START_S = 14.0
#: By cell, the log ratio of the second contender's time over the first's in each round.
Figures = Mapping[Cell, Mapping[int, float]]


@dataclass(frozen=True)
class RowRounds:
    """A primary row: after the pilot the standard deviation of its rounds' log ratios, and the
    rounds that the target takes by it. One without a deviation is left out of the pilot, since the
    time budget does not hold it.
    """

    cell: Cell
    deviation: float | None
    rounds_wanted: int

    @property
    def facts(self) -> dict[str, Any]:
        """As a store keeps it."""
        return {
            **asdict(self.cell),
            "deviation": self.deviation,
            "rounds_wanted": self.rounds_wanted,
        }


@dataclass(frozen=True)
class Decided:
    """How many rounds there are to be, as far as that is decided, why, and by what; `seconds` are
    those of each round so far, its start included.
    """

    rule: str
    rounds: int
    decided: bool
    reason: str
    pilot: int | None = None
    target: float | None = None
    budget_s: float | None = None
    cap: int | None = None
    rows: tuple[RowRounds, ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """As a store keeps it; `read` reads it back."""
        return {
            **asdict(self),
            "rows": [row.facts for row in self.rows],
            "seconds": dict(self.seconds),
        }

    def due(self, cells: Iterable[Cell], number: int) -> set[Cell]:
        """The cells that are measured in that round: each until its row has its rounds; a cell
        beside goes with the row of the same objects and series.
        """
        last = {replace(row.cell, condition=""): self._last(row) for row in self.rows}
        return {cell for cell in cells if number <= last.get(replace(cell, condition=""), number)}

    def _last(self, row: RowRounds) -> int:
        fewest = 0 if row.deviation is None else self.pilot or 0
        return max(fewest, row.rounds_wanted)

    def took(self, number: int, seconds: float) -> Decided:
        """The same, with how long a round took; one that was made anew counts as it
        was made last.
        """
        return replace(
            self, seconds=tuple({**dict(self.seconds), str(number): round(seconds, 3)}.items())
        )

    @property
    def pilots(self) -> bool:
        """Whether the rounds so far are the pilot's."""
        return self.rule == "target" and not self.decided


def read(facts: Mapping[str, Any]) -> Decided:
    """What was decided, by what a store keeps of it."""
    return Decided(
        **{
            **facts,
            "rows": tuple(
                RowRounds(cell_of(row), row["deviation"], row["rounds_wanted"])
                for row in facts["rows"]
            ),
            "seconds": tuple(facts["seconds"].items()),
        }
    )


def at_first(asked: Stopping) -> Decided:
    """What is decided before anything is measured: with a target the first round alone, since
    nobody knows how long one takes.
    """
    if asked.rounds is not None:
        return Decided("rounds", asked.rounds, True, f"{asked.rounds} rounds were asked for")
    return Decided(
        "target",
        1,
        False,
        f"the first of {PILOT} pilot rounds",
        PILOT,
        asked.target,
        asked.budget_s,
    )


def after(before: Decided, figures: Figures) -> Decided:
    """What is decided once all rounds decided so far are made: the pilot after the first, all after
    the pilot. The same where nothing is left to decide. `figures` have each primary cell.
    """
    if before.decided:
        return before
    assert before.pilot and before.target and before.budget_s is not None
    if before.rounds < before.pilot:
        return _pilot(before, list(figures), before.pilot, before.budget_s)
    return _after_pilot(before, figures, before.target, before.budget_s)


def _pilot(before: Decided, cells: Sequence[Cell], pilot: int, budget_s: float) -> Decided:
    """The pilot after its first round: of all rows, or of the first that twice the budget holds.

    Which those are, the order says in which they were asked for, and no figure.
    """
    every = max(1, len(cells))
    price, more = _price(before, every), pilot - before.rounds
    left = OVER * budget_s - _spent(before)
    held = next((many for many in range(every, 0, -1) if more * price(many) <= left), 0)
    if held == every:
        reason = f"{pilot} pilot rounds; their deviations decide how many more"
        return replace(before, rounds=pilot, reason=reason)
    cap = int(budget_s // price(every))
    budget = f"the time budget of {budget_s:.0f} s holds {cap} of {price(every):.0f} s each"
    if not held:
        reason = f"{budget}, and a pilot is {pilot}"
        return replace(before, rounds=max(cap, before.rounds), decided=True, cap=cap, reason=reason)
    reason = f"{budget}: {pilot} pilot rounds of the first {held} of {every} rows"
    out = tuple(RowRounds(cell, None, before.rounds) for cell in cells[held:])
    return replace(before, rounds=pilot, rows=out, reason=reason)


def _after_pilot(before: Decided, figures: Figures, target: float, budget_s: float) -> Decided:
    """All rounds, by the deviations of the pilot's rows and the time that is left for them."""
    many, out = together(figures), {row.cell for row in before.rows}
    rows = tuple(
        _row(cell, tuple(values.values()), target, many[cell.checks])
        for cell, values in figures.items()
        if cell not in out and len(values) > 1
    )
    if not rows:
        reason = "no two contenders were measured in two rounds, so no ratio has an interval"
        return replace(before, decided=True, reason=reason)
    widest = max(rows, key=lambda row: row.rounds_wanted)
    wanted, rounds = max(widest.rounds_wanted, before.rounds), before.rounds
    price, left = _price(before, len(figures)), budget_s - _spent(before)
    while rounds < wanted:
        left -= price(sum(row.rounds_wanted > rounds for row in rows))
        if left < 0:
            break
        rounds += 1
    reason = (
        f"{widest.cell} has the widest interval of {len(rows)} and needs {wanted} rounds for ± "
        f"{100 * target:g} %; each row stops at its own number"
    )
    if rounds < wanted:
        reason += f"; the time budget of {budget_s:.0f} s holds {rounds}"
    if out:
        reason += f"; it left {len(out)} rows out after their first round"
    return replace(
        before,
        rounds=rounds,
        decided=True,
        cap=rounds if rounds < wanted else None,
        rows=(*rows, *before.rows),
        reason=reason,
    )


def _spent(before: Decided) -> float:
    return sum(seconds for _, seconds in before.seconds)


def _price(before: Decided, cells: int) -> Callable[[int], float]:
    """What a round of some of the cells takes, by the rounds so far: its start, and for each
    cell as much as for another.
    """
    rounds = len(before.seconds)
    start = min(START_S, _spent(before) / rounds)
    measured = rounds * cells - (rounds - 1) * len(before.rows)
    each = (_spent(before) - rounds * start) / max(1, measured)
    return lambda due: start + each * due


def over_budget(pilot_s: float, budget_s: float) -> str:
    """What to expect of a pilot that takes longer than the time budget; empty of another."""
    if pilot_s <= budget_s:
        return ""
    if pilot_s <= OVER * budget_s:
        return f"beyond the time budget, since fewer than {PILOT} rounds decide nothing"
    return (
        f"over {OVER:g} times the time budget: the rows that it does not hold get no verdict "
        f"without --time-budget {ceil(pilot_s / 60)}m"
    )


def _row(cell: Cell, values: Sequence[float], target: float, rows: int) -> RowRounds:
    deviation = stdev(values)
    return RowRounds(cell, deviation, rounds_needed(deviation, len(values), target, rows))


def primary(
    contenders: Mapping[Cell, Sequence[Contender]],
) -> dict[Cell, tuple[Contender, Contender]]:
    """The cells that decide, and the two who are compared in each: those of the first condition,
    which is `block` where it is measured.
    """
    first = next(iter(contenders)).condition
    compared = {
        cell: [who for who in those if who.compared]
        for cell, those in contenders.items()
        if cell.condition == first
    }
    return {cell: (those[0], those[1]) for cell, those in compared.items() if len(those) > 1}


def figures(
    slices: Iterable[Slice], pairs: Mapping[Cell, tuple[Contender, Contender]]
) -> dict[Cell, dict[int, float]]:
    """Of each of the cells, its figure in each round: the log ratio of the second contender's time
    over the first's, as the answer takes it.
    """
    known = measured(one for one in slices if one.cell in pairs)
    return {
        cell: known[cell].figures(*pair) if cell in known else {} for cell, pair in pairs.items()
    }
