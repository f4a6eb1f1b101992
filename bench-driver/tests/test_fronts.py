"""Which format for which object: whom nobody beats, and who wins at which bandwidth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.fronts import BANDWIDTHS, Front, fronts
from bench_driver.analysis.gather import gather
from bench_driver.model.cell import Turn
from bench_driver.model.records import Attempt
from bench_driver.report.document import Charts, Items, Table
from bench_driver.report.documents import document, summary
from bench_driver.report.markdown import markdown
from bench_driver.report.pictures import svg
from bench_driver.report.sections.fronts import choice
from bench_driver.store.opening import open_store

from .grouped import answered, sweep_of
from .sections import shown
from .stores import CELLS, PlannedSlice

#: By format: the bytes of a body, and what rust-server takes to parse it, ns.
FORMATS = {"JSON": (1000, 1000), "BSON": (1080, 1500), "XML": (1300, 4000), "Protobuf": (750, 1400)}
OVER = [replace(CELLS[0], object_type="DummyObject", format=name) for name in FORMATS]


def time(turn: Turn) -> float:
    dice = random.Random(f"{turn.round} {turn.group} {turn.place} {turn.cell} {turn.contender}")
    twice = 2 if turn.contender.consumer == "java-server" else 1
    return twice * FORMATS[turn.cell.format][1] * exp(dice.gauss(0, 0.01))


def made(item: PlannedSlice, p50_ns: float) -> Attempt:
    """A slice of bodies of its format's size, each guarded in 100 ns."""
    plain = replace(item, request={**item.request, "object_format": "JSON"})
    one, amount = answered(plain, p50_ns), item.turn.amount
    sized = {"bytes": amount * FORMATS[item.turn.cell.format][0]}
    payload = {**(one.answer or {})["payload"], **sized}
    return replace(one, answer={**(one.answer or {}), "payload": payload, "guard_ns": 100 * amount})


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Facts]:
    with open_store(str(tmp_path_factory.mktemp("fronts") / "a.sqlite")) as store:
        yield gather(store, sweep_of(store, 6, time, over=OVER, made=made))


def winners(of: Front) -> list[list[str]]:
    return [[one.format for one in of.winners(bits_s)] for bits_s in BANDWIDTHS.values()]


def test_a_format_is_beaten_by_one_that_is_faster_by_a_verdict_and_no_larger(facts: Facts) -> None:
    rust, java = fronts(facts)
    assert (rust.consumer, java.consumer, rust.rows) == ("rust-server", "java-server", 12)
    assert [one.format for one in rust.unbeaten] == ["JSON", "Protobuf"]
    assert {name: one.format for name, one in rust.beaten.items()} == {
        "BSON": "JSON",
        "XML": "JSON",
    }
    assert rust.points[0].delivered_ns() == pytest.approx(1100, rel=0.01), "its guard is in it"
    assert rust.points[0].delivered_ns(1e9) == pytest.approx(9100, rel=0.01), "and its transfer"


def test_the_slower_the_link_the_more_bytes_count(facts: Facts) -> None:
    rust, _ = fronts(facts)
    assert winners(rust) == [["JSON"], ["JSON"], ["Protobuf"], ["Protobuf"], ["Protobuf"]]


def test_without_verdicts_nobody_is_beaten_and_nobody_wins(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        few, _ = fronts(gather(store, sweep_of(store, 3, time, over=OVER, made=made)))
        assert [one.format for one in few.unbeaten] == ["Protobuf"], "nothing is smaller"
        assert ({*few.beaten}, len(few.unresolved)) == (set(), 3)
        assert {len(names) for names in winners(few)} == {4}
        two = sweep_of(store, 6, time, over=OVER[:2], made=made, name="two")
        assert choice(gather(store, two)) is None, "two formats are told by a ratio"


def test_the_report_says_whom_nobody_beats_by_how_much_and_what_they_give_up(facts: Facts) -> None:
    said, charts, _, _, bandwidths, points, given_up = shown(choice(facts)).blocks
    assert isinstance(said, Items) and isinstance(charts, Charts)
    assert said.items[0].startswith("DummyObject, rust-server: nobody beats JSON (1,000 bytes, 1,")
    assert "Protobuf takes 1.36 (1.3" in said.items[0] and "0.75 times its bytes" in said.items[0]
    assert isinstance(bandwidths, Table) and isinstance(points, Table)
    assert bandwidths.rows[0][2].startswith("JSON, 1,")
    assert [row[4] for row in points.rows[:4]] == ["nobody", "nobody", "JSON", "JSON"]
    assert isinstance(given_up, Table)
    assert [row[:2] for row in given_up.rows] == [["JSON", "-"], ["Protobuf", "binary"]]
    assert all(name in svg(charts.charts[0], "made up") for name in FORMATS)
    assert "Which format for which object" in markdown(summary(document(facts)))
