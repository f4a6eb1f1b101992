"""Compressed bodies: how a sweep plans them, and what its report says of them next to plain ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from typing import Any

import pytest

from bench_driver.analysis.codings import pairs
from bench_driver.analysis.facts import Facts
from bench_driver.analysis.fronts import fronts
from bench_driver.analysis.gather import gather
from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Turn
from bench_driver.model.reading import Line, find_line, name_of
from bench_driver.model.records import Attempt
from bench_driver.plan.request import Request
from bench_driver.report.document import Table
from bench_driver.report.documents import document, summary
from bench_driver.report.markdown import markdown
from bench_driver.report.sections.codings import bandwidth, coded
from bench_driver.servers.contract import Engines
from bench_driver.store.opening import open_store

from .grouped import answered, sweep_of
from .miniatures import Json, engines
from .plans import plan_of, slices
from .sections import shown
from .stores import CELLS, PlannedSlice

PROVIDERS = ("rust-provider", "java-provider")
PLAIN = replace(CELLS[0], object_type="DummyObject", format="JSON")
#: By coding: the bytes of a body of 1,000 on the wire, and what decoding it takes, ns.
CODED = {"": (1000, 0), "gzip": (250, 1500), "br": (1100, 500)}
OVER = [replace(PLAIN, coding=name) for name in CODED]


def time(turn: Turn) -> float:
    dice = random.Random(f"{turn.round} {turn.group} {turn.place} {turn.cell} {turn.contender}")
    twice = 2 if turn.contender.consumer == "java-server" else 1
    return twice * 1000 * exp(dice.gauss(0, 0.01))


def made(item: PlannedSlice, p50_ns: float) -> Attempt:
    """A slice of bodies of 1,000 bytes, each guarded in 100 ns and decoded as its coding says."""
    coding, amount = item.turn.cell.coding, item.turn.amount
    one = answered(replace(item, request={**item.request, "coding": coding}), p50_ns)
    told: Json = dict(one.answer or {})
    told |= {"payload": {**told["payload"], "bytes": 1000 * amount}, "guard_ns": 100 * amount}
    if coding:
        size, decoding_ns = CODED[coding]
        told["coded"] = {**told["coded"], "bytes": size * amount}
        told["decoding"] = {**told["decoding"], "p50_ns": decoding_ns}
    return replace(one, answer=told)


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Facts]:
    with open_store(str(tmp_path_factory.mktemp("codings") / "a.sqlite")) as store:
        yield gather(store, sweep_of(store, 6, time, over=OVER, made=made))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Facts]:
    with open_store(str(tmp_path_factory.mktemp("plain") / "a.sqlite")) as store:
        yield gather(store, sweep_of(store, 6, time, over=OVER[:1], made=made))


def announced(**changes: Any) -> dict[str, Engines]:
    return {
        f"{name}-server": Engines.model_validate({**engines(name), **changes})
        for name in ("rust", "java")
    }


def planned(**changes: Any) -> list[Cell]:
    asked: Json = {"formats": ("JSON",), "object_types": ("DummyObject",), "codings": ("br,gzip",)}
    return [*plan_of(Request(**{**asked, **changes}), announced(), PROVIDERS).contenders]


def test_each_coding_that_is_asked_for_is_a_cell_next_to_the_plain_one() -> None:
    assert [cell.coding for cell in planned()] == ["", "gzip", "br"]
    assert [cell.coding for cell in planned(codings=("all",))] == ["", "gzip", "zstd", "br"]
    assert [cell.coding for cell in planned(codings=())] == [""]
    assert [str(cell) for cell in planned(codings=("zstd",))][
        1
    ] == "DummyObject as JSON, zstd, block"
    both = planned(conditions=("http", "push"), codings=("br",))
    assert [(cell.condition, cell.coding) for cell in both] == [
        ("http", ""), ("http", "br"), ("push", ""),
    ]  # fmt: skip


def test_runs_ask_for_the_coding_of_their_cell() -> None:
    request = Request(formats=("JSON",), object_types=("DummyObject",), codings=("zstd",))
    plan = plan_of(request, announced(), PROVIDERS)
    runs = slices(plan, 1, dict.fromkeys(plan.contenders, 4096))
    assert {(turn.cell.coding, asked.get("coding")) for turn, asked in runs} == {
        ("", None), ("zstd", "zstd"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "asked", "why"),
    [
        ({}, {"codings": ("deflate",)}, "there are gzip, zstd, br"),
        ({"codings": []}, {"codings": ("gzip",)}, "announce no content coding"),
        ({}, {"conditions": ("cores",)}, "only whole objects under block, http, replay"),
    ],
)
def test_a_coding_that_nobody_can_measure_is_refused(said: Json, asked: Json, why: str) -> None:
    request = Request(**{"codings": ("gzip",), "formats": ("JSON",), **asked})
    with pytest.raises(UsageError) as refused:
        plan_of(request, announced(**said), PROVIDERS)
    assert "--coding" in str(refused.value) and why in str(refused.value.why)


def test_compressed_bodies_change_nothing_of_the_answer(facts: Facts, plain: Facts) -> None:
    assert (facts.cells, {*facts.whole.cells}) == ([PLAIN], {*OVER})
    ours, of_all = (one.rows[0].decision for one in (facts, facts.whole))
    assert ours and of_all and ours.ratio.high < of_all.ratio.high, "its interval is one of fewer"
    assert coded(plain) is None and plain.whole is plain


def test_a_pair_says_what_decoding_costs_and_from_which_bandwidth_it_pays(facts: Facts) -> None:
    br, gzip = (one for one in pairs(facts) if one.coded.contender.consumer == "rust-server")
    assert gzip.plain.delivered_ns() == pytest.approx(1100, rel=0.01)
    assert gzip.coded.delivered_ns() == pytest.approx(2600, rel=0.01)
    assert gzip.below_bits_s == pytest.approx(8 * 750 / 1500 * 1e9, rel=0.01)
    assert gzip.coded.delivered_ns(1e9) == pytest.approx(2600 + 2000, rel=0.01)
    assert br.below_bits_s is None, "it saves nothing"


def test_the_report_has_coded_bodies_against_plain_ones_and_in_the_fronts(facts: Facts) -> None:
    _, table, _ = shown(coded(facts)).blocks
    assert isinstance(table, Table)
    rows = {tuple(row[2:4]): row for row in table.rows}
    assert rows["gzip", "rust-server"][:8] == [
        "DummyObject", "JSON", "gzip", "rust-server", "1,000", "250", "1,500", "100",
    ]  # fmt: skip
    assert rows["gzip", "rust-server"][-1].endswith(" Gbit/s")
    assert rows["br", "java-server"][-1] == "never"
    whole = markdown(summary(document(facts)))
    assert "gzip: 0.25 of the bytes" in whole and "Coded against plain" in whole
    rust, _ = fronts(facts)
    assert [one.format for one in rust.points] == ["JSON", "JSON br", "JSON gzip"]
    assert [one.format for one in rust.winners(2e7)] == ["JSON gzip"]


def test_a_bandwidth_is_said_in_its_unit() -> None:
    told = [bandwidth(one) for one in (None, float("inf"), 4.21e9, 250e6, 9e3)]
    assert told == ["never", "always", "4.21 Gbit/s", "250 Mbit/s", "9 kbit/s"]


def test_a_line_of_compressed_bodies_has_a_name_of_its_own(facts: Facts) -> None:
    known = [Line(facts.contenders[PLAIN][0], cell) for cell in OVER]
    assert [name_of(one, known) for one in known] == [
        "rust-server/DummyObject/JSON",
        "rust-server/DummyObject/JSON+gzip",
        "rust-server/DummyObject/JSON+br",
    ]
    assert all(find_line(name_of(one, known), known) == one for one in known)
