"""Reports: their figures are the store's, the page needs nothing else, and what is missing is said to be so."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from statistics import median

import altair as alt
import pyarrow.parquet as parquet
import pytest

from bench_driver.analysis.compare import Comparison
from bench_driver.analysis.facts import Facts, gather
from bench_driver.analysis.figures import by_round
from bench_driver.analysis.history.gather import Past
from bench_driver.model.records import Conditions, SweepRecord
from bench_driver.model.scenario import Scenario
from bench_driver.plan.plan import Plan
from bench_driver.report.document import Charts, Document, Items, Section, Table, Text
from bench_driver.report.export import parquet as export
from bench_driver.report.folder import write
from bench_driver.report.markdown import markdown
from bench_driver.report.page import page
from bench_driver.report.sections import SECTIONS, document
from bench_driver.report.sections.answer import answer, fastest_formats
from bench_driver.report.sections.ratios import ratios
from bench_driver.report.sections.shares import parts
from bench_driver.stats.interval import Interval
from bench_driver.stats.verdict import Band
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .miniatures import Json
from .rich import rich
from .stores import add, measure
from .years import MACHINE, SCENARIOS

SOME = tuple(scenario for scenario in SCENARIOS if scenario.object_type == "DummyObject" and scenario.provider == "rust-provider")
PLAN = Plan(SOME, (1000, 5000, 10_000), 6, 7, Conditions(warmup=5000), (SOME[:1],), SOME, (1, 10))
SERVERS: Json = {"rust-server": {"runtime_version": "rust 1.2.3"}, "java-server": {"runtime_version": "java 4.5.6"}}
Change = Callable[[Json, str, int], Json]


def store_with(file: Path, change: Change, plan: Plan = PLAN) -> tuple[Store, SweepRecord]:
    kept = open_store(str(file))
    sweep = add(kept, plan, machine=MACHINE, servers=SERVERS, commit="c" * 40, command="bench-driver sweep --preset quick")
    measure(kept, sweep.id, change)
    return kept, read.find(kept, sweep.id)


def old(answer: Json) -> Json:
    """An answer without what servers once did not say."""
    return {name: value for name, value in answer.items() if name not in ("histograms", "advice")}


def noisy(seed: int = 1) -> Change:
    generator = random.Random(seed)
    return lambda made, series, number: rich(made, generator, series=series)


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, SweepRecord]:
    return store_with(tmp_path_factory.mktemp("store") / "a.sqlite", noisy())


@pytest.fixture(scope="module")
def facts(sweep: tuple[Store, SweepRecord]) -> Facts:
    return gather(*sweep)


def text_of(section: Section) -> str:
    return markdown(Document("", "", [section]))


def test_the_answers_figures_are_the_stores(facts: Facts) -> None:
    said = text_of(answer(facts))
    for scenario in SOME:
        runs = [item.p50_ns for item in facts.steady if item.scenario == scenario and item.amount == 10_000 and item.arm != "B"]
        assert len(runs) == 6
        assert f"| {median(runs):,.0f} |" in said
    assert re.search(r"rust-server parsed faster in 2 of 3 comparisons \([\d.]+ to [\d.]+ times\); java-server parsed faster in 1 of 3", said)
    json = {consumer: by_round(facts.steady)[scenario] for scenario in SOME if scenario.format == "JSON" for consumer in [scenario.consumer]}
    ratio = median(json["java-server"][number][0] / json["rust-server"][number][0] for number in range(1, 7))
    assert re.search(rf"\| {ratio:.2f} \([\d.]+ … [\d.]+\) \| rust-server \|", said)
    assert re.search(r"\| 0\.7\d \([\d.]+ … [\d.]+\) \| java-server \|", said)


def test_equal_servers_are_not_called_different(tmp_path: Path) -> None:
    generator = random.Random(3)

    def equal(made: Json, series: str, number: int) -> Json:
        centre = {"JSON": 2000, "BSON": 3000, "XML": 12_000}[made["engine"]["format"]]
        return rich(made, generator, series=series, factor=centre / made["parse"]["mean_ns"], noise=0.02)

    kept, found = store_with(tmp_path / "equal.sqlite", equal)
    said = text_of(answer(gather(kept, found)))
    assert "Nobody is called faster in 3 comparisons: 3 unresolved." in said
    assert "parsed faster" not in said


def test_formats_that_differ_with_one_provider_alone_are_said_so() -> None:
    rust, java = (Scenario("rust-server", provider, "DummyObject", "XML") for provider in ("rust-provider", "java-provider"))
    row = Comparison(replace(rust, format="JSON"), rust, None, None, Interval(3.0, 2.5, 3.5, 3), "slower", Band(1.01, 1), 0.01, 0.1, 1.0)
    other = replace(row, baseline=replace(java, format="JSON"), other=java, verdict="unresolved")
    assert fastest_formats([row]) == ["DummyObject in rust-server: XML takes 3.00 times as long as JSON."]
    (said,) = fastest_formats([row, other])
    assert said.endswith("XML takes 3.00 times as long as JSON from rust-provider, XML and JSON unresolved from java-provider.")


def test_without_an_a_a_pair_nothing_is_claimed(tmp_path: Path) -> None:
    kept, found = store_with(tmp_path / "alone.sqlite", noisy(), replace(PLAN, twice=()))
    said = text_of(answer(gather(kept, found)))
    assert "no difference is claimed" in said
    assert said.count("| no A/A pair |") == 3


def test_a_sweep_with_nothing_but_the_old_figures_is_reported_too(tmp_path: Path) -> None:
    kept, found = store_with(tmp_path / "old.sqlite", lambda made, series, number: old(made))
    said = markdown(document(gather(kept, found)))
    for words in ("sent no histograms", "did not say how long they waited", "| 2,000 | 4,000 | 2.00 (2.00 … 2.00) | rust-server |"):
        assert words in said


@pytest.mark.parametrize("place", ["under histograms", "under parse, as servers once had it"])
def test_histograms_are_found_where_they_are(place: str, tmp_path: Path) -> None:
    def moved(made: Json, series: str, number: int) -> Json:
        return made if place == "under histograms" else {**old(made), "parse": {**made["parse"], "histogram": made["histograms"]["measured"]}}

    kept, found = store_with(tmp_path / "moved.sqlite", moved, replace(PLAN, rounds=2, cold=()))
    facts = gather(kept, found)
    assert {scenario: whole.count for scenario, whole in facts.distributions.items()} == {scenario: 2 * (1 + (scenario in PLAN.twice[0])) for scenario in SOME}
    assert {dict(whole.at)[50.0] for whole in facts.distributions.values()} == {2000}


def test_a_sweep_of_one_round_has_times_but_no_verdict(tmp_path: Path) -> None:
    kept, found = store_with(tmp_path / "one.sqlite", noisy(), replace(PLAN, rounds=1, amounts=(1000,), conditions=Conditions(warmup=500)))
    write(kept, found, tmp_path / "out", Past())
    said = (tmp_path / "out" / "summary.md").read_text()
    assert "Nobody is called faster in 3 comparisons: 3 with fewer than the 6 rounds that a claim needs." in said
    assert "1 round; a claim needs 6" in said
    assert said.count("Not for publishing: these figures come from 1 round, and publishing takes 10.") == 1
    assert len(list((tmp_path / "out" / "charts").glob("*.png"))) > 5


def test_five_rounds_claim_nothing_and_ten_may_be_published(tmp_path: Path) -> None:
    for number, words in ((5, "| 5 rounds; a claim needs 6 |"), (10, "rust-server parsed faster in 2 of 3")):
        kept, found = store_with(tmp_path / f"{number}.sqlite", noisy(), replace(PLAN, rounds=number, cold=(), amounts=(1000,)))
        facts = gather(kept, found)
        said = text_of(answer(facts)) + text_of(ratios(facts))
        assert words in said
        assert ("parsed faster" in said, "XML takes" in said, "Not for publishing" in said) == (number > 5, number > 5, number < 10)


def test_a_sweep_of_which_nothing_was_measured_is_reported_too(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "empty.sqlite")) as kept:
        planned = add(kept, PLAN)
        said = markdown(document(gather(kept, planned)))
    assert "Not begun: of 156 planned runs 0 did well and 0 failed." in said
    assert f"Next: bench-driver sweep --resume {planned.id}." in said


def test_every_section_has_its_heading_and_something_to_say(facts: Facts) -> None:
    made = [section(facts) for section in SECTIONS]
    assert len({section.anchor for section in made}) == len(made)
    assert [section.title for section in made if not section.blocks] == []
    names = [chart.name for chart in document(facts).charts()]
    assert len({*names}) == len(names), "a chart's name is its file's"
    for kind in ("ratios_contender", "curve_DummyObject_JSON", "distribution_DummyObject_XML", "time_DummyObject", "warmup_DummyObject_BSON"):
        assert kind in names


def test_every_chart_is_vega_lite(facts: Facts) -> None:
    for chart in document(facts).charts():
        alt.Chart.from_dict(chart.spec, validate=True)


def test_the_parts_of_a_run_add_up_to_its_wall_time(facts: Facts) -> None:
    for run in facts.runs:
        made = parts([run])
        assert sum(made.values()) == pytest.approx(run.wall_ns / run.amount, rel=0.01)
        assert made["parse"] + made["collector in the parse"] == pytest.approx(run.parse_ns / run.amount)
        assert (made["drop"] > 0) == (run.scenario.consumer == "rust-server")


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


def test_the_page_is_one_file_that_fetches_nothing(sweep: tuple[Store, SweepRecord], facts: Facts, tmp_path: Path) -> None:
    write(*sweep, tmp_path, Past(), pngs=False)
    text = (tmp_path / "report.html").read_text()
    made = read_page(text)
    assert not {"script", "link", "iframe", "img", "object"} & set(made.tags)
    fetched = [value for name, value in made.attributes if name in ("src", "href", "xlink:href", "srcset", "data") and not (value or "").startswith("#")]
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
    section = Section("a", hostile, [Text(hostile), Items([hostile]), Table([hostile], [[hostile]], 1, hostile, aside=True), Charts([])])
    made = read_page(page(Document(hostile, hostile, [section]), {}))
    assert "script" not in made.tags


def test_every_file_is_written_and_nothing_is_left_half(sweep: tuple[Store, SweepRecord], facts: Facts, tmp_path: Path) -> None:
    write(*sweep, tmp_path, Past())
    names = {"report.html", "summary.md", "plan.json", "measurements.parquet", "csv", "cold", "charts"}
    assert {file.name for file in tmp_path.iterdir()} == names
    for folder in ("csv", "cold"):
        assert {file.name for file in (tmp_path / folder).iterdir()} == {f"{scenario.slug}.csv" for scenario in facts.scenarios}
    charts = document(facts).charts()
    assert len(list((tmp_path / "charts").iterdir())) == 2 * len(charts)
    assert [chart.name for chart in charts if not (tmp_path / "charts" / f"{chart.name}.png").read_bytes().startswith(b"\x89PNG")] == []
    assert list(tmp_path.rglob(".*")) == []


def test_parquet_holds_every_measurement(sweep: tuple[Store, SweepRecord], tmp_path: Path) -> None:
    kept, found = sweep
    every = list(read.measurements(kept, found.id))
    assert export(iter(every), tmp_path / "m.parquet") == len(every)
    table = parquet.read_table(tmp_path / "m.parquet").to_pylist()
    assert len(table) == len(every)
    assert (table[5]["consumer"], table[5]["p50_ns"], table[5]["arm"]) == (every[5].scenario.consumer, every[5].p50_ns, every[5].arm)


def test_columns_that_hold_figures_are_marked_in_markdown() -> None:
    said = text_of(Section("a", "T", [Table(["name", "ns"], [["a|b", "1"]], 1)]))
    assert "| name | ns |\n| --- | ---: |\n| a\\|b | 1 |" in said
