"""Where libraries change places from object type to object type, and what tells the types apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.orders import changes
from bench_driver.model.cell import Turn
from bench_driver.model.shape import shape
from bench_driver.report.document import Charts, Table, Text
from bench_driver.report.documents import document, summary
from bench_driver.report.markdown import markdown
from bench_driver.report.pictures import svg
from bench_driver.report.sections.orders import orders
from bench_driver.store.opening import open_store

from .grouped import FOUR, four, sweep_of
from .sections import shown
from .stores import CELLS

_, SIMD, JAVA, FAST = FOUR
TYPES = ("DummyObject", "NumericObject", "Order", "Polygon")
OVER = [replace(CELLS[0], object_type=name, format="JSON") for name in TYPES]
#: Of numbers there are most in the types on which Java's default leads; of text it is not so.
SHAPES = {
    "DummyObject": {"bytes": 1014, "text": 0.6, "numbers": 0.05},
    "NumericObject": {"bytes": 776, "text": 0.1, "numbers": 0.5},
    "Order": {"bytes": 900, "text": 0.3, "numbers": 0.2},
    "Polygon": {"bytes": 800, "text": 0.2, "numbers": 0.7},
}


def time(turn: Turn) -> float:
    """Java's default leads on two of four types; on Order nothing is decided between its two."""
    usual = four(turn)
    if turn.contender == JAVA:
        leads = {"NumericObject": 1000, "Polygon": 1500, "Order": 2010, "DummyObject": 3000}
        return usual / 3000 * leads[turn.cell.object_type]
    return usual


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Facts]:
    with open_store(str(tmp_path_factory.mktemp("orders") / "a.sqlite")) as store:
        yield gather(store, sweep_of(store, 6, time, over=OVER, pair=FOUR, shapes=SHAPES))


def test_a_change_has_verdicts_on_both_sides_and_none_from_what_is_unresolved(facts: Facts) -> None:
    (change,) = changes(facts)  # Rust's two keep their order on every type
    assert (change.first, change.second) == (JAVA, FAST)
    assert change.led(True) == ["NumericObject", "Polygon"]
    assert change.led(False) == ["DummyObject"], "on Order nothing is decided"


def test_what_tells_the_types_apart_is_told_with_both_ranges(facts: Facts) -> None:
    section = shown(orders(facts))
    (said, charts, _, table) = section.blocks
    assert isinstance(said, Text) and said.text.startswith("Over 4 object types 1 pair of ")
    assert isinstance(table, Table) and isinstance(charts, Charts)
    (line,) = table.rows
    assert (line[:2], line[3], line[4], line[5]) == (
        ["JSON", "java-server"], "NumericObject, Polygon", "fastjson2", "DummyObject",
    )  # fmt: skip
    assert line[6] == (
        "JSON bytes 776 to 800 / 1,014; share of text 10 % to 20 % / 60 %; "
        "share of numbers 50 % to 70 % / 5 %"
    )
    (chart,) = charts.charts
    drawing = svg(chart, "made up")
    assert all(name in drawing for name in ("NumericObject, 776", "DummyObject, 1,014"))
    assert "Across object types" in markdown(summary(document(facts)))


def test_without_shapes_orders_are_told_and_nothing_of_the_types(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 6, time, over=OVER, pair=FOUR))
        (table,) = [one for one in shown(orders(found)).blocks if isinstance(one, Table)]
        assert table.rows[0][-1] == "nothing"
        two = gather(store, sweep_of(store, 6, time, over=OVER[:2], pair=FOUR, name="two"))
        assert orders(two) is None, "two types differ in everything"
        kept = gather(store, sweep_of(store, 6, four, over=OVER, pair=FOUR, name="kept"))
        (none,) = shown(orders(kept)).blocks
        assert isinstance(none, Text) and none.text.startswith("No two libraries")


def test_a_shape_is_of_the_canonical_bytes() -> None:
    body = '{"a":"\u00e9t","b":[1,-2.5,true],"c":{"d":null}}'
    size = len(body.encode())
    assert shape(body) == {
        "bytes": size, "text": round(5 / size, 4), "numbers": round(5 / size, 4), "fields": 5,
        "depth": 2,
    }  # fmt: skip
