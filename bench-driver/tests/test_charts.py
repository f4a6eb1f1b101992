"""Charts: the figures in the spec are those of the points, labels stay apart, and both files are real."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.analysis.points import Point
from bench_driver.model.scenario import Scenario
from bench_driver.report import drawing, sweep_chart

_SCENARIO = Scenario("a-server", "p-provider", "One", "JSON")
BASE = Point(_SCENARIO, 1, 1, 10, 1000, 5, 1.0, 1, 1, 1, 1, 1, 30, 20, 100.0, 1, None, None, None, None, "e", "e", "1", None, None)


def point(consumer: str, number: int, amount: int, micro_s: int) -> Point:
    scenario = replace(BASE.scenario, consumer=consumer)
    return replace(BASE, scenario=scenario, round=number, amount=amount, parsing_time_micro_s=micro_s)


POINTS = [
    point(name, number, amount, amount * number * factor) for name, factor in (("a-server", 1), ("b-server", 3)) for number in (1, 2, 4) for amount in (10, 20)
]


def series() -> list[dict[str, Any]]:
    curves = sweep_chart.Curves()
    for item in POINTS:
        curves.see(item)
    assert curves.rounds == 3
    return curves.rows()


def spec() -> dict[str, Any]:
    return sweep_chart.spec(
        series(), object_type="One", format_name="JSON", subtitle=["one", "two"], consumers=["a-server", "b-server"], providers=["p-provider"]
    )


def test_a_series_is_the_median_and_the_range_over_rounds() -> None:
    found = {(row["consumer"], row["amount"]): (row["ms"], row["low"], row["high"]) for row in series()}
    assert found["a-server", 10] == (0.02, 0.01, 0.04)
    assert found["b-server", 20] == (0.12, 0.06, 0.24)


def test_the_spec_holds_its_data_and_says_what_it_shows() -> None:
    made = spec()
    assert "One as JSON" in made["title"]["text"]
    assert made["title"]["subtitle"] == ["one", "two"]
    assert len(made["layer"]) == 4
    assert made["layer"][0]["data"] == made["layer"][1]["data"] or made["layer"][0]["data"]["name"] == made["layer"][1]["data"]["name"]
    assert spec() == made, "the same points give the same spec"


def test_png_and_svg_are_what_they_say() -> None:
    made = spec()
    assert drawing.png(made).startswith(b"\x89PNG\r\n")
    text = drawing.svg(made)
    assert text.startswith("<svg")
    for word in ("a-server from p-provider", "b-server from p-provider", "summed parse time (ms)", "amount"):
        assert word in text


@pytest.mark.parametrize("ends", [{"a": 99.0, "b": 98.0, "c": 97.0}, {"a": 0.0, "b": 0.0, "c": 0.0}, {"a": 10.0, "b": 50.0}])
def test_labels_of_lines_that_end_together_stand_apart(ends: dict[str, float]) -> None:
    check(ends, 100.0)


@given(st.dictionaries(st.text(max_size=3), st.floats(0, 100), min_size=1, max_size=6))
def test_labels_never_cover_each_other_nor_leave_the_chart(ends: dict[str, float]) -> None:
    check(ends, 100.0)


def check(ends: dict[str, float], top: float) -> None:
    places = sweep_chart.label_places(ends, top)
    assert places.keys() == ends.keys()
    stands = sorted(places.values())
    assert all(second - first >= 0.061 * top for first, second in pairwise(stands))
    assert stands[0] >= 0
    assert stands[-1] <= top
    below = sorted(ends, key=lambda name: ends[name])
    assert sorted(places, key=lambda name: places[name]) == below, "labels keep the order of their lines"


def test_a_label_with_room_stands_at_its_lines_end() -> None:
    assert sweep_chart.label_places({"a": 10.0, "b": 50.0}, 100.0) == {"a": 10.0, "b": 50.0}
