"""Comparisons, with numbers: what stands beside what, what is claimed, and what two sweeps say of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import isnan
from typing import Any

import pytest

from bench_driver.analysis.compare import along, compare, differences, sweeps, wider
from bench_driver.analysis.figures import Bands, ByRound, Pair, by_round, pairs
from bench_driver.errors import UsageError
from bench_driver.model.records import Measurement
from bench_driver.model.scenario import Scenario, find_scenario
from bench_driver.stats.interval import Interval, median_interval
from bench_driver.stats.verdict import CLAIM_ROUNDS, Band

KNOWN = [Scenario(*names) for names in product(("rust-server", "java-server"), ("rust-provider", "java-provider"), ("DummyObject",), ("JSON", "XML"))]
WIGGLE = (1.0, 1.01, 0.99, 1.004, 0.996, 1.002)


def bands(rust: float, java: float) -> Bands:
    """A pair of each consumer that differs by that factor."""
    return Bands([Pair((scenario,), Interval(factor, 1 / factor, factor, 6)) for scenario, factor in ((KNOWN[0], rust), (KNOWN[4], java))])


NARROW = bands(1.03, 1.03)


def rounds(centre: float, *, shift: int = 0, count: int = 6) -> ByRound:
    return {number: [centre * WIGGLE[(number + shift) % 6]] for number in range(1, count + 1)}


def figures(**by_consumer: float) -> dict[Scenario, ByRound]:
    return {scenario: rounds(by_consumer[scenario.consumer.partition("-")[0]] * (4 if scenario.format == "XML" else 1)) for scenario in KNOWN}


def measured(scenario: Scenario, number: int, amount: int, p50: float, arm: str | None = None) -> Measurement:
    return Measurement("s", "steady", arm, scenario, number, 1, 20, amount, 1, 1.0, 1, int(p50), 1, 1, 1, 1, False, None)


def test_consumers_are_compared_on_the_same_objects_in_the_plans_order() -> None:
    table = along("contender", figures(rust=2000.0, java=3000.0), NARROW, KNOWN)
    assert len(table) == 4
    assert {row.baseline.consumer for row in table} == {"rust-server"}
    assert all((row.baseline.provider, row.baseline.format) == (row.other.provider, row.other.format) for row in table)
    assert [row.verdict for row in table] == ["slower"] * 4
    assert table[0].ratio is not None
    assert table[0].ratio.estimate == pytest.approx(1.5)
    assert {row.baseline.consumer for row in along("contender", figures(rust=2.0, java=3.0), NARROW)} == {"java-server"}, "by name without an order"


def test_formats_are_compared_for_each_consumer() -> None:
    table = along("format", figures(rust=2000.0, java=3000.0), NARROW, KNOWN)
    assert [(row.baseline.format, row.other.format) for row in table] == [("JSON", "XML")] * 4
    assert {round(row.ratio.estimate, 6) for row in table if row.ratio} == {4.0}


def test_engines_are_compared_within_a_consumer_and_never_across() -> None:
    default = KNOWN[0]
    other = Scenario(default.consumer, default.provider, default.object_type, default.format, "quick")
    found = {default: rounds(1000.0), other: rounds(700.0), KNOWN[4]: rounds(9.0)}
    table = along("engine", found, NARROW, KNOWN)
    assert [(row.baseline.engine, row.other.engine, row.verdict) for row in table] == [(None, "quick", "faster")]
    assert [str(row.other) for row in along("contender", found, NARROW, KNOWN)] == [str(KNOWN[4]), str(other)], "each beside the first"


def test_what_lies_within_the_band_is_not_called_different() -> None:
    found = figures(rust=2000.0, java=2100.0)
    assert {row.verdict for row in along("contender", found, bands(1.01, 1.01), KNOWN)} == {"slower"}
    assert {row.verdict for row in along("contender", found, bands(1.01, 1.10), KNOWN)} == {"unresolved"}
    assert {row.verdict for row in along("contender", found, Bands([]), KNOWN)} == {"no A/A pair"}


def test_a_consumers_noise_does_not_blur_another() -> None:
    noisy = bands(1.01, 2.0)
    said = {
        row.baseline.consumer: row.verdict
        for row in along("format", figures(rust=2000.0, java=2000.0), noisy, KNOWN)
        if row.baseline.provider == "rust-provider"
    }
    assert said == {"rust-server": "slower", "java-server": "slower"}, "four times is outside of both"
    found = {**figures(rust=2000.0, java=2000.0), KNOWN[1]: rounds(2200.0), KNOWN[5]: rounds(2200.0)}
    said = {row.baseline.consumer: row.verdict for row in along("format", found, noisy, KNOWN) if row.baseline.provider == "rust-provider"}
    assert said == {"rust-server": "slower", "java-server": "unresolved"}
    assert Bands(noisy.pairs[:1]).of(KNOWN[4]) == Band(1.01, 1), "a consumer without a pair takes what there is"


def test_a_scenario_that_was_not_measured_is_said_to_be_so() -> None:
    row = compare(KNOWN[0], KNOWN[1], {KNOWN[0]: rounds(1.0)}, NARROW)
    assert (row.verdict, row.other_ns) == ("not measured", None)
    assert isnan(row.mann_whitney_p)


def test_p_values_are_corrected_for_the_tables_length() -> None:
    table = along("contender", figures(rust=2000.0, java=3000.0), NARROW, KNOWN)
    # Six against six without overlap: 2 / C(12, 6), four times in the table.
    assert table[0].mann_whitney_p == pytest.approx(4 * 2 / 924)
    assert table[0].superiority == 1.0


def test_two_sweeps_are_not_paired() -> None:
    before, after = figures(rust=2000.0, java=3000.0), {KNOWN[0]: rounds(2400.0, shift=2)}
    (row,) = sweeps(before, after, (NARROW, NARROW))
    assert (row.baseline, row.other, row.verdict) == (KNOWN[0], KNOWN[0], "slower")
    assert row.ratio is not None
    assert row.ratio.low < 1.2 < row.ratio.high


def test_the_band_of_two_sweeps_is_the_wider_and_needs_both() -> None:
    assert wider(Band(1.02, 1), Band(1.05, 2)) == Band(1.05, 2)
    assert wider(Band(1.02, 1), None) is None


def sweep() -> Iterator[Measurement]:
    for number in (1, 2, 3):
        for amount in (10, 20):
            yield measured(KNOWN[0], number, amount, amount * 100 + number, "A")
            yield measured(KNOWN[0], number, amount, (amount * 100 + number) * 1.02, "B")
            yield measured(KNOWN[1], number, amount, 500)


def test_figures_are_those_at_the_largest_amount() -> None:
    found = by_round(sweep())
    assert found[KNOWN[0]] == {1: [2001.0], 2: [2002.0], 3: [2003.0]}
    assert by_round(reversed(list(sweep())))[KNOWN[0]][3] == [2003.0], "in whatever order they come"


def test_pairs_make_the_band() -> None:
    (pair,) = pairs(list(sweep()))
    assert (pair.scenarios, str(pair)) == ((KNOWN[0],), str(KNOWN[0]))
    assert pair.ratio.estimate == pytest.approx(1.02, abs=0.001)
    made = Bands([pair]).widest
    assert made is not None
    assert made.factor == pytest.approx(1.02, abs=0.002)


def twice(scenario: Scenario, number: int, ratio: float) -> list[Measurement]:
    """A scenario's pair in a round, and a run of another that has none."""
    return [measured(scenario, number, 20, 1000, "A"), measured(scenario, number, 20, 1000 * ratio, "B"), measured(KNOWN[7], number, 20, 777)]


