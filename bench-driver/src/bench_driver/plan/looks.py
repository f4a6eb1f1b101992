"""What is known of the ratios while a sweep goes on, as lines: no verdict, and an interval only
from the third round on. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model.cell import Cell, Contender
from ..stats.interval import Interval
from ..stats.log_ratios import estimate
from ..stats.pairs import together
from .stopping import Decided, Figures

#: Fewer rounds than these have no interval that is worth a look.
INTERVAL_ROUNDS = 3


def looks(
    figures: Figures,
    pairs: Mapping[Cell, tuple[Contender, Contender]],
    decided: Decided,
    *,
    one_start: bool = False,
) -> list[str]:
    """The ratio of each primary row so far, a line each below one that says what it is worth; none
    where no two contenders were measured.
    """
    many = together(figures)
    found = {
        cell: estimate(list(rounds.values()), many[cell.checks])
        for cell, rounds in figures.items()
        if rounds
    }
    if not found:
        return []
    return [
        _worth(max(ratio.rounds for ratio in found.values()), decided, one_start),
        *(_line(cell, pairs[cell], ratio) for cell, ratio in found.items()),
    ]


def _worth(rounds: int, decided: Decided, one_start: bool) -> str:
    if rounds == 1:
        return "so far: one start of the processes, no interval"
    of = f"{rounds} {'passes over one start' if one_start else 'starts'} of the processes"
    if rounds < INTERVAL_ROUNDS:
        return f"so far: {of}, no interval"
    planned = max(decided.rounds, decided.pilot or 0)
    return f"so far: {of}, provisional intervals; " + (
        "the report has the verdicts" if rounds >= planned and decided.decided else "no verdict yet"
    )


def _line(cell: Cell, pair: tuple[Contender, Contender], ratio: Interval) -> str:
    first, second = pair
    between = f" ({ratio.low:.2f} … {ratio.high:.2f})" if ratio.rounds >= INTERVAL_ROUNDS else ""
    if cell.on_all_cores:
        return (
            f"  {cell}: {first} parses {ratio.estimate:.2f}{between} times as many objects a "
            f"second as {second}"
        )
    return f"  {cell}: {second} takes {ratio.estimate:.2f}{between} times as long as {first}"
