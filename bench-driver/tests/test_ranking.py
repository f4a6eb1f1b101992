"""Engines by rank: who shares one, which format is a runtime's best, and what the spread of
times is made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log
from pathlib import Path

import altair as alt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.ranking import formats, mean_of, ranking, split, spread
from bench_driver.model.cell import FLOOR, Contender
from bench_driver.report.document import Charts, Section, Table, Text
from bench_driver.report.sections.answer import answer
from bench_driver.report.sections.ranks import ranked, sentence
from bench_driver.store.opening import open_store

from .grouped import FOUR, four, sweep_of
from .sections import shown
from .stores import CELLS

RUST, SIMD, JAVA, FAST = FOUR
TIMES = {RUST: 2000, SIMD: 1000, JAVA: 3000, FAST: 2010}
FORMATS = {"JSON": 1.0, "BSON": 1.5, "XML": 4.0}


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Facts]:
    with open_store(str(tmp_path_factory.mktemp("ranking") / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 6, four, over=CELLS, pair=FOUR))
        yield found


@pytest.fixture(scope="module")
def section(facts: Facts) -> Section:
    return shown(ranked(facts))


def test_each_engine_has_a_place_and_shares_it_where_nothing_is_decided(facts: Facts) -> None:
    for cell, those in ranking(facts).items():
        assert {one.contender for one in those} == set(FOUR)
        assert [(one.rank, one.contender) for one in those][0::3] == [(1, SIMD), (4, JAVA)], cell
        assert {one.contender for one in those[1:3]} == {RUST, FAST} and [
            one.rank for one in those[1:3]
        ] == [2, 2]
        assert those[0].over_first is None
        for one in those[1:]:
            assert (
                one.over_first
                and one.over_first.known
                and one.over_first.estimate == pytest.approx(TIMES[one.contender] / 1000, rel=0.02)
            )
        assert those[0].mb_s == pytest.approx(
            1000 * those[0].body_bytes / (1000 * FORMATS[cell.format]), rel=0.03
        )


def test_a_setup_is_ranked_where_its_engine_is_one_that_the_usual_consumer_lacks(
    tmp_path: Path,
) -> None:
    added, set_up = (
        Contender("rust-server", "by-hand", setup="by-hand"),
        Contender("java-server", "fastjson2", setup="zgc"),
    )
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(
            store,
            sweep_of(
                store,
                6,
                lambda turn: 1000.0 + turn.round,
                over=CELLS[:1],
                pair=(RUST, FAST, added, set_up),
            ),
        )
        made = ranking(found)
        assert {one.contender for one in made[CELLS[0]]} == {RUST, FAST, added}
        assert {consumer for _, consumer in formats(made, found)} == {"rust-server", "java-server"}
        assert shown(ranked(found)).blocks


def test_a_floor_is_beside_its_consumers_engines_and_ranked_with_none(tmp_path: Path) -> None:
    floors = [Contender(f"{name}-server", "floor-json", role=FLOOR) for name in ("rust", "java")]
    took = {**TIMES, **dict(zip(floors, (100, 300), strict=True))}
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(
            store,
            sweep_of(
                store,
                6,
                lambda turn: took[turn.contender] * (1 + turn.round / 1000),
                over=CELLS[:1],
                pair=(*FOUR, *floors),
            ),
        )
        (those,) = ranking(found).values()
        assert {
            one.contender: one.over_floor and round(one.over_floor.estimate) for one in those
        } == {RUST: 20, SIMD: 10, JAVA: 10, FAST: 7}
        assert len(found.rows) == 3
        (places, *_) = [block for block in shown(ranked(found)).blocks if isinstance(block, Table)]
        assert places.head[6] == "over its floor" and places.rows[0][6].startswith("10.0")


def test_each_runtime_has_its_formats_by_their_best_engine(facts: Facts) -> None:
    found = formats(ranking(facts), facts)
    assert set(found) == {
        (kind, consumer)
        for kind in ("NumericObject", "DummyObject")
        for consumer in ("rust-server", "java-server")
    }
    for (_, consumer), those in found.items():
        assert [one.best.cell.format for one in those] == ["JSON", "BSON", "XML"]
        assert {one.best.contender for one in those} == {
            SIMD if consumer == "rust-server" else FAST
        }
        for one in those[1:]:
            assert one.over_first and one.over_first.estimate == pytest.approx(
                FORMATS[one.best.cell.format], rel=0.03
            )


def test_formats_are_compared_by_times_that_are_alike(facts: Facts) -> None:
    same, (one, *_) = replace(facts), facts.measured.values()
    vars(same)["alike"] = dict.fromkeys(facts.measured, one)
    ratios = [
        each.over_first.estimate
        for those in formats(ranking(same), same).values()
        for each in those
        if each.over_first
    ]
    assert ratios == pytest.approx([1.0] * 8)
    assert spread(same, CELLS[:3]).formats == pytest.approx(0.0)


def test_the_section_has_a_sentence_a_picture_a_cell_and_the_same_places(
    facts: Facts, section: Section
) -> None:
    lead, *_ = [block.text for block in section.blocks if isinstance(block, Text)]
    assert (
        lead.startswith("As people run it: of the spread of times there lies ")
        and "typically a factor of" in lead
    )
    (drawn,) = [block for block in section.blocks if isinstance(block, Charts)]
    assert [chart.name for chart in drawn.charts] == [
        *(f"engines_{cell.slug}" for cell in CELLS),
        "spread",
    ]
    for chart in drawn.charts:
        alt.Chart.from_dict(chart.spec)
    places, of_formats, of_spread = [block for block in section.blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in (places, of_formats, of_spread)] == [6 * 4, 2 * 2 * 3, 2]
    assert "over its floor" not in places.head
    assert places.rows[0][2:4] == ["1", "rust-server simd-json"] and places.rows[0][5] == "1"


def test_the_answer_is_of_the_defaults_and_has_the_others_aside(facts: Facts) -> None:
    made = answer(facts)
    (sentence, *_) = (block.text for block in made.blocks if isinstance(block, Text))
    assert "rust-server parsed faster" in sentence and "simd-json" not in sentence
    assert [
        chart.name for block in made.blocks if isinstance(block, Charts) for chart in block.charts
    ] == ["answer"]
    tables = [
        (table.head[3].removesuffix(" ns"), table.aside)
        for table in made.blocks
        if isinstance(table, Table)
    ]
    assert tables == [
        ("rust-server simd-json", True),
        ("java-server", False),
        ("java-server fastjson2", True),
    ]


def test_where_one_format_alone_is_ranked_nothing_is_said_of_formats(tmp_path: Path) -> None:
    by_hand = Contender("rust-server", "simd-json", setup="by-hand")
    three = {RUST: 2000, JAVA: 3000, by_hand: 1000}
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(
            store,
            sweep_of(
                store,
                6,
                lambda turn: three[turn.contender] * (1 + turn.round / 1000),
                over=CELLS[:1],
                pair=tuple(three),
            ),
        )
        made = shown(ranked(found))
    said = " ".join(block.text for block in made.blocks if isinstance(block, Text))
    assert "share a rank" in said and "spread" not in said
    assert "in one process" not in said, "each consumer has one engine"
    assert [
        chart.name for block in made.blocks if isinstance(block, Charts) for chart in block.charts
    ] == [f"engines_{CELLS[0].slug}"]
    assert len([block for block in made.blocks if isinstance(block, Table)]) == 2


def test_a_sweep_of_two_contenders_ranks_nobody(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 1, four, over=CELLS[:1], pair=(RUST, JAVA)))
        assert ranked(found) is None


def test_a_spread_is_split_by_who_makes_it() -> None:
    one = {"rust": [0.0], "java": [0.0]}
    assert split({"JSON": one, "XML": {"rust": [1.0], "java": [1.0]}}).shares == (1, 0, 0)
    assert split({"JSON": {"rust": [0.0], "java": [1.0]}}).shares == (0, 1, 0)
    assert split({"JSON": {"rust": [0.0, 1.0]}}).shares == (0, 0, 1)
    assert split({"JSON": one}).shares == (0, 0, 0)
    assert split({"JSON": {"rust": [0.0, 2 * log(2)]}}).factors == pytest.approx((1, 1, 2))


Logs = st.dictionaries(
    st.sampled_from("ABC"),
    st.dictionaries(
        st.sampled_from("xy"), st.lists(st.floats(-3, 3), min_size=1, max_size=4), min_size=1
    ),
    min_size=1,
)


@given(Logs)
def test_the_parts_of_a_spread_are_all_of_it(logs: dict[str, dict[str, list[float]]]) -> None:
    one = split(logs)
    weighed = [
        (value, 1 / len(logs) / len(runtimes) / len(values))
        for runtimes in logs.values()
        for values in runtimes.values()
        for value in values
    ]
    centre = sum(value * weight for value, weight in weighed)
    whole = sum(weight * (value - centre) ** 2 for value, weight in weighed)
    assert one.formats + one.runtimes + one.libraries == pytest.approx(whole, abs=1e-9)
    assert mean_of([one, one]).formats == pytest.approx(one.formats)
    assert "%" in sentence(one)