def test_scenarios_that_take_turns_as_a_pair_are_one() -> None:
    ratios = (1.01, 0.98, 1.03, 1.0, 1.02, 0.99)
    turns = [item for number, ratio in enumerate(ratios, 1) for item in twice(KNOWN[number % 4], number, ratio)]
    (pair,) = pairs(turns)
    assert set(pair.scenarios) == set(KNOWN[:4])
    assert pair.ratio.rounds == 6
    assert pair.ratio.estimate == pytest.approx(1.005)
    students = median_interval([[ratio] for ratio in ratios])
    assert (pair.ratio.low, pair.ratio.high) == pytest.approx((students.low, students.high), rel=0.005)
    assert str(pair) == "rust-server, JSON, XML: 4 scenarios in turn"


def test_pairs_of_formats_that_share_a_round_are_apart() -> None:
    turns = [item for number in range(1, 5) for place in (number % 2 * 2, number % 2 * 2 + 1) for item in twice(KNOWN[place], number, 1 + place / 100)]
    found = pairs(turns)
    assert [(str(pair), pair.ratio.rounds) for pair in found] == [("rust-server, JSON: 2 scenarios in turn", 4), ("rust-server, XML: 2 scenarios in turn", 4)]


def test_pairs_of_old_sweeps_stay_each_its_own() -> None:
    turns = [item for number in range(1, 4) for place in (0, 1, 2) for item in twice(KNOWN[place], number, 1 + place / 100)]
    found = pairs(turns)
    assert {pair.scenarios for pair in found} == {(KNOWN[place],) for place in (0, 1, 2)}
    assert sorted(pair.ratio.estimate for pair in found) == pytest.approx([1.0, 1.01, 1.02])
    assert {pair.ratio.rounds for pair in found} == {3}


