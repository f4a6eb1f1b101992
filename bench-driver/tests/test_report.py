"""Reports: their figures are the store's, the page needs nothing else, and what is missing is said
to be so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import altair as alt
import pyarrow.parquet as parquet
import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.past import Past
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import SweepRun
from bench_driver.model.records import SweepRecord
from bench_driver.plan.request import Request
from bench_driver.report.curve_files import parquet as export
from bench_driver.report.document import Charts, Document, Items, Section, Table, Text
from bench_driver.report.documents import SECTIONS, document
from bench_driver.report.folder import write
from bench_driver.report.markdown import markdown
from bench_driver.report.page import page
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .sweeping import ABOUT, CURVES, Miniatures, held


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, SweepRecord]]:
    """A sweep that has nearly all that a report can show: conditions, engines, amounts, what is
    cold.
    """
    wanted = Request(
        **{
            **CURVES,
            "held": held(cold="one-provider"),
            "conditions": ("block", "http"),
            "object_types": ("DummyObject",),
        }
    )
    with open_store(str(tmp_path_factory.mktemp("store") / "a.sqlite")) as store:
        assert SweepRun(Miniatures(), store, Reporter()).run(wanted, ABOUT).error is None
        yield store, read.find(store)


@pytest.fixture(scope="module")
def facts(sweep: tuple[Store, SweepRecord]) -> Facts:
    return gather(*sweep)


def text_of(section: Section) -> str:
    return markdown(Document("", "", [section]))


def test_every_section_has_its_heading_and_something_to_say(facts: Facts) -> None:
    made = [section for make in SECTIONS if (section := make(facts))]
    assert len({section.anchor for section in made}) == len(made)
    assert [section.title for section in made if not section.blocks] == []
    names = [chart.name for chart in document(facts).charts()]
    assert len({*names}) == len(names), "a chart's name is its file's"
    assert {"curve_DummyObject_JSON", "curve_DummyObject_XML", "answer"} <= {*names}


def test_every_chart_is_vega_lite(facts: Facts) -> None:
    for chart in document(facts).charts():
        alt.Chart.from_dict(chart.spec, validate=True)


class Page(HTMLParser):
    """What a page consists of, and whether its tags close."""

    VOID = frozenset({"meta", "br", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read_page(text: str) -> Page:
    made = Page()
    made.feed(text)
    assert made.open == []
    return made


def test_the_page_is_one_file_that_fetches_nothing(
    sweep: tuple[Store, SweepRecord], facts: Facts, tmp_path: Path
) -> None:
    write(*sweep, tmp_path, Past(), pngs=False)
    text = (tmp_path / "report.html").read_text()
    made = read_page(text)
    assert not {"script", "link", "iframe", "img", "object"} & set(made.tags)
    fetched = [
        value
        for name, value in made.attributes
        if name in ("src", "href", "xlink:href", "srcset", "data")
        and not (value or "").startswith("#")
    ]
    assert fetched == []
    assert re.findall(r"url\((?!#)", text) == []
    ids = [value for name, value in made.attributes if name == "id"]
    assert len({*ids}) == len(ids), "charts in one page must not share ids"
    for target in re.findall(r"url\(#([^)]+)\)", text):
        assert target in ids
    assert made.tags.count("svg") == len(document(facts).charts())
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    assert "@media print" in text


def test_what_servers_say_is_text_and_never_markup(facts: Facts) -> None:
    hostile = "<script>alert(1)</script>"
    section = Section(
        "a",
        hostile,
        [
            Text(hostile),
            Items([hostile]),
            Table([hostile], [[hostile]], 1, hostile, aside=True),
            Charts([]),
        ],
    )
    made = read_page(page(Document(hostile, hostile, [section])))
    assert "script" not in made.tags


def test_every_file_is_written_and_nothing_is_left_half(
    sweep: tuple[Store, SweepRecord], facts: Facts, tmp_path: Path
) -> None:
    write(*sweep, tmp_path, Past())
    names = {
        "report.html",
        "summary.md",
        "plan.json",
        "measurements.parquet",
        "slices.parquet",
        "csv",
        "cold",
        "charts",
    }
    assert {file.name for file in tmp_path.iterdir()} == names
    for folder, curves, more in (
        ("csv", facts.curves, {"slices.csv"}),
        ("cold", facts.cold, set()),
    ):
        assert {file.name for file in (tmp_path / folder).iterdir()} == {
            f"{one.scenario.slug}.csv" for one in curves
        } | more
    charts = document(facts).charts()
    assert len(list((tmp_path / "charts").iterdir())) == 2 * len(charts)
    assert [
        chart.name
        for chart in charts
        if not (tmp_path / "charts" / f"{chart.name}.png").read_bytes().startswith(b"\x89PNG")
    ] == []
    assert list(tmp_path.rglob(".*")) == []


def test_parquet_holds_every_measurement(sweep: tuple[Store, SweepRecord], tmp_path: Path) -> None:
    kept, found = sweep
    every = list(read.measurements(kept, found.id))
    assert export(iter(every), tmp_path / "m.parquet") == len(every)
    table = parquet.read_table(tmp_path / "m.parquet").to_pylist()
    assert len(table) == len(every)
    assert (table[5]["consumer"], table[5]["p50_ns"]) == (
        every[5].scenario.consumer,
        every[5].p50_ns,
    )


def test_columns_that_hold_figures_are_marked_in_markdown() -> None:
    said = text_of(Section("a", "T", [Table(["name", "ns"], [["a|b", "1"]], 1)]))
    assert "| name | ns |\n| --- | ---: |\n| a\\|b | 1 |" in said
