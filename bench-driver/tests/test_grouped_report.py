"""Screen, summary and page of a sweep show one value; its folder has what it says, and
each picture can be drawn.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from html.parser import HTMLParser
from pathlib import Path

import altair as alt
import pyarrow.parquet as parquet
import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.headline import said
from bench_driver.analysis.history.past import Past
from bench_driver.cli import main
from bench_driver.model.cell import Turn
from bench_driver.model.records import SweepRecord
from bench_driver.report import words
from bench_driver.report.documents import SECTIONS, document
from bench_driver.report.folder import write
from bench_driver.report.sections.answer import tables, trusted
from bench_driver.report.sections.certainty import stopped, told_of
from bench_driver.report.sections.slice_sizes import gave_way_of
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .grouped import WITH_HTTP, sweep_of, times
from .stores import CELLS

STOPPING = {
    "rule": "target",
    "rounds": 6,
    "decided": True,
    "reason": "NumericObject as JSON is the widest",
    "pilot": 6,
    "target": 0.05,
    "budget_s": None,
    "cap": 9,
    "rows": [{**asdict(CELLS[0]), "deviation": 0.031, "rounds_wanted": 6}],
    "seconds": {"1": 60.0, "2": 50.0, "3": 52.0},
}


class Cells(HTMLParser):
    """The text of a page, and each cell of its tables and item of its lists."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("td", "th", "li", "p", "caption", "summary", "h2"):
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if self.texts:
            self.texts[-1] += data.strip("\n")


def one_slice(turn: Turn) -> bool:
    return (turn.round, turn.group, turn.place, turn.cell) == (3, 1, 1, CELLS[0])


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, SweepRecord, Path]]:
    place = tmp_path_factory.mktemp("grouped")
    with open_store(str(place / "a.sqlite")) as kept:
        sizes = [{**asdict(CELLS[1]), "amount": 1024, "gave_way": "windows", "pilot": []}]
        sweep = sweep_of(
            kept,
            6,
            times(slices=0.05),
            failing=one_slice,
            cells=sizes,
            over=WITH_HTTP,
            stopping=STOPPING,
        )
        write(kept, sweep, place, Past(), pngs=False)
        yield kept, sweep, place


@pytest.fixture(scope="module")
def facts(swept: tuple[Store, SweepRecord, Path]) -> Facts:
    found = gather(swept[0], swept[1])
    return found


def test_screen_summary_and_page_show_the_same_figures(
    swept: tuple[Store, SweepRecord, Path], facts: Facts, capsys: pytest.CaptureFixture[str]
) -> None:
    _, sweep, folder = swept
    assert main(["show", sweep.id, "--store", str(folder / "a.sqlite")]) == 0
    screen, page = capsys.readouterr().out, Cells()
    page.feed((folder / "report.html").read_text())
    summary = (folder / "summary.md").read_text()
    for row in facts.rows:
        assert row.decision
        cells = [
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.ratio(row.decision.ratio),
            facts.noise(row),
            said(row),
            "x 9.9 / x 9.9",
        ]
        assert re.search(r"\s+".join(map(re.escape, cells[:3])), screen)
        assert f"| {' | '.join(cells)} |" in summary
        place = page.texts.index(cells[2])
        assert page.texts[place - 2 : place + 4] == cells
    shown = tables(facts)
    captions = [
        "rust-server and java-server, condition block",
        "what waiting for each body adds: http over block",
    ]
    assert [table.caption for table in shown] == [
        f"As people run it: {caption}" for caption in captions
    ]
    assert [len(table.rows) for table in shown] == [6, 6]
    for table in shown:
        assert [
            cell
            for line in table.rows
            for cell in line
            if cell not in page.texts or f"| {cell} |" not in summary
        ] == []
    assert {cell for line in shown[1].rows for cell in line if cell not in screen} == set()
    assert facts.notes
    for note in facts.notes:
        assert note in page.texts and note in summary
    for text in (facts.answer, trusted(facts)):
        assert text in " ".join(screen.split()) and text in summary
        assert any(shown.startswith(text) for shown in page.texts)


def test_the_page_opens_with_the_sentence_then_the_picture_then_the_table(
    swept: tuple[Store, SweepRecord, Path], facts: Facts
) -> None:
    page = (swept[2] / "report.html").read_text()
    body = page[page.index("<main>") :]
    places = [body.index(found) for found in ('class="lead"', "<figure", "<table")]
    assert places == sorted(places)
    (chart,) = document(facts).charts()
    drawn = (swept[2] / "charts" / "answer.svg").read_text()
    assert chart.name == "answer" and "NumericObject as JSON" in drawn
    alt.LayerChart.from_dict(chart.spec)  # the schema is held against all of it


