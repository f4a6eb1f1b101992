"""The comparison of tight loop and service: with numbers, and with files as the tools write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench_driver.errors import ResultsError
from bench_lab.limit import table, tools
from bench_lab.limit.table import Key, Service, Tight

KEY = Key("DummyObject", "JSON", "rust", "x")


def line(replay: float) -> table.Line:
    service = Service({"replay": [replay, replay + 9, replay - 9], "block": [2400.0], "http": [4000.0]}, 40, 1000.0)
    return table.lines({KEY: Tight(2000.0, 990.0), Key("Other", "JSON", "rust", "x"): Tight(1.0)}, {KEY: service})[0]


def test_a_line_holds_medians_and_ratios_of_what_both_know() -> None:
    found = line(2100)
    assert (found.medians_ns, found.ratios) == ((2100, 2400, 4000), (1.05, 1.2, 2.0))
    assert found.over == pytest.approx(2100 / 2040)
    assert table.cells(found)[-2:] == ["990", "1,000"]


def test_a_tight_loop_of_windows_gets_no_other_empty_window_added() -> None:
    service = Service({name: [2100.0] for name in table.CONDITIONS}, 40)
    assert table.lines({KEY: Tight(2000.0, windowed=True)}, {KEY: service})[0].over == 1.05


@pytest.mark.parametrize(("replay", "agrees"), [(2141, True), (2143, False), (1939, True), (1937, False)])
def test_replay_agrees_within_5_percent_of_the_loop_and_the_empty_window(replay: float, agrees: bool) -> None:
    assert line(replay).agrees is agrees
    assert table.cells(line(replay))[10].endswith("!") is not agrees


def test_criterions_medians_are_found_by_engine_and_object_type(tmp_path: Path) -> None:
    for folder in ("x/DummyObject/new", "x/report", "unknown/DummyObject/new"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "estimates.json").write_text(json.dumps({"median": {"point_estimate": 2222.5}}))
    assert tools.criterion(tmp_path, {"x": "JSON"}) == {KEY: Tight(2222.5, windowed=True)}


def test_jmhs_medians_go_over_all_forks_and_its_bytes_are_kept(tmp_path: Path) -> None:
    result = {
        "params": {"engine": "y", "objectType": "DummyObject"},
        "primaryMetric": {"rawData": [[10.0, 30.0], [20.0]]},
        "secondaryMetrics": {"gc.alloc.rate.norm": {"score": 3232.0}},
    }
    (tmp_path / "jmh.json").write_text(json.dumps([result]))
    assert tools.jmh(tmp_path / "jmh.json", {"y": "XML"}) == {Key("DummyObject", "XML", "java", "y"): Tight(20.0, 3232.0)}


def test_a_result_that_cannot_be_read_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="make bench"):
        tools.jmh(tmp_path / "none.json", {})
