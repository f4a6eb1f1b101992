"""What the estimate claims of made-up sweeps: its interval holds the truth, and its verdicts are seldom wrong, whatever disturbs the slices."""

from __future__ import annotations

import numpy as np
import pytest

from bench_driver.stats.pairs import Measured
from bench_lab.coverage import ANEW, CASES, RATIOS, Case, Pool, anew, centred, look

from .neighbours import JAVA, RUST
from .neighbours import rounds as with_a_neighbour


def pool(between_starts: float, between_slices: float) -> Pool:
    """Twenty rounds of eight groups; heavy tails, as slices on a shared machine have."""
    dice = np.random.default_rng(11)
    made = dice.standard_t(3, (20, 8, 2)) * between_slices
    made[..., 1] += dice.normal(0.4, between_starts, (20, 1))
    return made


#: Bursts that fall on one contender alone move its median a little, always the same way, which no number of rounds shows.
FLOOR = {"bursts": 0.85}
POOLS = {"quiet": pool(0.01, 0.02), "wide": pool(0.03, 0.06)}


def test_a_centred_pool_has_no_ratio_of_its_own() -> None:
    made = centred(POOLS["wide"])
    assert np.median(made[..., 1] - made[..., 0], axis=1).mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", POOLS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("rounds", [6, 10])
def test_intervals_hold_the_truth_and_verdicts_are_seldom_false(name: str, case: Case, rounds: int) -> None:
    found = [look(name, POOLS[name], case, ratio, rounds=rounds, repetitions=1500) for ratio in RATIOS]
    assert min(one.coverage for one in found) >= FLOOR.get(case.name, 0.92)
    assert max(one.false_claims for one in found) <= 0.05


def test_five_rounds_claim_nothing() -> None:
    found = look("quiet", POOLS["quiet"], CASES[0], 1.10, rounds=5, repetitions=300)
    assert (found.faster, found.slower, found.same) == (0, 0, 0)


def test_a_burst_in_the_mean_would_have_been_a_false_claim_and_is_none_in_the_median() -> None:
    bursts = next(case for case in CASES if case.name == "bursts")
    found = look("quiet", POOLS["quiet"], bursts, 1.00, rounds=10, repetitions=1500)
    assert found.false_claims <= 0.02
    assert found.faster == 0


def test_sweeps_that_are_adjusted_anew_hold_the_ratio_that_the_whole_sweep_has() -> None:
    found = anew("busy", Measured(with_a_neighbour(7, count=12)), RUST, JAVA, rounds=6, repetitions=60)
    assert [(one.case, one.ratio, one.rounds) for one in found] == [(ANEW[0], ratio, 6) for ratio in RATIOS]
    assert len({one.held for one in found}) == 1, "a planted ratio shifts every figure alike"
    assert found[0].coverage > 0.85
    assert max(one.false_claims for one in found) < 0.1
