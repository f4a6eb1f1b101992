"""Histories of nights in which nothing changed: how many nights can raise an alarm, and which are
told as false ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bench_driver.analysis.history.changes import Change
from bench_lab.coverage import Pool
from bench_lab.histories import NIGHTS, look


@pytest.fixture
def pools() -> dict[str, Pool]:
    dice = np.random.default_rng(3)
    times, walks = (
        np.log(base * np.exp(dice.normal(0, 0.01, (8, 8, 2, 8)))) for base in (3000, 42_000)
    )
    return {"a": Pool(times, walks)}


def none(series: Sequence[Sequence[float]]) -> list[list[Change]]:
    return [[] for _ in series]


def every(series: Sequence[Sequence[float]]) -> list[list[Change]]:
    return [[Change(1, values[0], 1.2 * values[0], 0.0)] for values in series]


def test_every_night_from_the_fourth_on_can_raise_an_alarm_and_all_of_them_are_false(
    pools: dict[str, Pool],
) -> None:
    silent, loud = (look(pools, "as measured", detect, histories=3) for detect in (none, every))
    assert (silent.alarms, silent.nights, silent.raised, silent.lines) == (
        0,
        3 * 2 * (NIGHTS - 3),
        0,
        3 * 2,
    )
    assert (loud.alarms, loud.raised) == (loud.nights, loud.lines)


def test_a_night_that_was_busy_throughout_is_held_to_such_nights_alone(
    pools: dict[str, Pool],
) -> None:
    seen: list[Sequence[float]] = []

    def looking(series: Sequence[Sequence[float]]) -> list[list[Change]]:
        seen.extend(series)
        return none(series)

    found = look(pools, "every third night busy throughout", looking, histories=2)
    assert {max(values) > 3200 for values in seen} == {False, True}
    assert all(max(values) < 1.1 * min(values) for values in seen)
    assert found.nights == len(seen) == 2 * 2 * (NIGHTS - NIGHTS // 3 - 3 + NIGHTS // 3 - 3)
