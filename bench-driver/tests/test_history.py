"""Histories: what Otava finds in planted ones, what is news, and which nights belong together."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.analysis.history.alarms import (
    ASKED,
    History,
    alarms,
    looks,
    news,
    unheard,
)
from bench_driver.analysis.history.alike import comparable, what_changed
from bench_driver.analysis.history.changes import Change, detect, python_with_otava
from bench_driver.errors import BenchError, SetupError
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.reading import Line
from bench_driver.model.records import Night, SweepRecord
from bench_lab import planted

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = Line(Contender("a-server"), Cell(object_type="One", format="JSON", condition="block"))


@pytest.fixture(scope="module")
def otava() -> Path:
    return python_with_otava(ROOT)


def night(number: int, value: float, rounds: int = 6) -> Night:
    return Night(
        f"night-{number:03}",
        f"2026-01-01T{number:05}",
        "full",
        "complete",
        1000,
        value,
        dict.fromkeys(range(rounds), value),
    )


def test_a_planted_step_is_found_where_it_is(otava: Path) -> None:
    world = planted.World(60, machine=1.0, step=0.2, step_at=40, noise=0.03, own=0.001)
    made, _ = planted.history(random.Random(1), world, planted.KINDS[0])
    calm, _ = planted.history(random.Random(2), world.calm(), planted.KINDS[0])
    (found, nothing, short) = detect(otava, [made, calm, [1.0, 9.0]])
    (change,) = found
    assert abs(change.index - 40) <= 1
    assert change.ratio == pytest.approx(1.2, abs=0.03)
    assert change.p < 0.001
    assert nothing == short == []


def test_a_step_of_less_than_5_percent_is_let_be(otava: Path) -> None:
    made = [1000.0, 1001.0] * 20 + [1030.0, 1031.0] * 20
    assert detect(otava, [made]) == [[]]
    (found,) = detect(otava, [made], min_magnitude=0.01)
    assert [change.index for change in found] == [40]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Otava is missing") as refused:
        python_with_otava(tmp_path)
    assert "make otava" in refused.value.do
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho no module named otava >&2; exit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("BENCH_OTAVA", str(broken))
    with pytest.raises(BenchError, match="Otava failed") as failed:
        detect(python_with_otava(tmp_path), [[1.0] * 9])
    assert failed.value.why == "no module named otava"


SLOWER, FASTER = Change(40, 1000.0, 1200.0, 1e-9), Change(52, 1200.0, 1000.0, 1e-9)


def test_a_change_is_news_once() -> None:
    assert list(news([SLOWER, FASTER], [])) == [SLOWER, FASTER]
    assert list(news([replace(SLOWER, index=42), FASTER], [SLOWER])) == [FASTER]
    assert list(news([replace(FASTER, index=41)], [SLOWER])) == [replace(FASTER, index=41)], (
        "the other direction is another change"
    )
    assert list(news([replace(SLOWER, index=44)], [SLOWER])) == [replace(SLOWER, index=44)]


def test_alarms_name_scenario_size_and_night() -> None:
    nights = tuple(night(number, 1000.0) for number in range(60))
    (worst, other) = alarms(
        [
            History(SCENARIO, nights, (SLOWER, FASTER), ()),
            History(SCENARIO, nights, (SLOWER,), (SLOWER,)),
        ]
    )
    assert (worst.slower, other.slower) == (True, False)
    assert (
        str(worst)
        == "a-server, One as JSON, block: 20.0% slower since night-040 (1,000 to 1,200 ns, p 1e-09)"
    )
    assert "faster since night-052" in str(other)


def test_a_night_of_too_few_rounds_raises_no_alarm() -> None:
    whole = tuple(night(number, 1000.0) for number in range(60))
    short = History(SCENARIO, (*whole[:-1], night(59, 1000.0, rounds=5)), (SLOWER,), ())
    assert alarms([short]) == []
    assert len(alarms([short, History(SCENARIO, whole, (SLOWER,), ())])) == 1
    assert unheard([short, History(SCENARIO, whole, (), ())]) == [
        "No alarm is raised for 1 of 2 scenarios: tonight has 5 rounds; a claim needs 6."
    ]
    assert unheard([History(SCENARIO, whole, (SLOWER,), ())]) == []


def test_the_nights_before_are_asked_what_they_showed() -> None:
    asked = looks([float(number) for number in range(20)])
    assert asked[0] == [float(number) for number in range(20)]
    assert [len(values) for values in asked[1:]] == list(range(20 - ASKED, 20))
    assert [len(values) for values in looks([1.0, 2.0])] == [2, 0, 1]


def test_what_is_told_is_told_once_and_what_did_not_come_again_is_asked_again() -> None:
    step = Change(10, 1.0, 1.2, 0.0)
    nights = [[step] if night > 11 else [] for night in range(16)]
    assert planted.told(nights, None) == [(12, step)]
    again = [[step] if night > 12 else [] for night in range(16)]
    assert planted.told(nights, again) == [(13, step)]
    assert planted.told(nights, [[]] * 16) == []


def test_nights_of_another_machine_or_condition_are_another_history() -> None:
    sweep = SweepRecord(
        "a",
        "full",
        "complete",
        1,
        "t",
        "t",
        {"rounds": 3, "concurrency": 1},
        {"machine": {"cpu": "x", "cores": 2}, "commit": "1"},
    )
    assert comparable(sweep) == comparable(
        replace(sweep, id="b", seed=9, conditions={"rounds": 5, "concurrency": 1})
    )
    assert comparable(sweep) != comparable(
        replace(sweep, conditions={"rounds": 3, "concurrency": 16})
    )
    assert comparable(sweep) != comparable(
        replace(sweep, about={"machine": {"cpu": "y", "cores": 2}})
    )
    assert what_changed(sweep, replace(sweep, about={**sweep.about, "commit": "2"})) == [
        "commit: 1 -> 2"
    ]
