"""What a sweep says of all cores at once: rates, ratios and scalings against what was planted, in
report, screen, files, comparison and nights.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from dataclasses import asdict, replace
from math import log
from pathlib import Path
from statistics import fmean, median, stdev

import pytest
from scipy import stats

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.headline import said
from bench_driver.analysis.history.past import NO_RATES, Past, every_series, look_back
from bench_driver.cli import main, nightly
from bench_driver.errors import ExitCode
from bench_driver.measure.sweeping import Outcome
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.formats import USUAL
from bench_driver.plan.threads import twice
from bench_driver.report import words
from bench_driver.report.documents import document
from bench_driver.report.folder import write
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .grouped import NOW, PAST, RATIOS, sweep_of, times
from .miniatures import CPUS, SCALING, Json
from .stores import CELLS, PAIR

ON_ALL = tuple(replace(cell, condition="cores") for cell in CELLS[:3])
BESIDE = (*CELLS[:3], *ON_ALL)
#: by how much the greater scaling of Rust widens what was planted
WIDER = SCALING["rust"] / SCALING["java"]


def planned(cells: tuple[Cell, ...]) -> Json:
    """What a plan says of its cells."""
    those = {cell: twice(PAIR) if cell.on_all_cores else PAIR for cell in cells}
    return {
        "design": "groups",
        "threads": CPUS,
        "cells": [
            {**asdict(cell), "contenders": [asdict(who) for who in those[cell]]} for cell in cells
        ],
    }


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sweep of block and cores, and a later one in which java-server is slower by a tenth."""
    made = tmp_path_factory.mktemp("cores") / "a.sqlite"
    with open_store(str(made)) as store:
        sweep_of(store, 6, times(1), planned_at=PAST, over=BESIDE, held=planned(BESIDE))
        sweep_of(store, 6, times(2, factor=1.1), planned_at=NOW, over=BESIDE, held=planned(BESIDE))
    return made


@pytest.fixture(scope="module")
def facts(file: Path) -> Facts:
    with open_store(str(file), create=False) as store:
        return gather(store, read.find(store, PAST[:10]))


@pytest.fixture
def alone(store: Store) -> Facts:
    """A sweep of nothing but cores."""
    return gather(store, sweep_of(store, 6, over=ON_ALL))


def test_the_answer_stays_that_of_the_first_condition(facts: Facts) -> None:
    assert {row.cell.condition for row in facts.rows} == {"block"}
    assert (facts.beside, facts.waiting, {row.cell.condition for row in facts.by_provider}) == (
        [],
        [],
        {"block"},
    )
    assert {cell.condition for cell, _ in facts.reclaims} == {"block"}, (
        "what a slice of all cores paused is nobody's else"
    )


def test_ratios_are_of_rates_and_the_faster_is_who_has_the_greater(facts: Facts) -> None:
    rows = facts.rows_of("cores")
    assert [(row.cell.format, row.baseline, row.other) for row in rows] == [
        (name, *PAIR) for name in USUAL
    ]
    for row in rows:
        assert row.decision and row.baseline_ns and row.other_ns
        planted, figures = RATIOS[row.cell.format] * WIDER, list(row.figures.values())
        assert row.decision.ratio.estimate == pytest.approx(planted, rel=0.02)
        assert said(row) == "rust-server faster by 3 % or more"
        low, high = stats.t.interval(
            1 - 0.05 / 3, 5, loc=fmean(figures), scale=stdev(figures) / 6**0.5
        )
        assert (log(row.decision.ratio.low), log(row.decision.ratio.high)) == pytest.approx(
            (low, high)
        )
        for number, groups in facts.groups[row.cell].items():
            rates = [[group[who].objects_per_s or 0 for who in PAIR] for group in groups]
            assert row.figures[number] == pytest.approx(
                median(log(first / second) for first, second in rates)
            )


def test_a_scaling_is_the_rate_over_the_threads_times_that_of_one(facts: Facts) -> None:
    assert len(facts.scalings) == 3 * 2
    for (_, who), found in facts.scalings.items():
        assert found.estimate == pytest.approx(SCALING[who.consumer.partition("-")[0]], rel=0.02)
        assert found.low < found.estimate < found.high and found.rounds == 6


