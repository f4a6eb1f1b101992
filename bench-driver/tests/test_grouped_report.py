"""Screen, summary and page of a sweep in groups show one value; its folder has what it says, and each picture can be drawn."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import altair as alt
import pyarrow.parquet as parquet
import pytest

from bench_driver.analysis.answer import gather
from bench_driver.analysis.grouped.facts import GroupedFacts
from bench_driver.analysis.grouped.headline import said
from bench_driver.analysis.history.gather import Past
from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.model.records import SweepRecord
from bench_driver.report import words
from bench_driver.report.documents import GROUPED, answers, document
from bench_driver.report.folder import write
from bench_driver.report.grouped.sizes import gave_way_of
from bench_driver.report.grouped.sure import stopped, told_of
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .grouped import WITH_HTTP, sweep_of, times
from .stores import CELLS, add, measure, small_plan
from .test_answer import Cells

STOPPING = {
    "rule": "target", "rounds": 6, "decided": True, "reason": "NumericObject as JSON is the widest", "pilot": 6, "target": 0.05, "budget_s": None, "cap": 9,
    "rows": [{"object_type": "NumericObject", "format": "JSON", "condition": "block", "deviation": 0.031, "rounds_wanted": 6}],
    "seconds": {"1": 60.0, "2": 50.0, "3": 52.0},
}  # fmt: skip


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, SweepRecord, Path]]:
    place = tmp_path_factory.mktemp("grouped")
    with open_store(str(place / "a.sqlite")) as kept:
        sizes = {CELLS[1].slug: {"amount": 1024, "gave_way": "windows"}}
        sweep = sweep_of(
            kept, 6, times(slices=0.05), failing=lambda turn: (turn.round, turn.position) == (3, 4), cells=sizes, over=WITH_HTTP, stopping=STOPPING
        )
        write(kept, sweep, place, Past(), pngs=False)
        yield kept, sweep, place


@pytest.fixture(scope="module")
def facts(swept: tuple[Store, SweepRecord, Path]) -> GroupedFacts:
    found = gather(swept[0], swept[1])
    assert isinstance(found, GroupedFacts)
    return found


def test_what_the_screen_shows_stands_in_summary_and_page_with_the_same_text(
    swept: tuple[Store, SweepRecord, Path], facts: GroupedFacts, capsys: pytest.CaptureFixture[str]
) -> None:
    _, sweep, folder = swept
    assert main(["show", sweep.id, "--store", str(folder / "a.sqlite")]) == 0
    screen, page = capsys.readouterr().out, Cells()
    page.feed((folder / "report.html").read_text())
    summary = (folder / "summary.md").read_text()
    for row in facts.rows:
        assert row.decision
        cells = [words.ns(row.baseline_ns), words.ns(row.other_ns), words.ratio(row.decision.ratio), facts.noise(row), said(row), "x 9.9 / x 9.9"]
        assert re.search(r"\s+".join(map(re.escape, cells)), screen)
        assert f"| {' | '.join(cells)} |" in summary
        place = page.texts.index(cells[2])
        assert page.texts[place - 2 : place + 4] == cells
    shown = answers(facts)
    captions = ["rust-server and java-server, condition block", "what waiting for each body adds: http over block"]
    assert [table.caption for table in shown] == [f"As people run it: {caption}" for caption in captions]
    assert [len(table.rows) for table in shown] == [6, 6]
    for table in shown:
        assert [cell for line in table.rows for cell in line if cell not in page.texts or cell not in screen or f"| {cell} |" not in summary] == []
    assert len(facts.notes) == 2
    for words_ in (facts.sentence, *facts.notes):
        assert words_ in screen.splitlines()
        assert any(text.startswith(words_) for text in page.texts)
        assert words_ in summary


def test_the_page_opens_with_the_sentence_then_the_picture_then_the_table(swept: tuple[Store, SweepRecord, Path], facts: GroupedFacts) -> None:
    page = (swept[2] / "report.html").read_text()
    body = page[page.index("<main>") :]
    places = [body.index(found) for found in ('class="lead"', "<figure", "<table")]
    assert places == sorted(places)
    (chart,) = document(facts).charts()
    drawn = (swept[2] / "charts" / "answer.svg").read_text()
    assert chart.name == "answer" and "NumericObject as JSON" in drawn
    alt.LayerChart.from_dict(chart.spec)  # the schema is held against all of it


def test_the_pictures_scale_is_symmetric_around_1_and_shades_the_margin(facts: GroupedFacts) -> None:
    (chart,) = document(facts).charts()
    scales = [layer["encoding"]["x"]["scale"] for layer in chart.spec["layer"]]
    assert {scale["type"] for scale in scales} == {"log"}
    for low, high in (scale["domain"] for scale in scales):
        assert low * high == pytest.approx(1)
        assert high > max(row.decision.ratio.high for row in facts.rows if row.decision)
    assert {"from": 1 / 1.03, "to": 1.03} in [row for rows in chart.spec["datasets"].values() for row in rows]


def test_every_section_has_its_heading_and_something_to_say(facts: GroupedFacts) -> None:
    made = [section(facts) for section in GROUPED]
    assert len({section.anchor for section in made}) == len(made)
    assert [section.title for section in made if not section.blocks] == []


def test_the_summary_tells_sizes_failed_groups_and_why_it_stopped(swept: tuple[Store, SweepRecord, Path], facts: GroupedFacts) -> None:
    summary = (swept[2] / "summary.md").read_text()
    assert "of 576 groups failed and count nowhere." in summary
    assert re.search(r"\| NumericObject as BSON, block \| 1,024 \| [\d.]+ \| 100.0 \| 4[78] \| [01] \| windows \|", summary)
    assert "- target: 0.05" in summary
    assert "- reason: NumericObject as JSON is the widest" in summary
    assert "- a round took: 52 s, the median of 3" in summary
    assert "| NumericObject as JSON, block | 3.1 % | 6 |" in summary
    assert "provider_truncated: on purpose" in summary


def test_slices_are_written_a_row_each_as_csv_and_as_parquet(swept: tuple[Store, SweepRecord, Path], facts: GroupedFacts) -> None:
    with (swept[2] / "csv" / "slices.csv").open() as text:
        rows = list(csv.DictReader(text))
    table = parquet.read_table(swept[2] / "slices.parquet")
    assert len(rows) == table.num_rows == len(facts.seen) == (576 - 1) * 2
    assert list(rows[0]) == table.column_names
    assert [float(row["p50_ns"]) for row in rows] == table["p50_ns"].to_pylist() == [one.slice.p50_ns for one in facts.seen]
    assert {row["drop_total_ns"] == "" for row in rows if row["consumer"] == "java-server"} == {True}
    assert not (swept[2] / "measurements.parquet").exists()


def test_show_by_provider_lists_every_combination(swept: tuple[Store, SweepRecord, Path], facts: GroupedFacts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--by", "provider", "--store", str(swept[2] / "a.sqlite")]) == 0
    said = capsys.readouterr().out
    assert len(re.findall(r"rust-provider", said)) == len(re.findall(r"java-provider", said)) == 12
    assert all(words.ratio(row.decision.ratio) in said for row in facts.by_provider if row.decision)


def test_show_by_provider_is_refused_where_a_sweep_measured_by_amounts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(str(tmp_path / "b.sqlite")) as kept:
        measure(kept, add(kept, small_plan()).id)
    assert main(["show", "--by", "provider", "--store", str(tmp_path / "b.sqlite")]) == ExitCode.USAGE
    assert "its answer has a row a provider" in capsys.readouterr().err


def test_a_sweep_of_which_nothing_was_measured_is_reported_too(store: Store, tmp_path: Path) -> None:
    sweep = sweep_of(store, 0, over=CELLS)
    write(store, sweep, tmp_path, Past(), pngs=False)
    assert "nobody is compared" in (tmp_path / "summary.md").read_text()


def test_what_gave_way_is_found_however_the_cells_are_kept() -> None:
    cell, other = CELLS[:2]
    assert gave_way_of({cell.slug: {"gave_way": "windows"}}, cell) == "windows"
    assert gave_way_of({cell.slug: {"gave_way": "windows"}}, other) == ""
    listed = [{**asdict(cell), "gave_way": "windows"}]
    assert (gave_way_of(listed, cell), gave_way_of(listed, other), gave_way_of(None, cell)) == ("windows", "", "")
    assert gave_way_of(listed, replace(cell, checks="equal")) == ""


def test_what_was_noted_of_the_stopping_rule_is_told_and_what_is_not_known_left_out() -> None:
    assert list(told_of(STOPPING))[-2:] == ["target: 0.05", "cap: 9"]
    assert stopped({}) == []
