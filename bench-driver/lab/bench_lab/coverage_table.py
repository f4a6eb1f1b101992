"""The coverage of a sweep's intervals as a page: its own slices as pools, and the worst cell of each case. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mode

import numpy as np

from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Contender
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.groups import half_width
from bench_driver.stats.interval import CONFIDENCE
from bench_driver.stats.pairs import Group, Measured, of_both

from .coverage import CASES, ROUNDS, Found, Pool, Whole

#: A pool of fewer rounds would draw the same few again and again.
FEWEST = 6
#: Made-up pools, and sweeps drawn from each, to see what intervals that hold exactly would show.
_POOLS, _DRAWS = 1000, 200
HEAD = ("case", "rounds", "rows not of a quiet core", "coverage", "worst at", "all rows hold", "false claims", "worst at")


def pool(measured: Measured, baseline: Contender, other: Contender) -> Pool:
    """A cell's blocks. A round that lost groups is left out, and further groups of a round are, so that all have as many; so are blocks that a slice lacks.

    UsageError where there are fewer than `FEWEST` rounds, and where a slice has no walks.
    """
    groups = [[[group[who].blocks for who in (baseline, other)] for group in those] for those in of_both(measured.came, baseline, other).values()]
    planned = mode(map(len, groups)) if groups else 0
    whole = [those[:planned] for those in groups if len(those) >= planned]
    if len(whole) < FEWEST:
        why = f"{len(whole)} of its rounds have every group, and resampling fewer than {FEWEST} says nothing"
        raise UsageError("the sweep is too short for its coverage", why=why, do="name a sweep of ten rounds or more")
    fewest = min(len(blocks) for those in whole for group in those for blocks in group)
    if not fewest:
        raise UsageError("the sweep has no walks", why="a slice has none beside its blocks", do="name a sweep under the condition block")
    logs = np.log([[[blocks[:fewest] for blocks in group] for group in those] for those in whole])
    return Pool(logs[..., 0], logs[..., 1])


def pools(measured: Mapping[Cell, Measured], contenders: Mapping[Cell, Sequence[Contender]], cells: Sequence[Cell]) -> dict[str, Pool]:
    """The pool of each cell's first two contenders, by the cell's name. UsageError where one has no two."""
    alone = [cell for cell in cells if len(contenders[cell]) < 2]
    if alone or not cells:
        raise UsageError("there is no ratio to look at", why=f"{alone[0] if alone else 'the sweep'} has no two contenders", do="name a sweep of two contenders")
    return {cell.in_series: pool(measured[cell], *contenders[cell][:2]) for cell in cells}


def lines(found: Sequence[Found], wholes: Sequence[Whole]) -> list[list[str]]:
    """A line a case and number of rounds: the worst cell and ratio of each figure, and where it is."""
    made = []
    for whole in wholes:
        mine = [one for one in found if (one.case, one.rounds) == (whole.case, whole.rounds)]
        low = min((one for one in mine if one.quiet), key=lambda one: one.coverage or 0.0, default=None)
        wrong = max(mine, key=lambda one: one.false_claims)
        together = f"{100 * whole.share:.1f} ± {100 * whole.error:.1f} %" if whole.share is not None else "-"
        made.append(
            [
                whole.case,
                str(whole.rounds),
                f"{100 * max(one.open for one in mine):.1f} %",
                f"{100 * (low.coverage or 0.0):.1f} %" if low else "-",
                _where(low) if low else "-",
                together,
                f"{100 * wrong.false_claims:.1f} %",
                _where(wrong) if wrong.false_claims else "-",
            ]
        )
    return made


def _where(one: Found) -> str:
    return f"{one.cell}, ratio {one.ratio:.2f}"


def together(sweeps: Sequence[Mapping[Cell, Measured]]) -> dict[Cell, Measured]:
    """The rounds of several sweeps of the same cells, as if one had made them."""
    rounds: dict[Cell, list[Sequence[Group]]] = {}
    for measured in sweeps:
        for cell, one in measured.items():
            rounds.setdefault(cell, []).extend(one.came.values())
    return {cell: Measured(dict(enumerate(those, 1))) for cell, those in rounds.items()}


def exact(drawn: int, rounds: int, rows: int) -> float:
    """In which share of sweeps all rows hold, drawn in the same way, where the intervals hold exactly.

    Rounds that are normal and independent, of which so many are `drawn` from: what is drawn again and again
    lies closer together than rounds do, and the fewer there are to draw from, the more so.
    """
    dice, held = np.random.default_rng(1), []
    for _ in range(_POOLS):
        pool = dice.normal(size=(rows, drawn))
        figures = pool[:, dice.integers(0, drawn, (_DRAWS, rounds))]
        halves = half_width(1.0, rounds, rows) * figures.std(axis=2, ddof=1)
        held.append((np.abs(figures.mean(axis=2) - pool.mean(axis=1)[:, None]) <= halves).all(axis=0).mean())
    return float(np.mean(held))


def said(sweeps: Sequence[str], drawn: int, rows: int, repetitions: int) -> str:
    """What the table shows."""
    each = 100 * (1 - (1 - CONFIDENCE) / rows)
    exactly = " and ".join(f"{100 * exact(drawn, rounds, rows):.1f} % at {rounds} rounds" for rounds in ROUNDS)
    return (
        f"The slices of {drawn} rounds, of sweep {', '.join(sweeps)}, drawn anew {repetitions:,} times a line: rounds with replacement, and within each its "
        "groups. Their ratio is taken out and another is planted (1.00, 1.03, 1.10), then a disturbance is laid over them. Each made-up sweep has all "
        f"{rows} rows, finds its quiet walks anew, and is judged as the driver judges: {rows} intervals that hold together with "
        f"{100 * CONFIDENCE:.0f} %, each with {each:.1f} %. "
        "Coverage is the share of intervals of a quiet core that held the planted ratio; all rows hold in the share beside it, with its standard error. "
        f"A claim is false that the planted ratio does not bear out, by a margin of {100 * MARGIN:.0f} %; claims with neighbours are counted too, though the "
        "planted ratio is that of a quiet core. A neighbour makes the baseline's blocks take 1.5 times as long, the other's 1.7, and the walks 1.6.\n\n"
        f"**What is drawn from few rounds lies closer together than rounds do.** Of {drawn} rounds that are normal and independent, so that the intervals hold "
        f"exactly, all rows would be seen to hold in {exactly}. These are the shares to compare with, and not {100 * CONFIDENCE:.0f} %."
    )


NIGHTS_HEAD = ("nights", "histories", "alarm in a night", "lines that raised one")


def nights_said(nights: int, rounds: int) -> str:
    """What the table of histories shows."""
    return (
        f"Histories of {nights} nights in which nothing changes: each night is made of the same slices, {rounds} rounds a night, and judged with the nights "
        "before it, as `bench-driver nightly` does. Every alarm is a false one. Lines are contenders, each on each cell."
    )


def cases() -> list[str]:
    """What each case lays over the slices."""
    return [f"{case.name}: {case.words}" for case in CASES]
