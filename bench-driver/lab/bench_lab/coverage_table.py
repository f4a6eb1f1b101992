"""The coverage of a sweep's intervals as a page: its own slices as pools, and the worst cell of each case. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import numpy as np

from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Contender
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.interval import CONFIDENCE
from bench_driver.stats.pairs import Rounds, of_both

from .coverage import ANEW, CASES, RATIOS, Found, Pool

#: A pool of fewer rounds would draw the same few again and again.
FEWEST = 6
HEAD = ("case", "laid over the slices", "rounds", "coverage", "worst at", "false claims", "worst at")


def pool(rounds: Rounds, baseline: Contender, other: Contender) -> Pool:
    """The log times of a cell: rounds x groups x (baseline, other). A round that lost groups is left out, so that all have as many.

    UsageError of fewer than `FEWEST` rounds.
    """
    logs = [[[log(group[who].figure_ns) for who in (baseline, other)] for group in groups] for groups in of_both(rounds, baseline, other).values()]
    most = max(map(len, logs), default=0)
    whole = [groups for groups in logs if len(groups) == most]
    if len(whole) < FEWEST:
        why = f"{len(whole)} of its rounds have every group, and resampling fewer than {FEWEST} says nothing"
        raise UsageError("the sweep is too short for its coverage", why=why, do="name a sweep of ten rounds or more")
    return np.array(whole)


def pools(groups: Mapping[Cell, Rounds], contenders: Mapping[Cell, Sequence[Contender]], cells: Sequence[Cell]) -> dict[str, Pool]:
    """The pool of each cell's first two contenders, by the cell's name. UsageError where one has no two."""
    alone = [cell for cell in cells if len(contenders[cell]) < 2]
    if alone or not cells:
        raise UsageError("there is no ratio to look at", why=f"{alone[0] if alone else 'the sweep'} has no two contenders", do="name a sweep of two contenders")
    return {cell.in_series: pool(groups[cell], *contenders[cell][:2]) for cell in cells}


def lines(found: Sequence[Found]) -> list[list[str]]:
    """A line a case and number of rounds: the least coverage and the most false claims over cells and ratios, and where they are."""
    made = []
    for number in dict.fromkeys(one.rounds for one in found):
        for name, words in (*((case.name, case.words) for case in CASES), ANEW):
            mine = [one for one in found if (one.case, one.rounds) == (name, number)]
            if mine:
                low, wrong = min(mine, key=lambda one: one.coverage), max(mine, key=lambda one: one.false_claims)
                held, false = f"{100 * low.coverage:.1f} %", f"{100 * wrong.false_claims:.1f} %"
                made.append([name, words, str(number), held, _where(low), false, _where(wrong) if wrong.false_claims else "-"])
    return made


def _where(one: Found) -> str:
    return f"{one.cell}, ratio {one.ratio:.2f}"


def said(sweep_id: str, rounds: int, rows: int, repetitions: int, repeated_anew: int) -> str:
    """What the table shows."""
    each = 100 * (1 - (1 - CONFIDENCE) / rows)
    planted = ", ".join(f"{ratio:.2f}" for ratio in RATIOS)
    return (
        f"The slices of the {rounds} rounds of sweep {sweep_id}, drawn anew {repetitions:,} times a line and\n"
        "cell: rounds with replacement, and within each its groups. Their ratio is taken out and another is\n"
        f"planted ({planted}), then a disturbance is laid over them. Each made-up sweep is judged as the\n"
        f"driver judges: {rows} intervals that hold together with {100 * CONFIDENCE:.0f} %, each with {each:.1f} %. Coverage is the share of\n"
        "intervals that held the planted ratio. A claim is false that the planted ratio does not bear out, by\n"
        f"a margin of {100 * MARGIN:.0f} %."
    ) + (f" Sweeps that are adjusted anew are made up {repeated_anew:,} times." if repeated_anew else "")
