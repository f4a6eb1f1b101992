"""Charts: their axes have a number beside every mark, their marks have their values, and a runtime
has one colour everywhere.
"""

from __future__ import annotations

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.model.cell import Contender
from bench_driver.report import charts, palette
from bench_driver.report.ticks import beyond, ticks

ROWS = [
    {"line": name, "kind": "p-provider", "amount": amount, "ms": amount * factor}
    for name, factor in (("a-server", 2.0), ("b-server", 2.01))
    for amount in (10, 20)
]


def test_each_line_has_its_last_value_and_none_is_written_over_another() -> None:
    made = charts.lines(
        ROWS,
        x=("amount", "objects parsed"),
        y=("ms", "summed parse time, ms"),
        colours=palette.of_names(["a-server", "b-server"]),
        dashes=["p-provider"],
    )
    ends = [row for rows in made["datasets"].values() for row in rows if "shown" in row]
    assert [row["shown"] for row in ends] == ["40 a-server", "40.2 b-server"]
    assert (ends[1]["at"] - ends[0]["at"]) / (1.02 * 40.2) * charts.HEIGHT >= 12


def test_an_axis_that_reaches_past_3_has_numbers_there() -> None:
    end = beyond(3.4)
    assert end == 4
    assert ticks(1 / end, end, charts.WIDTH) == [0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3, 4]
    assert ticks(0.97, 1.1, charts.WIDTH) == [0.98, 1.0, 1.02, 1.04, 1.06, 1.08, 1.1]


@given(st.floats(1.001, 1e6), st.floats(0.001, 1.0))
def test_numbers_lie_on_their_axis_and_none_touches_the_next(reach: float, low: float) -> None:
    high = beyond(reach)
    assert high >= reach * (1 - 1e-6)
    numbers = ticks(low, high, charts.WIDTH)
    assert all(low * 0.999 <= number <= high * 1.001 for number in numbers)
    if len(numbers) > 2:
        gaps = [log(after / before) for before, after in pairwise(numbers)]
        assert min(gaps) / log(high / low) * charts.WIDTH >= 29


@pytest.mark.parametrize("turned", [False, True])
def test_a_consumer_has_one_colour_whoever_is_first(turned: bool) -> None:
    names = ["rust-server", "java-server"]
    colours = palette.of_consumers(names[::-1] if turned else names)
    assert colours == {"rust-server": palette.COLOURS[0], "java-server": palette.COLOURS[1]}
    assert palette.of_consumers(["java-server"])["java-server"] == palette.COLOURS[1]


def test_a_consumers_first_contender_has_its_colour_and_no_two_share_one() -> None:
    those = [Contender("java-server"), Contender("java-server", "gson"), Contender("rust-server")]
    colours = palette.of_contenders(those)
    assert list(colours) == ["java-server", "java-server gson", "rust-server"]
    assert (colours["java-server"], colours["rust-server"]) == palette.COLOURS[1::-1]
    assert len({*colours.values()}) == 3
