"""The coverage of a sweep's intervals as a page: its slices as pools, each case's worst cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mode

import numpy as np

from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Contender
from bench_driver.report import markdown
from bench_driver.report.document import Table
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.interval import CONFIDENCE
from bench_driver.stats.log_ratios import half_width
from bench_driver.stats.pairs import Group, Measured, of_both

from .coverage import CASES, ROUNDS, Found, Pool, Whole
from .histories import NIGHTS, Histories
from .histories import ROUNDS as ROUNDS_A_NIGHT

#: A pool of fewer rounds would draw the same few again and again.
FEWEST = 6
#: Simulated pools, and sweeps drawn from each, to see what exact intervals would show.
_POOLS, _DRAWS = 1000, 200
HEAD = (
    "case",
    "rounds",
    "rows not of a quiet core",
    "coverage",
    "worst at",
    "all rows hold",
    "false claims",
    "worst at",
)
_NIGHTS_HEAD = ("nights", "histories", "alarm in a night", "lines that raised one")


def pool(measured: Measured, baseline: Contender, other: Contender) -> Pool:
    """A cell's blocks.

    A round that lost groups is left out, and further groups of a round are, so that all have as
    many; so are blocks that a slice lacks.

    Raises:
        UsageError: there are fewer than `FEWEST` rounds, or a slice has no walks.
    """
    groups = [
        [[group[who].blocks for who in (baseline, other)] for group in each]
        for each in of_both(measured.came, baseline, other).values()
    ]
    planned = mode(map(len, groups)) if groups else 0
    whole = [each[:planned] for each in groups if len(each) >= planned]
    if len(whole) < FEWEST:
        raise UsageError(
            "the sweep is too short for its coverage",
            why=f"{len(whole)} of its rounds have every group, and resampling fewer than {FEWEST} "
            "says nothing",
            do="name a sweep of ten rounds or more",
        )
    fewest = min(len(blocks) for each in whole for group in each for blocks in group)
    if not fewest:
        why, do = "a slice has none beside its blocks", "name a sweep under the condition block"
        raise UsageError("the sweep has no walks", why=why, do=do)
    logs = np.log([[[blocks[:fewest] for blocks in group] for group in each] for each in whole])
    return Pool(logs[..., 0], logs[..., 1])


def pools(
    measured: Mapping[Cell, Measured],
    contenders: Mapping[Cell, Sequence[Contender]],
    cells: Sequence[Cell],
) -> dict[str, Pool]:
    """The pool of each cell's first two contenders, by the cell's name.

    Raises:
        UsageError: a cell has no two.
    """
    alone = [cell for cell in cells if len(contenders[cell]) < 2]
    if alone or not cells:
        why = f"{alone[0] if alone else 'the sweep'} has no two contenders"
        do = "name a sweep of two contenders"
        raise UsageError("there is no ratio to look at", why=why, do=do)
    return {cell.in_series: pool(measured[cell], *contenders[cell][:2]) for cell in cells}


def together(sweeps: Sequence[Mapping[Cell, Measured]]) -> dict[Cell, Measured]:
    """The rounds of several sweeps of the same cells, as if one had made them."""
    rounds: dict[Cell, list[Sequence[Group]]] = {}
    for measured in sweeps:
        for cell, one in measured.items():
            rounds.setdefault(cell, []).extend(one.came.values())
    return {cell: Measured(dict(enumerate(each, 1))) for cell, each in rounds.items()}


def lines(results: Sequence[Found], wholes: Sequence[Whole]) -> list[list[str]]:
    """A line a case and number of rounds: the worst cell and ratio of each figure, by `HEAD`."""
    result = []
    for whole in wholes:
        mine = [one for one in results if (one.case, one.rounds) == (whole.case, whole.rounds)]
        quiet = [one for one in mine if one.quiet]
        low = min(quiet, key=lambda one: one.coverage or 0.0, default=None)
        wrong = max(mine, key=lambda one: one.false_claims)
        share, error = 100 * (whole.share or 0.0), 100 * whole.error
        result.append(
            [
                whole.case,
                str(whole.rounds),
                f"{100 * max(one.open for one in mine):.1f} %",
                f"{100 * (low.coverage or 0.0):.1f} %" if low else "-",
                _where(low) if low else "-",
                f"{share:.1f} ± {error:.1f} %" if whole.share is not None else "-",
                f"{100 * wrong.false_claims:.1f} %",
                _where(wrong) if wrong.false_claims else "-",
            ]
        )
    return result


def _where(one: Found) -> str:
    return f"{one.cell}, ratio {one.ratio:.2f}"


def exact(drawn: int, rounds: int, rows: int) -> float:
    """In which share of sweeps all rows hold, drawn in the same way, of exact intervals.

    Rounds that are normal and independent, of which this many are `drawn` from: what is drawn again
    and again lies closer together than rounds do, and the fewer there are to draw from, the more.
    """
    dice, held = np.random.default_rng(1), []
    for _ in range(_POOLS):
        pool = dice.normal(size=(rows, drawn))
        figures = pool[:, dice.integers(0, drawn, (_DRAWS, rounds))]
        halves = half_width(1.0, rounds, rows) * figures.std(axis=2, ddof=1)
        off = np.abs(figures.mean(axis=2) - pool.mean(axis=1)[:, None])
        held.append((off <= halves).all(axis=0).mean())
    return float(np.mean(held))


def page(
    sweeps: Sequence[str],
    drawn: Mapping[str, Pool],
    repetitions: int,
    results: Sequence[Found],
    wholes: Sequence[Whole],
    nights: Sequence[Histories],
) -> tuple[str, list[Table]]:
    """The page, and its two tables."""
    rounds, rows = min(len(pool.times) for pool in drawn.values()), len(drawn)
    each, together = 100 * (1 - (1 - CONFIDENCE) / rows), 100 * CONFIDENCE
    exactly = " and ".join(
        f"{100 * exact(rounds, number, rows):.1f} % at {number} rounds" for number in ROUNDS
    )
    about = (
        f"The slices of {rounds} rounds, of sweep {', '.join(sweeps)}, drawn anew {repetitions:,} "
        "times a line: rounds with replacement, and within each its groups. Their ratio is taken "
        "out and another is planted (1.00, 1.03, 1.10), then a disturbance is laid over them. Each "
        f"simulated sweep has all {rows} rows, estimates its own quiet walks, and is judged as the "
        f"driver judges: {rows} intervals, {together:.0f} % simultaneous, each with "
        f"{each:.1f} %. Coverage is the share of intervals of a quiet core that held the planted "
        "ratio; all rows hold in the share beside it, with its standard error. A claim is false "
        f"that the planted ratio does not bear out, by a margin of {100 * MARGIN:.0f} %; claims "
        "with neighbours are counted too, though the planted ratio is that of a quiet core. A "
        "neighbour makes the baseline's blocks take 1.5 times as long, the other's 1.7, and the "
        "walks 1.6.\n\n"
        "**What is drawn from few rounds lies closer together than rounds do.** Of "
        f"{rounds} rounds that are normal and independent, so that the intervals hold exactly, all "
        f"rows would be seen to hold in {exactly}. These are the shares to compare with, and not "
        f"{together:.0f} %."
    )
    of_nights = (
        f"Histories of {NIGHTS} nights in which nothing changes: each night is made of the same "
        f"slices, {ROUNDS_A_NIGHT} rounds a night, and judged with the nights before it, as "
        "`bench-driver nightly` does. Every alarm is a false one. Lines are contenders, each on "
        "each cell."
    )
    alarms = [
        [
            one.kind,
            str(one.histories),
            f"{one.alarms} of {one.nights:,}",
            f"{one.raised} of {one.lines:,}",
        ]
        for one in nights
    ]
    tables = [
        Table(HEAD, lines(results, wholes), len(HEAD)),
        Table(_NIGHTS_HEAD, alarms, len(_NIGHTS_HEAD)),
    ]
    first, second = (markdown.table(one.head, one.rows, text_columns=one.figures) for one in tables)
    cases = "\n".join(f"- {case.name}: {case.words}" for case in CASES)
    parts = [
        "# Coverage",
        "`python -m bench_lab coverage` wrote this page.",
        about,
        first,
        cases,
        "## Nights",
        of_nights,
        second,
    ]
    return "\n\n".join(parts) + "\n", tables