def test_a_pair_of_which_one_run_failed_gives_no_ratio() -> None:
    assert pairs([measured(KNOWN[0], 1, 20, 1000, "A"), measured(KNOWN[0], 2, 20, 1000, "B"), measured(KNOWN[0], 3, 20, 1000)]) == []
    shorter = [*twice(KNOWN[0], 1, 1.5), measured(KNOWN[0], 1, 10, 500, "A"), measured(KNOWN[0], 1, 10, 500, "B")]
    assert pairs(shorter)[0].ratio.estimate == 1.5, "at the largest amount that both have"


@pytest.mark.parametrize("count", [2, 5, 6])
def test_fewer_than_six_rounds_claim_nothing(count: int) -> None:
    found = {scenario: rounds(2000.0 if scenario.consumer == "rust-server" else 9000.0, count=count) for scenario in KNOWN}
    expected = "slower" if count >= CLAIM_ROUNDS else "too few rounds"
    assert {row.verdict for row in along("contender", found, NARROW, KNOWN)} == {expected}
    (row,) = sweeps({KNOWN[0]: rounds(2000.0)}, {KNOWN[0]: rounds(9000.0, count=count)}, (NARROW, NARROW))
    assert row.verdict == expected, "of two sweeps each needs as many"


@pytest.mark.parametrize(
    "text", ["rust/java/DummyObject/JSON", "rust-server/java-provider/dummyobject/json", "rust-server_from_java-provider_DummyObject_JSON"]
)
def test_a_scenario_is_found_by_its_names(text: str) -> None:
    assert find_scenario(text, KNOWN) == KNOWN[2]


@pytest.mark.parametrize("text", ["rust/java/DummyObject", "go/java/DummyObject/JSON", ""])
def test_a_scenario_that_is_not_there_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        find_scenario(text, KNOWN)
    assert KNOWN[0].slug in refused.value.why


def test_what_two_sweeps_say_differently() -> None:
    before: dict[str, Any] = {"commit": "a", "servers": {"r": {"url": "x", "runtime_version": "1.95", "engines": [{"name": "e", "version": "1"}]}}, "seed": 1}
    before |= {"stopping": {"seconds": {"1": 150.1}}, "machine": {"load_average": [1.5]}, "cells": [{"amount": 4096}]}
    after: dict[str, Any] = {
        "commit": "b",
        "servers": {"r": {"url": "y", "runtime_version": "1.95", "engines": [{"name": "e", "version": "2"}]}},
        "new": 3,
        "machine": {"load_average": [9.9]},
    }
    assert differences({"commit": "a1" * 20}, {"commit": "b2" * 20 + "-dirty"}) == ["commit: a1a1a1a1a1a1 -> b2b2b2b2b2b2-dirty"]
    assert differences(before, after) == ["commit: a -> b", "new: nothing -> 3", "servers.r.engines: e 1 -> e 2"]
