"""`python -m bench_lab watched`: which groups were watched, and what that did to them; of a
simulated sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from pathlib import Path

import pytest

from bench_driver.store.opening import open_store
from bench_lab.watched import Spent, Turn, counted, figures, sections, spent, watched

from .grouped import sweep_of, times

ROUNDS = 8


@pytest.fixture(scope="module")
def groups(tmp_path_factory: pytest.TempPathFactory) -> list[Spent]:
    """Those of a sweep, an hour apart."""
    with open_store(str(tmp_path_factory.mktemp("watched") / "a.sqlite")) as store:
        made = list(spent(store, sweep_of(store, ROUNDS, times(1)).id))
    return [
        replace(group, begun=3600.0 * place, ended=3600.0 * place + 1)
        for place, group in enumerate(made)
    ]


def in_turns(groups: Sequence[Spent]) -> list[Turn]:
    """Every second group is watched."""
    return [
        Turn(place % 2 == 0, group.begun - 1, group.ended + 1) for place, group in enumerate(groups)
    ]


def slowed(groups: Sequence[Spent], by: float, who: str) -> list[Spent]:
    """Every second group, one contender's slices take longer by a factor."""

    def times_of(group: Spent) -> Spent:
        return replace(
            group,
            slices=[
                replace(one, p50_ns=one.p50_ns * (by if one.contender.consumer == who else 1))
                for one in group.slices
            ],
        )

    return [times_of(group) if place % 2 == 0 else group for place, group in enumerate(groups)]


@pytest.mark.parametrize(
    ("begun", "ended", "found"),
    [
        (0, 1, True),
        (0, 10, True),
        (9, 11, None),
        (10, 12, None),
        (12, 13, False),
        (19, 22, None),
        (30, 31, None),
    ],
)
def test_a_group_counts_where_the_view_was_the_same_all_the_time(
    begun: float, ended: float, found: bool | None
) -> None:
    turns = [Turn(True, 0, 10), Turn(False, 12, 20)]
    assert watched(Spent([], begun, ended), turns) is found


def test_groups_know_when_they_were_made(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        made = list(spent(store, sweep_of(store, 1, times(1)).id))
    assert made and all(
        1.6e9 < one.begun <= one.ended < 2.6e9 and len(one.slices) > 1 for one in made
    )


def test_what_watching_does_to_one_contender_is_found_in_its_time_and_in_the_ratio(
    groups: list[Spent],
) -> None:
    found = figures(slowed(groups, 1.2, "java-server"), in_turns(groups))
    assert {name: len(rounds) for name, rounds in found.items()} == dict.fromkeys(found, ROUNDS)
    middle = {name: exp(sum(rounds) / len(rounds)) for name, rounds in found.items()}
    assert middle["java-server"] == pytest.approx(1.2, rel=0.03) and middle[
        "rust-server"
    ] == pytest.approx(1, rel=0.03)
    ratio = next(name for name in middle if " / " in name)
    assert abs(log(middle[ratio])) == pytest.approx(log(1.2), rel=0.1)


def test_the_page_says_so_and_how_many_groups_it_is_of(groups: list[Spent]) -> None:
    for factor, verdict in ((1.0, "the same within 3 %"), (1.2, "different by 3 % or more")):
        turns = in_turns(groups)
        made = slowed(groups, factor, "java-server")
        (section,) = sections(figures(made, turns), counted(made, turns))
        lead, table, note = section.blocks
        rows = {row[0]: row[2] for row in table.rows}  # type: ignore[union-attr]
        assert rows["java-server"] == verdict and rows["rust-server"] == "the same within 3 %"
        assert f"{len(groups) // 2:,} groups were watched" in note.text and lead.lead  # type: ignore[union-attr]


def test_a_group_of_many_contenders_has_no_ratio(groups: list[Spent]) -> None:
    third = [
        replace(
            group,
            slices=[
                *group.slices,
                replace(group.slices[0], contender=replace(group.slices[0].contender, engine="x")),
            ],
        )
        for group in groups
    ]
    assert not any(" / " in name for name in figures(third, in_turns(groups)))
