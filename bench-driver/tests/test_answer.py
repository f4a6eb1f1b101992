"""Screen, summary and page say the same of a sweep: they show one value, and a store is read once for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bench_driver.analysis.facts import Facts, gather
from bench_driver.analysis.history.gather import Past, look_back
from bench_driver.cli import main
from bench_driver.model.records import Answer, SweepRecord
from bench_driver.model.scenario import Scenario, contender
from bench_driver.plan.plan import Plan
from bench_driver.report import words
from bench_driver.report.folder import write
from bench_driver.report.sections.answer import tables
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.write import add_attempt

from .miniatures import Json, result
from .stores import add, attempt, keys, measure
from .test_report import PLAN, noisy, store_with

PAST = "2026-11-20T12:00:00.000+00:00"


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


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, SweepRecord, Path]]:
    """A sweep with noise, failed runs and another one before it, its folder written."""
    place = tmp_path_factory.mktemp("answer")
    kept, found = store_with(place / "a.sqlite", noisy())
    measure(kept, add(kept, replace(PLAN, rounds=1), planned_at=PAST, machine=found.about["machine"]).id)
    write(kept, found, place, look_back(kept, found), pngs=False)
    yield kept, found, place
    kept.close()


def shown(swept: tuple[Store, SweepRecord, Path], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["show", swept[1].id, "--store", str(swept[2] / "a.sqlite")]) == 0
    return capsys.readouterr().out


def test_what_the_screen_shows_stands_in_summary_and_page_with_the_same_text(
    swept: tuple[Store, SweepRecord, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    store, sweep, folder = swept
    screen, page = shown(swept, capsys), Cells()
    page.feed((folder / "report.html").read_text())
    summary = (folder / "summary.md").read_text()
    facts = gather(store, sweep, look_back(store, sweep))
    assert len(facts.rows) == 3
    for row in facts.rows:
        assert row.ratio and row.baseline_ns and row.other_ns
        cells = [words.ns(row.baseline_ns.estimate), words.ns(row.other_ns.estimate), words.ratio(row.ratio), row.faster]
        assert re.search(r"\s+".join(map(re.escape, cells)), screen)
        assert f"| {' | '.join(cells)} |" in summary
        place = page.texts.index(cells[2])
        assert page.texts[place - 2 : place + 2] == cells
    (table,) = tables(facts)
    assert [cell for line in table.rows for cell in line if cell not in page.texts or cell not in screen or f"| {cell} |" not in summary] == []
    for said in (facts.sentence, *facts.notes):
        assert said in screen.splitlines()
        assert said in page.texts
        assert said in summary
    assert summary.index(facts.sentence) < summary.index("| object type")
    assert re.match(r"rust-server parsed faster in 2 of 3 comparisons .*measured runs say that they were disturbed", facts.sentence)


def test_the_sentence_ends_with_what_to_do_next(swept: tuple[Store, SweepRecord, Path]) -> None:
    store, sweep, _ = swept
    (earlier,) = (item.id for item in read.sweeps(store) if item.id != sweep.id)
    past = Past({name: read.find(store, name) for name in (earlier, sweep.id)})
    assert f" Next: open report.html; bench-driver compare {earlier} {sweep.id}; bench-driver sweep --rounds 10" in gather(store, sweep, past).sentence
    assert "compare" not in gather(store, sweep).sentence, "where nothing can be compared"
    assert gather(store, replace(sweep, state="interrupted"), past).sentence.endswith(f" Next: bench-driver sweep --resume {sweep.id}.")


def test_each_answer_is_read_once(swept: tuple[Store, SweepRecord, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, sweep, _ = swept
    seen = list[tuple[Scenario, str, str | None, int]]()

    def counted(store: Store, sweep_id: str, series: str | None = None, scenario: Scenario | None = None, outcome: str | None = None) -> Iterator[Answer]:
        for item in answers(store, sweep_id, series, scenario, outcome):
            seen.append((item.scenario, item.series, item.arm, item.round))
            yield item

    answers = read.answers
    monkeypatch.setattr(read, "answers", counted)
    write(store, sweep, tmp_path, Past(), pngs=False)
    assert len(seen) == len({*seen}) == len(list(answers(store, sweep.id))) > 0


def test_a_round_without_the_largest_amount_counts_nowhere(store: Store, tmp_path: Path) -> None:
    """With a run for each amount one may fail; a ratio of two amounts would be none."""
    plan = Plan(PLAN.scenarios[:1] + PLAN.scenarios[3:4], (1000, 5000), 6, 7, replace(PLAN.conditions, independent=True, warmup=0), ())
    sweep = add(store, plan)
    failed: Json = {"code": "provider_truncated", "detail": "on purpose"}
    for key, number, series, consumer, body in keys(store, sweep.id):
        cut = (series, number, consumer, body["amount"]) == ("steady", 2, "rust-server", 5000)
        answer = None if cut else result(consumer.partition("-")[0], body)
        add_attempt(store, attempt(key, body, answer, failed if cut else None))
    facts = write(store, read.find(store, sweep.id), tmp_path, Past(), pngs=False)
    assert isinstance(facts, Facts)
    (row,) = facts.rows
    assert row.ratio and row.ratio.rounds == 5
    assert {contender(scenario): sorted(rounds) for scenario, rounds in facts.figures.items()} == {
        "rust-server": [1, 3, 4, 5, 6],
        "java-server": [1, 2, 3, 4, 5, 6],
    }
    assert "provider_truncated: on purpose" in (tmp_path / "summary.md").read_text()
