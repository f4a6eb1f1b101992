"""Presses of the page's button: their order, what they come to, and the folder; with a robot that
is none.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench_driver.errors import ServerError, UsageError
from bench_driver.measure.kept import Kept
from bench_driver.report.document import Document, Table
from bench_driver.servers.specs import Options
from bench_load.ui import page, session
from bench_load.ui.plan import Plan, Press, Scenario
from bench_load.ui.session import FIRST, FORM, Session

from ..conftest import Command
from ..test_docs import ROOT

JSON, BSON = (
    Scenario("DummyObject", name, "rust-provider", engine)
    for name, engine in (("JSON", "JSON.parse"), ("BSON", "bson"))
)
PLAN = Plan((JSON, BSON), (100, 200, 400), 3, seed=1)


def pressed(scenario: Scenario, each_us: float, number: int = 1) -> list[Press]:
    return [
        Press(number, scenario, amount, amount * each_us / 1000, amount * 1.0)
        for amount in PLAN.amounts
    ]


def test_each_amount_of_each_scenario_is_pressed_once_a_round_in_random_order() -> None:
    orders = [PLAN.order(number) for number in range(1, 20)]
    for order in orders:
        assert sorted(scenario for scenario, _ in order) == [BSON, JSON]
        assert [sorted(amounts) for _, amounts in order] == [[100, 200, 400]] * 2
    assert len({str(order) for order in orders}) > 10
    assert PLAN.order(1) == PLAN.order(1) != Plan(PLAN.scenarios, PLAN.amounts, 3, seed=2).order(1)
    assert (PLAN.presses, PLAN.objects) == (18, 4200)


def tables(made: list[Press]) -> list[list[list[str]]]:
    return [
        [list(row) for row in block.rows]
        for section in page.sections(made)
        for block in section.blocks
        if isinstance(block, Table)
    ]


def test_figures_are_means_over_rounds_and_formats_stand_beside_json() -> None:
    made = [*pressed(JSON, 2, 1), *pressed(JSON, 4, 2), *pressed(BSON, 9)]
    shown, formats = tables(made)
    assert shown == [
        ["DummyObject", "BSON", "rust-provider", "bson", "9.00", "9.00", "100", "400"],
        ["DummyObject", "JSON", "rust-provider", "JSON.parse", "3.00", "3.00", "100", "400"],
    ]
    assert formats == [
        [
            "DummyObject",
            "rust-provider",
            "BSON by bson",
            "JSON by JSON.parse",
            "3.00",
            "3.00 … 3.00",
        ]
    ]
    lead = page.sections(made)[0].blocks[0]
    assert "parsing takes 0.3 to 0.9 %" in lead.text  # type: ignore[union-attr]


def test_one_format_alone_stands_beside_nothing() -> None:
    assert [section.anchor for section in page.sections(pressed(BSON, 9))] == ["shown"]


def presses(folder: Path) -> list[dict[str, str]]:
    with (folder / "presses.csv").open(newline="") as text:
        return list(csv.DictReader(text))


class Robot:
    """Shows 2 us an object; fails where it is told to."""

    version = "1.2.3"

    def __init__(self, failing: int = 0) -> None:
        self.failing, self.amounts = failing, list[int]()

    @contextmanager
    def opened(self, scenario: Scenario) -> Iterator[Any]:
        def press(amount: int) -> tuple[float, float]:
            self.amounts.append(amount)
            if (scenario.engine == "JSON.parse" and scenario.object_type == "NumericObject") or len(
                self.amounts
            ) == self.failing:
                raise ServerError("the page has no figure", why="it refuses", do="")
            return amount * 0.002, amount * 1.0

        yield SimpleNamespace(press=press)

    def engines(self, object_type: str, format_name: str, provider: str) -> list[str]:
        return {"JSON": ["JSON.parse-source", "JSON.parse"], "BSON": ["bson"]}[format_name]


def opened(folder: Path, robot: Robot) -> Session:
    return Session(Options(ROOT), folder, "bench-driver ui-sweep", PLAN, robot, {}, ExitStack())  # type: ignore[arg-type]


def measured(
    folder: Path,
    robot: Robot,
    begun: list[int],
    told: list[int],
    kept: Kept[list[Press]] | None = None,
) -> Document:
    """All that lacks, in a file of its own or in one that is gone on with."""
    session = opened(folder, robot)
    kept = kept or Kept.begun(folder / "kept", session.asked, FORM)
    kept.fits(session.asked)
    return session.measure(kept, begun.append, lambda now, done, of: told.append(done))


def test_the_first_press_of_a_page_is_not_counted_and_all_others_are_kept(tmp_path: Path) -> None:
    robot, told = Robot(), list[int]()
    document = measured(tmp_path, robot, [], told)
    assert (
        len(robot.amounts) == PLAN.presses + 6
        and robot.amounts[0] == FIRST
        and told == list(range(18))
    )
    rows = presses(tmp_path)
    assert len(rows) == 18 and {float(row["parse_ms"]) / int(row["amount"]) for row in rows} == {
        0.002
    }
    assert (tmp_path / "ui_sweep_DummyObject.svg").read_text().startswith("<svg")
    assert (tmp_path / "ui-sweep.md").read_text().startswith(
        "# UI benchmark"
    ) and "3 rounds: 18 presses" in str(document)


def test_what_was_done_is_kept_where_a_press_fails_and_gone_on_with(tmp_path: Path) -> None:
    begun, told = list[int](), list[int]()
    with pytest.raises(ServerError):
        measured(tmp_path, Robot(failing=15), begun, told)
    assert len(presses(tmp_path)) == 9 and begun == [1, 2]
    (file,) = (tmp_path / "kept").iterdir()
    kept = Kept.read(file, "ui-sweep", FORM)
    assert list(kept.rounds) == [1, 2, 3]
    again = Robot()
    told.clear()
    measured(tmp_path, again, begun, told, kept)
    assert begun == [1, 2, 2, 3] and told == list(range(9, 18)) and len(again.amounts) == 9 + 3
    each = {(row["round"], row["format"], row["amount"]) for row in presses(tmp_path)}
    assert len(each) == len(presses(tmp_path)) == 18


def test_presses_of_another_plan_are_not_gone_on_with(tmp_path: Path) -> None:
    session = opened(tmp_path, Robot())
    kept = Kept.begun(tmp_path / "kept", session.asked, FORM)
    session.plan = Plan(PLAN.scenarios, (100, 500), 3, seed=2)
    with pytest.raises(UsageError) as error:
        kept.fits(session.asked)
    assert error.value.why.endswith("with other values of amounts, seed")


@pytest.mark.parametrize(
    ("wanted", "object_type", "format_name", "engine"),
    [
        ([], "DummyObject", "JSON", "JSON.parse"),
        ([], "NumericObject", "JSON", "JSON.parse-source"),
        ([], "DummyObject", "BSON", "bson"),
        (["JSON.parse-source", "JSON.parse"], "DummyObject", "JSON", "JSON.parse-source"),
        (["JSON.parse"], "DummyObject", "BSON", "bson"),
    ],
)
def test_the_engine_is_the_first_that_is_wanted_and_reads_the_type(
    wanted: list[str], object_type: str, format_name: str, engine: str
) -> None:
    assert session._engine(Robot(), object_type, format_name, "rust-provider", wanted) == engine  # type: ignore[arg-type]


def test_an_engine_that_was_named_and_refuses_ends_it_with_what_to_do() -> None:
    with pytest.raises(UsageError, match="no such engine reads NumericObject as JSON") as error:
        session._engine(Robot(), "NumericObject", "JSON", "rust-provider", ["JSON.parse"])  # type: ignore[arg-type]
    assert "JSON.parse-source" in error.value.do and error.value.why == "it refuses"


@pytest.mark.parametrize(
    ("amounts", "why"),
    [
        ("100001", "at most 100,000 objects"),
        ("0", "an integer from 1"),
        ("5:1:1", "START:STOP:STEP"),
    ],
)
def test_amounts_that_the_page_cannot_take_are_refused(
    bench: Command, amounts: str, why: str
) -> None:
    ended = bench("ui-sweep", "--amounts", amounts)
    assert ended.returncode == 2 and why in ended.stderr