def test_the_pictures_scale_is_symmetric_around_1_and_shades_the_margin(facts: Facts) -> None:
    (chart,) = document(facts).charts()
    across = [layer["encoding"]["x"] for layer in chart.spec["layer"]]
    scales = [one["scale"] for one in across if "field" in one]
    assert {scale["type"] for scale in scales} == {"log"}
    for low, high in (scale["domain"] for scale in scales):
        assert low * high == pytest.approx(1)
        assert high > max(row.decision.ratio.high for row in facts.rows if row.decision)
    assert {"from": 1 / 1.03, "to": 1.03} in [
        row for rows in chart.spec["datasets"].values() for row in rows
    ]


def test_every_section_has_its_heading_and_something_to_say(facts: Facts) -> None:
    made = [section for make in SECTIONS if (section := make(facts))]
    assert len({section.anchor for section in made}) == len(made)
    assert [section.title for section in made if not section.blocks] == []


def test_the_summary_tells_sizes_failed_groups_and_why_it_stopped(
    swept: tuple[Store, SweepRecord, Path], facts: Facts
) -> None:
    summary = (swept[2] / "summary.md").read_text()
    assert "of 576 groups failed and count nowhere." in summary
    assert re.search(
        r"\| NumericObject as BSON, block \| 1,024 \| [\d.]+ \| 100.0 \| 4[78] \| [01] \| windows "
        r"\|",
        summary,
    )
    assert "- target: 0.05" in summary
    assert "- reason: NumericObject as JSON is the widest" in summary
    assert "- a round took: 52 s, the median of 3" in summary
    assert "| NumericObject as JSON, block | 3.1 % | 6 |" in summary
    assert "provider_truncated: on purpose" in summary


OF_SLICE, OF_RUN = ("p50_ns", "p99_ns", "mean_ns", "total_ns"), ("wall", "guard", "drop")


def test_slices_are_written_a_row_each_as_csv_and_as_parquet(
    swept: tuple[Store, SweepRecord, Path], facts: Facts
) -> None:
    with (swept[2] / "csv" / "slices.csv").open() as text:
        rows = list(csv.DictReader(text))
    table = parquet.read_table(swept[2] / "slices.parquet")
    assert len(rows) == table.num_rows == len(facts.seen) == (576 - 1) * 2
    assert list(rows[0]) == table.column_names
    for row, kept, one in zip(rows, table.to_pylist(), facts.seen, strict=True):
        of_slice = {name: getattr(one.slice, name) for name in OF_SLICE}
        of_run = {f"{name}_total_ns": getattr(one.run, f"{name}_ns") for name in OF_RUN}
        told = of_slice | of_run
        assert {name: float(row[name]) if row[name] else None for name in told} == told
        assert {name: kept[name] for name in told} == told
    assert {row["drop_total_ns"] == "" for row in rows if row["consumer"] == "java-server"} == {
        True
    }
    assert not (swept[2] / "measurements.parquet").exists()


def test_show_by_provider_lists_every_combination(
    swept: tuple[Store, SweepRecord, Path], facts: Facts, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "--by", "provider", "--store", str(swept[2] / "a.sqlite")]) == 0
    said = capsys.readouterr().out
    of_each = re.split(r"^Bodies of (\S+)\. ", said, flags=re.MULTILINE)[1:]
    assert of_each[::2] == ["rust-provider", "java-provider"] * 2, "under block, then under http"
    assert all(len(re.findall(r"^\w+Object +", one, re.MULTILINE)) == 6 for one in of_each[1::2])
    assert all(words.ratio(row.decision.ratio) in said for row in facts.by_provider if row.decision)


def test_a_sweep_of_which_nothing_was_measured_is_reported_too(
    store: Store, tmp_path: Path
) -> None:
    sweep = sweep_of(store, 0, over=CELLS)
    write(store, sweep, tmp_path, Past(), pngs=False)
    assert "nobody is compared" in (tmp_path / "summary.md").read_text()


def test_what_gave_way_is_said_of_its_cell_alone() -> None:
    cell, other = replace(CELLS[0], size="1KiB"), replace(CELLS[0], size="16KiB")
    noted = [{**asdict(cell), "gave_way": "windows"}, {**asdict(other), "gave_way": ""}]
    assert (gave_way_of(noted, cell), gave_way_of(noted, other)) == ("windows", "")
    assert gave_way_of(noted, replace(cell, checks="equal")) == ""


def test_what_was_noted_of_the_stopping_rule_is_told_and_what_is_not_known_left_out() -> None:
    assert list(told_of(STOPPING))[-2:] == ["target: 0.05", "cap: 9"]
    assert stopped({}) == []