def test_screen_summary_and_page_have_one_table_under_one_sentence(
    file: Path, facts: Facts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(file), create=False) as store:
        write(store, read.find(store, PAST[:10]), tmp_path, Past(), pngs=False)
    assert main(["show", PAST[:10], "--store", str(file)]) == ExitCode.OK
    screen, summary, page = (
        capsys.readouterr().out,
        (tmp_path / "summary.md").read_text(),
        (tmp_path / "report.html").read_text(),
    )
    for text in (summary, page):
        assert (
            "On all cores at once" in text and "Each contender parses on 2 threads at once" in text
        )
        assert text.index("On all cores at once") < text.index("How sure")
    for row in facts.rows_of("cores"):
        assert row.decision
        rates = [words.rate(row.baseline_ns), words.rate(row.other_ns)]
        scalings = [words.share(facts.scalings[row.cell, who]) for who in PAIR]
        cells = [*rates, words.ratio(row.decision.ratio), said(row), *scalings]
        assert f"| {' | '.join(cells)} |" in summary
        assert re.search(r"\s+".join(map(re.escape, cells)), screen)
        assert all(f">{cell}</td>" in page for cell in cells)
    assert "ratio rust-server / java-server" in summary
    assert re.search(r"\| (89|90|91) % \((8|9)\d … \d\d\) \|", summary)


def test_each_slice_has_its_threads_and_its_rate_in_the_csv(
    file: Path, facts: Facts, tmp_path: Path
) -> None:
    with open_store(str(file), create=False) as store:
        write(store, read.find(store, PAST[:10]), tmp_path, Past(), pngs=False)
    with (tmp_path / "csv" / "slices.csv").open() as text:
        rows = list(csv.DictReader(text))
    assert {
        (row["condition"], row["role"], row["threads"], row["objects_per_s"] == "") for row in rows
    } == {
        ("block", "", "1", True),
        ("cores", "", "2", False),
        ("cores", "one-thread", "1", False),
    }


def test_the_table_is_a_file_for_programs(file: Path, facts: Facts, tmp_path: Path) -> None:
    with open_store(str(file), create=False) as store:
        write(store, read.find(store, PAST[:10]), tmp_path, Past(), pngs=False)
    with (tmp_path / "csv" / "cores.csv").open() as text:
        rows = {(row["format"], row["consumer"]): row for row in csv.DictReader(text)}
    assert len(rows) == 3 * 2
    for row in facts.rows_of("cores"):
        rust, java = (rows[row.cell.format, who.consumer] for who in PAIR)
        assert row.decision and (rust["ratio"], rust["verdict"]) == ("", "")
        assert (float(java["ratio"]), float(java["ratio_low"]), java["verdict"]) == (
            row.decision.ratio.estimate,
            row.decision.ratio.low,
            said(row),
        )
        assert float(rust["objects_per_s"]) / float(java["objects_per_s"]) == pytest.approx(
            row.decision.ratio.estimate, rel=0.02
        )
        assert (float(java["scaling"]), java["threads"]) == (
            facts.scalings[row.cell, PAIR[1]].estimate,
            "2",
        )


def test_a_sweep_of_nothing_else_has_it_for_its_answer(
    store: Store, alone: Facts, tmp_path: Path
) -> None:
    assert alone.answer.startswith(
        "As people run it, rust-server parsed faster by 3 % or more in 3 of 3 rows (1.2"
    )
    made = document(alone)
    (chart,) = made.charts()
    assert "rate of rust-server / rate of java-server: right of 1 rust-server is faster" in str(
        chart.spec
    )
    write(store, alone.sweep, tmp_path, Past(), pngs=False)
    summary = (tmp_path / "summary.md").read_text()
    assert "rust-server objects/s" in summary and "p50 ns" not in summary
    assert (
        "The answer's rates hold what releasing the objects costs, but for what a concurrent "
        "collector" in summary
    )


