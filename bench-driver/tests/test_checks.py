"""The two series as they are measured and told: that they share no process and no interval, and
what older stores become.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.series import nights
from bench_driver.cli import screen, server_answers
from bench_driver.errors import NotComparable
from bench_driver.measure.sweeping import to_do
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.reading import Line, find_line, lines_in_order
from bench_driver.model.series import CHECKS
from bench_driver.plan.request import Request
from bench_driver.plan.stopping import after as decide_after
from bench_driver.plan.stopping import at_first
from bench_driver.report import readme, words
from bench_driver.report import slices_csv as slices
from bench_driver.report.comparison import sweeps_compared
from bench_driver.report.cores_csv import rows as cores_rows
from bench_driver.report.document import Items, Table
from bench_driver.report.documents import document
from bench_driver.report.sections import all_cores as cores
from bench_driver.report.sections.answer import tables
from bench_driver.report.sections.setting import conditions
from bench_driver.servers.contract import Engines
from bench_driver.stats.log_ratios import estimate
from bench_driver.store import migrate, read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.web.view import view

from .grouped import answered, sweep_of, times
from .series import OF_BEFORE, SERVERS, InSeries, OfBefore, as_the_third_driver_left_it, listed
from .slicing import slices_of, sweep_in_groups
from .stores import CELLS, PlannedSlice
from .sweeping import Miniatures
from .test_sweep_groups_ends import Interrupting, Pressing

BOTH = ("usual", "equal")
OF_EQUAL = tuple(replace(cell, checks="equal") for cell in CELLS)


@pytest.mark.parametrize("restarts", [True, False])
def test_each_series_is_warmed_and_measured_by_consumers_of_its_own_where_they_can_be_restarted(
    store: Store, restarts: bool
) -> None:
    servers = InSeries()
    servers.restarts = restarts
    assert sweep_in_groups(store, servers, rounds=3, checks=BOTH).error is None
    assert sorted(servers.restarted) == (
        ["java-server"] * 3 + ["rust-server"] * 3 if restarts else []
    )
    runs = [
        run
        for run in read.answers(store, read.find(store).id)
        if run.scenario.consumer == "java-server"
    ]
    for number in (1, 2, 3):
        engines = [
            name
            for name, _ in groupby(
                run.request["engine"].endswith("-equal") for run in runs if run.round == number
            )
        ]
        assert sorted(engines) == [False, True], (
            "a series is warmed and measured before the other begins"
        )
    assert {(one.cell.checks, one.contender.engine) for one in slices_of(store)} == {
        ("usual", ""),
        ("equal", ""),
    }
    kept = read.find(store)
    assert (
        len(kept.about["cells"]),
        {item["checks"] for item in kept.about["cells"]},
        kept.state,
    ) == (4, set(BOTH), "complete")
    assert {len(item["pilot"]) for item in kept.about["cells"]} == {2}


@pytest.mark.parametrize("runs", [3, 22, 30, 45])
def test_a_first_round_that_is_cut_in_either_series_is_made_again(store: Store, runs: int) -> None:
    assert sweep_in_groups(
        store, InSeries(), reporter=Interrupting(runs, object), checks=BOTH
    ).interrupted
    sweep_in_groups(store, InSeries(), resume=read.find(store))
    kept = read.find(store)
    assert (kept.state, len(kept.about["cells"]), to_do(kept)) == ("complete", 4, [])
    assert len(slices_of(store)) == 2 * 4 * 4 * 2


def test_the_pilots_rows_hold_together_within_a_series() -> None:
    figures = {
        replace(cell, checks=checks): {number: 0.5 + 0.02 * number for number in range(1, 7)}
        for cell in CELLS[:2]
        for checks in BOTH
    }
    begun = replace(
        at_first(Request().stopping),
        rounds=6,
        seconds=tuple((str(number), 10.0) for number in range(1, 7)),
    )
    both, alone = (
        decide_after(begun, found)
        for found in (figures, {cell: of for cell, of in figures.items() if cell.checks == "equal"})
    )
    assert both.rounds == alone.rounds
    assert {row.cell.checks for row in both.rows} == set(BOTH)


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    def made(item: PlannedSlice, p50_ns: float) -> Any:
        found = answered(
            item,
            p50_ns
            * (
                1.5
                if item.turn.cell.checks == "equal"
                and item.turn.contender.consumer == "java-server"
                else 1
            ),
        )
        guard = 400 if item.turn.contender.consumer == "java-server" else 100
        return replace(found, answer={**(found.answer or {}), "guard_ns": guard * item.turn.amount})

    over = [
        replace(cell, condition=condition)
        for cells in (CELLS, OF_EQUAL)
        for condition in ("block", "http")
        for cell in cells
    ]
    with open_store(str(tmp_path_factory.mktemp("checks") / "a.sqlite")) as store:
        return gather(store, sweep_of(store, 6, times(), over=over, made=made))


def test_the_intervals_of_a_series_are_those_that_it_has_alone(facts: Facts) -> None:
    assert [(one.title, len(one.rows)) for one in facts.series] == [
        ("As people run it", 6),
        ("With equal checks", 6),
    ]
    assert [row.decision for row in facts.rows] == [
        row.decision for one in facts.series for row in one.rows
    ]
    for row in facts.rows:
        assert row.decision and row.decision.ratio == estimate(list(row.figures.values()), 6)
    for name in ("by_tail", "by_cost", "by_provider", "waiting"):
        found, alone = (
            getattr(facts, name),
            [one for part in facts.series for one in getattr(part, name)],
        )
        assert found and sorted(map(repr, found)) == sorted(map(repr, alone)), name
    assert facts.reclaims == {
        key: found for part in facts.series for key, found in part.reclaims.items()
    }


def test_the_sentence_says_the_usual_series_first_and_then_the_equal_one(facts: Facts) -> None:
    usual, equal = facts.answer.split(" With equal checks, ")
    assert usual.startswith(
        "As people run it, rust-server parsed faster by 3 % or more in 4 of 6 rows (1.5"
    )
    assert equal.startswith("rust-server parsed faster by 3 % or more in 6 of 6 rows (1.5")


def test_each_series_has_tables_and_pictures_of_its_own_which_say_what_the_guard_takes(
    facts: Facts,
) -> None:
    shown = tables(facts)
    assert [table.caption.partition(":")[0] for table in shown] == ["As people run it"] * 2 + [
        "With equal checks"
    ] * 2
    assert [len(table.rows) for table in shown] == [6] * 4
    assert shown[0].caption.endswith(
        "; not included: the guard of an object, 100 ns in rust-server, 400 ns in java-server"
    )
    whole = document(facts)
    assert [chart.name for chart in whole.charts() if chart.name.startswith("answer")] == [
        "answer",
        "answer_equal",
    ]
    assert len({chart.name for chart in whole.charts()}) == len(whole.charts())
    (section,) = [section for section in whole.sections if section.anchor == "answer"]
    assert "Rust's engines with equal checks are a build of their own" in str(section.blocks)
    for made in whole.sections:
        for table in (
            block
            for block in made.blocks
            if isinstance(block, Table)
            and made.anchor in ("sure", "tail", "reclaim", "neighbour", "providers")
        ):
            kinds = {("equal checks" in str(row)) for row in table.rows}
            assert len(kinds) == 1, (made.anchor, table.caption)


def test_a_caption_behind_a_series_is_small_but_for_an_abbreviation() -> None:
    assert [
        words.going_on(caption)
        for caption in ("Ratios by the neighbour", "CPU that idle contenders used", "")
    ] == [
        "ratios by the neighbour",
        "CPU that idle contenders used",
        "",
    ]


def test_the_page_has_the_conditions_of_each_series_by_themselves(facts: Facts) -> None:
    shown = view(facts)
    assert [one["name"] for one in shown["conditions"]] == [
        "block",
        "http",
        "block, equal checks",
        "http, equal checks",
    ]
    for one in shown["conditions"]:
        rows = [row for pair in one["pairs"] for row in pair["rows"]]
        assert len(rows) == 6 and {row["condition"] for row in rows} == {one["name"]}
    sentences = [one["sentence"] for one in shown["conditions"] if one["name"].startswith("block")]
    assert " ".join(sentences) == shown["told"]["answer"]


def test_the_readme_has_the_first_series_and_pictures_of_each_are_kept(
    facts: Facts, tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text(
        "# x\n\n## The answer today\n\nold\n\n**What is timed**: y\n"
    )
    written = readme.write(readme.Answers(facts), tmp_path)
    assert {file.name for file in written} == {
        "README.md",
        "summary.md",
        "answer.svg",
        "answer_equal.svg",
    }
    said = (tmp_path / "README.md").read_text()
    assert "As people run it: rust-server" in said
    assert "With equal checks: rust-server" not in said, "its table stands in the summary"


def test_exports_say_the_series_of_each_row(facts: Facts) -> None:
    assert {row.checks for row in slices.rows("x", facts.seen)} == set(BOTH)
    assert sum(row.checks == "equal" for row in slices.rows("x", facts.seen)) == len(
        facts.series[1].seen
    )


def test_all_cores_have_tables_of_each_series(store: Store) -> None:
    found = gather(
        store,
        sweep_of(
            store,
            2,
            over=[
                Cell(object_type="DummyObject", format="JSON", condition=condition, checks=checks)
                for checks in BOTH
                for condition in ("block", "cores")
            ],
        ),
    )
    assert [table.caption for table in cores.tables(found)] == [
        f"{title}: rust-server and java-server, on all cores at once" for title in CHECKS.values()
    ]
    assert found.scalings == {
        key: scaling for one in found.series for key, scaling in one.scalings.items()
    }
    assert [row.checks for row in cores_rows(found)] == ["usual", "usual", "equal", "equal"]


def test_the_conditions_name_the_engine_of_each_contender_and_its_settings(store: Store) -> None:
    sweep_in_groups(store, InSeries(), rounds=1, formats=("JSON",), checks=BOTH)
    said = str(conditions(gather(store, read.find(store))).blocks)
    assert (
        "As people run it, java-server in JSON: jackson-databind, as its documentation begins"
        in said
    )
    assert "With equal checks, java-server in JSON: jackson-databind-equal, " in said
    assert "a part for each series, with consumers of its own" in said


def test_servers_engines_shows_series_and_settings(capsys: pytest.CaptureFixture[str]) -> None:
    said = Engines.model_validate(
        {
            **SERVERS["java-server"],
            "engines": [
                {**listed("jackson-databind-equal", ["equal"]), "settings": ["STRICT: as serde"]}
            ],
        }
    )
    screen.out().print(server_answers.engines("java-server", said))
    shown = capsys.readouterr().out
    assert (
        re.search(r"jackson-databind-equal +JSON +equal", shown)
        and "jackson-databind-equal: STRICT: as serde" in shown
    )


def test_a_line_is_named_with_its_series_where_it_is_not_the_first() -> None:
    java = Contender("java-server")
    known = [
        Line(java, replace(CELLS[0], condition=condition, checks=checks))
        for checks in BOTH
        for condition in ("block", "http")
    ]
    assert find_line("java/NumericObject/JSON", known) == known[0]
    assert find_line("java/NumericObject/JSON/http", known) == known[1]
    assert find_line("java/NumericObject/JSON/block/equal", known) == known[2]
    assert find_line(known[3].slug, known) == known[3]
    assert str(known[3]) == "java-server, NumericObject as JSON, http, equal checks"


SMALL: dict[str, Any] = {"checks": ("equal",), "engines": OF_BEFORE}


def whole(store: Store) -> list[Any]:
    """All that is kept of the sweeps of a store, but for what servers announced."""
    kept = []
    for sweep in read.sweeps(store):
        about = {name: value for name, value in sweep.about.items() if name != "servers"}
        kept.append(
            (
                sweep.conditions,
                about,
                list(read.answers(store, sweep.id)),
                slices_of(store),
                read.scenarios(store, sweep.id),
            )
        )
    return kept


def goes_back_and_forth(store: Store) -> None:
    """Sweeps from before there were series are what they would have been with the names of now, and
    one that was cut goes on.
    """
    assert sweep_in_groups(store, OfBefore(), reporter=Pressing(), **SMALL).interrupted
    before = whole(store)
    as_the_third_driver_left_it(store)
    with store.reading() as connection:
        kept = [
            str(row)
            for table in ("sweep", "turn", "attempt")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    assert "jackson-databind" in str(kept) and "equal" not in str(kept)
    migrate.upgrade(store)
    assert whole(store) == before
    cut = read.find(store)
    java, rust = (cut.about["servers"][f"{name}-server"]["engines"] for name in ("java", "rust"))
    assert [(engine["name"], engine["checks"]) for engine in java][:1] == [
        ("jackson-databind-blackbird-equal", ["equal"])
    ]
    assert {(engine["name"], tuple(engine["checks"])) for engine in rust} == {
        (f"{name}-equal", BOTH) for name in ("serde_json", "bson", "quick-xml")
    }
    resumed = sweep_in_groups(store, OfBefore(), resume=cut)
    assert (resumed.error, read.find(store).state, len(slices_of(store))) == (
        None,
        "complete",
        2 * 2 * 4 * 2,
    )
    assert {one.contender.engine for one in slices_of(store)} == set(OF_BEFORE) - {
        "bson-equal",
        "bson4jackson-blackbird-equal",
    }


def test_an_older_store_gets_series_and_names_and_its_sweeps_go_on(store: Store) -> None:
    goes_back_and_forth(store)


def test_an_older_line_is_not_joined_with_the_default_of_now(store: Store) -> None:
    assert sweep_in_groups(store, OfBefore(), formats=("JSON",), **SMALL).error is None
    as_the_third_driver_left_it(store)
    migrate.upgrade(store)
    before = read.find(store)
    assert sweep_in_groups(store, InSeries(), formats=("JSON",), checks=BOTH).error is None
    lines = nights(store, read.sweeps(store))
    cell = Cell(object_type="DummyObject", format="JSON", condition="block")
    equal = replace(cell, checks="equal")
    of_before = {
        "java-server": "jackson-databind-blackbird-equal",
        "rust-server": "serde_json-equal",
    }
    for consumer, engine in of_before.items():
        known = {
            line: len(found) for line, found in lines.items() if line.contender.consumer == consumer
        }
        assert known == {
            Line(Contender(consumer), cell): 1,
            Line(Contender(consumer), equal): 1,
            Line(Contender(consumer, engine), equal): 1,
        }
        assert (
            str(lines_in_order(read.find(store), known)[0])
            == f"{consumer}, DummyObject as JSON, block"
        )
    with pytest.raises(NotComparable, match="share no cell"):
        sweeps_compared(store, [before], [read.find(store)])


def test_a_sweep_of_today_is_refused_where_an_engine_of_its_plan_is_another(store: Store) -> None:
    assert sweep_in_groups(store, InSeries(), reporter=Pressing(), checks=BOTH).interrupted
    error = sweep_in_groups(store, Miniatures(), resume=read.find(store)).error
    assert error and "its engines differ from the plan's" in error.why


def test_the_conditions_name_of_a_server_the_engines_that_take_part(store: Store) -> None:
    sweep_in_groups(store, InSeries(), rounds=1, formats=("JSON",), checks=BOTH)
    facts = gather(store, read.find(store))
    servers = facts.sweep.about["servers"]
    items = [
        line
        for block in conditions(facts).blocks
        if isinstance(block, Items)
        for line in block.items
    ]
    said = {name: line for line in items for name in servers if line.startswith(f"{name}: ")}
    assert {
        name: {
            engine["name"] for engine in server["engines"] if f" {engine['name']} " in said[name]
        }
        for name, server in servers.items()
    } == {
        "rust-server": {"serde_json", "serde_json-equal"},
        "java-server": {"jackson-databind", "jackson-databind-equal"},
        "rust-provider": {"serde_json"},
        "java-provider": {"jackson-databind"},
    }
