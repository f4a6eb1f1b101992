"""Ratios from groups: against SciPy's own t interval, and against simulated rounds whose parts are
known.
"""

from __future__ import annotations

import random
from math import exp, log, sqrt

import pytest
from scipy import stats

from bench_driver.stats.decision import decide
from bench_driver.stats.log_ratios import estimate, figure, rounds_needed, spreads

FIGURES = [0.10, 0.14, 0.12, 0.09, 0.13, 0.11]


def test_a_round_is_its_median_group_so_a_burst_in_a_few_groups_moves_nothing() -> None:
    quiet = [0.10, 0.11, 0.12, 0.13, 0.14]
    assert figure(quiet) == figure([*quiet[:-1], 9.0]) == 0.12


def test_the_interval_is_students_t_of_the_logarithms() -> None:
    low, high = stats.t.interval(
        0.95, len(FIGURES) - 1, loc=sum(FIGURES) / 6, scale=stats.sem(FIGURES)
    )
    made = estimate(FIGURES)
    assert (log(made.estimate), log(made.low), log(made.high)) == pytest.approx(
        (sum(FIGURES) / 6, low, high)
    )
    assert made.rounds == 6


def test_six_rows_at_once_have_wider_intervals_each_at_a_sixth_of_the_risk() -> None:
    low, high = stats.t.interval(
        1 - 0.05 / 6, len(FIGURES) - 1, loc=sum(FIGURES) / 6, scale=stats.sem(FIGURES)
    )
    made = estimate(FIGURES, rows=6)
    assert (log(made.low), log(made.high)) == pytest.approx((low, high))


def test_one_round_has_a_ratio_and_no_interval() -> None:
    made = estimate([0.1])
    assert made.estimate == pytest.approx(exp(0.1))
    assert not made.known


def test_the_rounds_needed_follow_from_the_pilots_variance_and_hold_the_target() -> None:
    t = stats.t.ppf(0.975, 5)
    assert rounds_needed(0.1, 6, 0.05) == -(-((t * 0.1 / log(1.05)) ** 2) // 1)
    assert rounds_needed(0.001, 6, 0.05) == 6, "the pilot is never thrown away"
    assert rounds_needed(0.1, 6, 0.05, rows=6) > rounds_needed(0.1, 6, 0.05)


def test_steins_second_stage_holds_its_width_in_19_of_20_made_up_sweeps() -> None:
    """The half-width that counts is the pilot's t times the pilot's deviation over the root of all
    rounds, which by construction is within the target.
    """
    draw = random.Random(5)
    held = 0
    for _ in range(400):
        pilot = [draw.gauss(0.2, 0.06) for _ in range(6)]
        deviation = stats.tstd(pilot)
        count = rounds_needed(deviation, 6, 0.05)
        every = pilot + [draw.gauss(0.2, 0.06) for _ in range(count - 6)]
        half = stats.t.ppf(0.975, 5) * deviation / sqrt(count)
        assert half <= log(1.05) or count == 6
        held += abs(sum(every) / count - 0.2) <= max(half, log(1.05))
    assert held / 400 >= 0.93


def test_the_variance_between_rounds_is_told_apart_into_groups_and_starts() -> None:
    draw = random.Random(3)
    rounds = [
        [start + draw.gauss(0, 0.04) for _ in range(8)]
        for start in (draw.gauss(0, 0.06) for _ in range(60))
    ]
    found = spreads(rounds)
    assert found is not None
    assert found.between_groups == pytest.approx(0.04, rel=0.15)
    assert found.between_starts == pytest.approx(0.06, rel=0.25)
    assert found.of_a_figure == pytest.approx(0.04 * sqrt(3.14 / 2 / 8), rel=0.25)


def test_starts_that_add_nothing_are_told_as_such() -> None:
    draw = random.Random(4)
    found = spreads([[draw.gauss(0, 0.05) for _ in range(8)] for _ in range(60)])
    assert found is not None
    assert found.between_starts < 0.02


def test_one_round_tells_no_variance() -> None:
    assert spreads([[0.1, 0.2]]) is None


@pytest.mark.parametrize(
    ("centre", "spread", "verdict"),
    [
        (0.30, 0.01, "slower"),
        (-0.30, 0.01, "faster"),
        (0.0, 0.005, "same"),
        (0.03, 0.01, "unresolved"),
        (0.04, 0.03, "unresolved"),
        (-0.04, 0.03, "unresolved"),
        (0.30, 0.60, "unresolved"),
    ],
)
def test_three_verdicts_by_the_margin(centre: float, spread: float, verdict: str) -> None:
    figures = [centre + spread * step for step in (-1, -0.5, 0, 0, 0.5, 1)]
    assert decide(estimate(figures), stats.tstd(figures)).verdict == verdict


def test_five_rounds_claim_nothing_however_clear_they_are() -> None:
    made = decide(estimate([0.5, 0.5, 0.51, 0.5, 0.5]), 0.005)
    assert made.verdict == "unresolved"
    assert made.rounds_wanted == 6


def test_an_unresolved_row_says_how_many_rounds_it_would_take() -> None:
    figures = [0.10 + 0.15 * step for step in (-1, -0.5, 0, 0, 0.5, 1)]
    made = decide(estimate(figures), stats.tstd(figures))
    assert made.rounds_wanted is not None
    assert made.rounds_wanted > 6
    on_the_edge = decide(estimate([log(1.03) + 0.15 * step for step in (-1, 0, 1, -1, 0, 1)]), 0.13)
    assert on_the_edge.rounds_wanted is None, (
        "no number of rounds resolves what lies on the margin itself"
    )


def test_a_row_of_six_takes_more_rounds_than_one_alone() -> None:
    figures = [0.10 + 0.15 * step for step in (-1, -0.5, 0, 0, 0.5, 1)]
    alone, of_six = (
        decide(estimate(figures, rows), stats.tstd(figures), rows=rows).rounds_wanted
        for rows in (1, 6)
    )
    assert alone and of_six and of_six > alone