def test_one_consumer_alone_has_its_rate_and_its_scaling(store: Store, tmp_path: Path) -> None:
    found = gather(store, sweep_of(store, 6, over=ON_ALL, pair=(Contender("rust-server"),)))
    write(store, found.sweep, tmp_path, Past(), pngs=False)
    summary = (tmp_path / "summary.md").read_text()
    assert "nobody is compared" in summary
    assert re.search(
        r"\| NumericObject \| JSON \| rust-server \| [\d,]+ \| \d\d % \(\d\d … \d\d\) \|", summary
    )


def test_what_no_provider_plays_a_part_in_is_refused_by_provider(
    store: Store, alone: Facts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(
            [
                "show",
                alone.sweep.id,
                "--by",
                "provider",
                "--store",
                str(tmp_path / "results" / "results.sqlite"),
            ]
        )
        == ExitCode.USAGE
    )
    assert "in which a provider plays a part" in " ".join(capsys.readouterr().err.split())


def test_a_sweep_without_it_has_no_such_section(store: Store, tmp_path: Path) -> None:
    write(store, sweep_of(store, 1, over=CELLS[:1]), tmp_path, Past(), pngs=False)
    assert "On all cores at once" not in (tmp_path / "summary.md").read_text()


def test_two_sweeps_show_their_rates_and_decide_nothing(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", PAST[:10], NOW[:10], "--store", str(file)]) == ExitCode.OK
    told = capsys.readouterr().out
    assert "On all cores a figure is a rate" in told
    of_java = told.split("java-server, objects a second, cores; (1) no walk says who shared")[1]
    for cell in ON_ALL:
        assert re.search(rf"{cell.object_name} +{cell.format} +[\d,]+ +[\d,]+ +- \(1\)", of_java)
    assert main(["compare", PAST[:10], NOW[:10], "--store", str(file), "--json"]) == ExitCode.OK
    data = {
        (item["cell"], item["contender"], item["baseline"]): item
        for item in json.loads(capsys.readouterr().out)
    }
    java = data[ON_ALL[0].slug, "java-server", None]
    assert java["ratio"] is None and java["first_objects_per_s"] > java["second_objects_per_s"]
    assert "first_ns" not in java and "first_ns" in data[CELLS[0].slug, "java-server", None]
    assert (
        main(["compare", PAST[:10], NOW[:10], "--store", str(file), "--fail-over", "5%"])
        == ExitCode.UNDECIDED
    )


def test_nights_leave_rates_out_and_say_so(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(file), create=False) as store:
        tonight = read.find(store, NOW[:10])
        past = look_back(store, tonight)
        assert {line.cell.condition for line in every_series(store, tonight, past.sweeps)} == {
            "block"
        }
        write(store, tonight, tmp_path, past, pngs=False)
        assert look_back(store, replace(tonight, conditions=planned(CELLS[:3]))).left_out == ""
    assert NO_RATES in (tmp_path / "summary.md").read_text()
    assert (
        main(
            ["history", "java/NumericObject/JSON/cores", "--sweep", NOW[:10], "--store", str(file)]
        )
        == ExitCode.USAGE
    )
    assert "nights keep times" in " ".join(capsys.readouterr().err.split())


def test_a_night_of_rates_says_that_it_has_no_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BENCH_OTAVA", sys.executable)
    file = str(tmp_path / "n.sqlite")
    with open_store(file) as store:
        kept = sweep_of(store, 1, over=ON_ALL[:1], held=planned(ON_ALL[:1]))
    monkeypatch.setattr(nightly, "_swept", lambda args: Outcome(kept))
    assert (
        main(["nightly", "--store", file, "--out", str(tmp_path / "out")])
        == ExitCode.NOT_COMPARABLE
    )
    assert NO_RATES in capsys.readouterr().out
    assert main(["history", "java/NumericObject/JSON", "--store", file]) == ExitCode.USAGE
    assert "nights keep times" in " ".join(capsys.readouterr().err.split())


def test_a_readme_of_rates_alone_is_refused(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = sweep_of(store, 1, over=ON_ALL[:1], held=planned(ON_ALL[:1]))
    assert (
        main(
            ["report", kept.id, "--readme", "--store", str(tmp_path / "results" / "results.sqlite")]
        )
        == ExitCode.USAGE
    )
    assert "rates on all cores alone" in " ".join(capsys.readouterr().err.split())
