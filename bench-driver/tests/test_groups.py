"""The groups of a round: balanced, in one random sequence; and how large a slice is."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Contender
from bench_driver.plan.groups import Group, SliceSize, fewer, round_of, slice_size

CELLS = [
    Cell(object_type=object_type, format=format_name, condition="block")
    for object_type in ("A", "B")
    for format_name in ("JSON", "XML")
]
PAIR = [Contender("rust-server"), Contender("java-server")]


def made(seed: int = 1, contenders: list[Contender] | None = None, groups: int = 8) -> list[Group]:
    return round_of(
        {cell: contenders or PAIR for cell in CELLS},
        ["rust-provider", "java-provider"],
        random.Random(seed),
        dict.fromkeys(CELLS, groups),
    )


@pytest.mark.parametrize("seed", range(20))
def test_each_provider_comes_with_each_order_equally_often_in_every_cell(seed: int) -> None:
    counted = Counter((group.cell, group.provider, group.order) for group in made(seed))
    assert len(counted) == len(CELLS) * 2 * 2
    assert set(counted.values()) == {2}


def test_each_of_three_contenders_stands_at_each_place_equally_often() -> None:
    three = [*PAIR, Contender("rust-server", "sonic")]
    groups = made(contenders=three, groups=12)
    places = Counter(
        (group.cell, place, contender)
        for group in groups
        for place, contender in enumerate(group.order)
    )
    assert len(places) == len(CELLS) * 3 * 3
    assert set(places.values()) == {4}


def test_the_cells_run_in_one_random_sequence_and_not_one_after_the_other() -> None:
    sequences = [tuple(group.cell for group in made(seed)) for seed in (1, 2)]
    assert sequences[0] != sequences[1]
    changes = sum(
        first != second for first, second in zip(sequences[0], sequences[0][1:], strict=False)
    )
    assert changes > 2 * len(CELLS)


def test_the_groups_of_a_cell_are_counted_in_the_order_they_are_made() -> None:
    for cell in CELLS:
        assert [group.number for group in made() if group.cell == cell] == list(range(1, 9))


def test_the_same_seed_draws_the_same_round() -> None:
    assert made(7) == made(7)


@pytest.mark.parametrize("groups", [0, 2, 6, 9])
def test_groups_that_cannot_be_balanced_are_refused(groups: int) -> None:
    with pytest.raises(UsageError, match="balanced"):
        made(groups=groups)


def test_a_slice_is_a_multiple_of_the_variants_whose_windows_last_long_enough() -> None:
    size = slice_size(window_ns=2_500, whole_ns=30_000, variants=1024)
    assert size.amount == 12 * 1024
    assert size.gave_way == ""


def test_where_both_bounds_cannot_be_had_the_slice_stays_short_and_says_so() -> None:
    size = slice_size(window_ns=2_500, whole_ns=100_000, variants=1024)
    assert size.amount * 100_000 <= 0.5e9
    assert size == slice_size(2_500, 100_000, 1024)
    assert (size.amount, size.gave_way) == (4 * 1024, "windows")


@pytest.mark.parametrize(("whole_ns", "amount"), [(60_000, 4096), (100_000, 4096), (200_000, 2048)])
def test_a_slice_of_long_windows_has_eight_blocks_where_half_a_second_holds_them(
    whole_ns: float, amount: int
) -> None:
    assert slice_size(window_ns=25_000, whole_ns=whole_ns, variants=1024) == SliceSize(amount)


def test_a_slice_holds_every_variant_once_at_least() -> None:
    assert slice_size(window_ns=2_500, whole_ns=5_000_000, variants=1024).amount == 1024


@pytest.mark.parametrize(
    ("contenders", "groups", "left"), [(2, 8, 4), (2, 4, 4), (2, 20, 8), (4, 8, 8), (4, 16, 8)]
)
def test_conditions_beside_the_first_have_half_the_groups_and_are_still_balanced(
    contenders: int, groups: int, left: int
) -> None:
    assert fewer(contenders, 2, groups) == left
