"""Saved pictures stand alone: each says what it shows, of which libraries, on which machine, when,
and by which sweep, and is readable on a page of any colour.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bench_builds
import bench_driver
import bench_load
from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.alarms import History
from bench_driver.analysis.history.changes import Change
from bench_driver.model.cell import Contender
from bench_driver.model.reading import Line
from bench_driver.model.records import Night
from bench_driver.report.document import Chart, Charts
from bench_driver.report.documents import document
from bench_driver.report.pictures import BACKGROUND, origin_of, save, svg
from bench_driver.report.sections.nights import chart
from bench_driver.report.sections.ranks import board
from bench_driver.store.opening import open_store
from bench_load.ui import page
from bench_load.ui.plan import Press, Scenario

from .grouped import FOUR, four, sweep_of
from .stores import CELLS

ROOT = Path(__file__).resolve().parents[2]
NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    with open_store(str(tmp_path_factory.mktemp("pictures") / "a.sqlite")) as store:
        return gather(store, sweep_of(store, 6, four, over=CELLS, pair=FOUR))


def lacks(drawn: str) -> list[str]:
    """What a picture lacks to stand alone."""
    root = ElementTree.fromstring(drawn)
    title, *_ = root
    first = root.find(f"{NAMESPACE}rect")
    texts = [text for one in root.iter(f"{NAMESPACE}text") if (text := "".join(one.itertext()))]
    machine = next((text for text in texts if " cores; " in text), "")
    said = {
        "a title": title.tag == f"{NAMESPACE}title" and bool(title.text),
        "a background": first is not None and first.get("fill") == BACKGROUND,
        "a date": bool(re.search(r"; \d{4}-\d\d-\d\d; ", machine)),
        "a sweep or a command": bool(re.search(r"; (sweep |bench-driver )\S+$", machine)),
        "libraries": any(
            re.search(r"\w \(.+\): \S+ \d|^\S+ \d+\.\d|JSON\.parse", text) for text in texts
        ),
    }
    return [name for name, has in said.items() if not has]


def test_every_chart_of_a_sweep_stands_alone_once_it_is_saved(facts: Facts) -> None:
    origin = origin_of(facts.sweep)
    charts = document(facts).charts()
    assert len(charts) == len(CELLS) + 2
    for one in [*charts, board(facts, "DummyObject")]:
        assert one
        drawn = svg(one, origin)
        assert not lacks(drawn), one.name
        assert f">{one.title}<" in drawn and f"sweep {facts.sweep.id}" in drawn
        shown = [row["shown"] for rows in one.spec["datasets"].values() for row in rows
                 if row.get("shown")]  # fmt: skip
        assert shown and [value for value in shown if f">{value}<" not in drawn] == []


def test_the_nights_and_the_pages_presses_stand_alone_too(facts: Facts, tmp_path: Path) -> None:
    nights = tuple(
        Night("x", f"2026-01-0{day}T02:00:00.000+00:00", "quick", "complete", 1000, value,
              {1: value - 5, 2: value + 5})
        for day, value in ((1, 1000.0), (2, 1004.0), (3, 1300.0))
    )  # fmt: skip
    change = Change(2, 1002.0, 1300.0, 0.0001)
    history = History(Line(Contender("java-server"), CELLS[0]), nights, (change,))
    save(chart(history, facts.sweep), origin_of(facts.sweep), tmp_path / "nights.svg")
    scenario = Scenario("DummyObject", "JSON", "rust-provider", "JSON.parse")
    pressed = [Press(1, scenario, amount, amount / 10, amount / 5) for amount in (100, 200)]
    (shown,) = [
        one
        for section in page.sections(pressed)
        for block in section.blocks
        if isinstance(block, Charts)
        for one in block.charts
    ]
    about = "Made-up CPU, 2 cores; 2026-11-28; bench-driver ui-sweep"
    save(shown, about, tmp_path / "pressed.svg")
    for name, value in (("nights", "1,300"), ("pressed", "20 JSON")):
        drawn = (tmp_path / f"{name}.svg").read_text()
        assert not lacks(drawn), name
        assert f">{value}<" in drawn


def test_what_a_store_says_is_text_in_a_picture(facts: Facts, tmp_path: Path) -> None:
    hostile = 'a</title><script>alert("1")</script>&<svg onload="x">'
    (one, *_) = document(facts).charts()
    made = Chart("c", hostile, hostile, one.spec, [hostile], [hostile])
    save(made, hostile, tmp_path / "c.svg")
    drawn = (tmp_path / "c.svg").read_text()
    root = ElementTree.fromstring(drawn)
    assert not list(root.iter(f"{NAMESPACE}script")) and "<script" not in drawn
    assert root[0].text == hostile
    save(made, hostile, tmp_path / "c.PNG")
    assert (tmp_path / "c.PNG").read_bytes().startswith(b"\x89PNG\r\n")


def test_one_module_draws_for_files_and_one_for_pages() -> None:
    packages = (bench_driver, bench_load, bench_builds)
    files = [file for one in packages for file in Path(*one.__path__).rglob("*.py")]
    drawing = {file.name for file in files if "vl_convert" in file.read_text()}
    assert drawing == {"pictures.py", "page.py"}


def test_committed_pictures_stand_alone() -> None:
    folder = ROOT / "docs" / "results"
    committed = {file.relative_to(folder): file for file in folder.rglob("*.svg")}
    assert committed
    found = {str(name): lacks(file.read_text()) for name, file in committed.items()}
    assert {name: what for name, what in found.items() if what} == {}
