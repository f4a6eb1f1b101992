"""What a sweep plans of the two series: cells of each, with the default or the named engine that
stands in it, and parts with processes of their own.
"""

from __future__ import annotations

from typing import Any

import pytest

from bench_driver.errors import UsageError
from bench_driver.model.cell import FLOOR, Contender
from bench_driver.plan.plan import Plan, planned
from bench_driver.plan.request import Request
from bench_driver.servers.contract import Engines

from .plans import plan_of, slices, warmups
from .series import SERVERS, listed

BOTH = ("usual", "equal")
CONSUMERS = {name: Engines.model_validate(said) for name, said in SERVERS.items()}


def plan(*engines: str, checks: tuple[str, ...] = BOTH, **changes: Any) -> Plan:
    wanted = {
        "conditions": ("block",),
        "object_types": ("DummyObject",),
        "formats": ("JSON",),
        "engines": engines,
        "checks": checks,
        "seed": 7,
    }
    return plan_of(Request(**{**wanted, **changes}), CONSUMERS, ["rust-provider", "java-provider"])


def names(made: Plan) -> list[tuple[str, list[str]]]:
    return [(cell.checks, list(map(str, those))) for cell, those in made.contenders.items()]


def test_a_sweep_has_cells_of_both_series_the_usual_one_first_with_the_default_of_each() -> None:
    assert names(plan()) == [
        ("usual", ["rust-server", "java-server"]),
        ("equal", ["rust-server", "java-server"]),
    ]
    assert [
        (cell.checks, cell.condition) for cell in plan(conditions=("block", "http")).contenders
    ] == [
        ("usual", "block"),
        ("usual", "http"),
        ("equal", "block"),
        ("equal", "http"),
    ]
    assert names(plan(checks=("equal",))) == [("equal", ["rust-server", "java-server"])]


def test_a_named_engine_goes_to_the_cells_of_the_series_that_it_stands_in() -> None:
    assert names(plan("serde_json", "jackson-databind-blackbird")) == [
        ("usual", ["rust-server", "java-server jackson-databind-blackbird"])
    ]
    assert names(
        plan("serde_json,serde_json-equal,jackson-databind,jackson-databind-blackbird-equal")
    ) == [
        ("usual", ["rust-server", "java-server"]),
        ("equal", ["rust-server", "java-server jackson-databind-blackbird-equal"]),
    ]
    assert names(plan("all", groups=6)) == [
        ("usual", ["rust-server", "java-server", "java-server jackson-databind-blackbird"]),
        ("equal", ["rust-server", "java-server", "java-server jackson-databind-blackbird-equal"]),
    ]
    assert names(plan("jackson-databind-equal")) == [("equal", ["java-server"])]


def test_an_engine_of_no_series_and_one_of_another_are_refused_in_a_sweep() -> None:
    floors = Engines.model_validate(
        {
            **SERVERS["rust-server"],
            "engines": [*SERVERS["rust-server"]["engines"], listed("floor", [])],
        }
    )
    for engines, why in (
        (("floor",), "it is compared with nothing"),
        (("nobody",), "there are serde_json"),
    ):
        with pytest.raises(UsageError, match=f"--engine {engines[0]}") as refused:
            plan_of(Request(engines=engines), {**CONSUMERS, "rust-server": floors}, ["a", "b"])
        assert why in refused.value.why
    with pytest.raises(UsageError, match="jackson-databind-equal is not of this series") as refused:
        plan("serde_json", "jackson-databind-equal", checks=("usual",))
    assert "its series are equal" in refused.value.why
    with pytest.raises(UsageError, match="floor cannot be swept"):
        plan_of(Request(engines=("floor",)), {"rust-server": floors}, ["a"])
    assert "floor" not in str(
        plan_of(Request(engines=("all",), groups=2), {"rust-server": floors}, ["a", "b"]).contenders
    )


def test_an_engine_without_a_reader_of_a_type_is_not_in_its_cells() -> None:
    by_hand = {**listed("by-hand", ["usual"]), "object_types": ["DummyObject"]}
    said = {
        "rust-server": Engines.model_validate(
            {**SERVERS["rust-server"], "engines": [*SERVERS["rust-server"]["engines"], by_hand]}
        )
    }
    asked = Request(conditions=("block",), engines=("all",), formats=("JSON",), checks=("usual",))
    made = plan_of(asked, said, ["a", "b"]).contenders
    assert {cell.object_type: [who.engine for who in those] for cell, those in made.items()} == {
        "NumericObject": [""],
        "DummyObject": ["", "by-hand"],
    }


def test_a_consumer_that_adds_engines_is_swept_with_those_alone_that_the_usual_one_lacks() -> None:
    built = Engines.model_validate(
        {
            **SERVERS["rust-server"],
            "engines": [*SERVERS["rust-server"]["engines"], listed("by-hand", ["usual"])],
        }
    )
    said, formats, adding = (
        {**CONSUMERS, "rust-server+by-hand": built},
        ("JSON", "XML"),
        ("rust-server+by-hand",),
    )
    for engines in ((), ("all",), ("by-hand,serde_json",)):
        asked = Request(
            conditions=("block",),
            engines=engines,
            checks=("usual",),
            formats=formats,
            adding=adding,
        )
        made = plan_of(asked, said, ["a", "b"])
        added = {
            (cell.format, who.engine)
            for cell, those in made.contenders.items()
            for who in those
            if who.server == "rust-server+by-hand"
        }
        assert added == {("JSON", "by-hand")}, engines
        assert [Contender("rust-server") in those for those in made.contenders.values()] == [
            True
        ] * len(made.contenders)


FLOOR_JSON = Contender("rust-server", "floor-json", role=FLOOR)


def test_floors_are_in_each_cell_of_their_format_and_of_usual_consumers_alone() -> None:
    floor = Engines.model_validate(
        {
            **SERVERS["rust-server"],
            "engines": [*SERVERS["rust-server"]["engines"], listed("floor-json", [])],
        }
    )
    said = {
        "rust-server": floor,
        "rust-server+native-cpu": floor,
        "java-server": CONSUMERS["java-server"],
    }
    made = plan_of(
        Request(conditions=("block",), formats=("JSON", "XML"), checks=("usual",), floors=True),
        said,
        ["a", "b"],
    )
    floors = {
        cell.format: [who for who in those if who.floor] for cell, those in made.contenders.items()
    }
    assert floors == {"JSON": [FLOOR_JSON], "XML": []}
    assert not any(who.compared for those in floors.values() for who in those)
    assert (
        made.engines_apart
        and made.processes(1, [cell for cell in made.contenders if cell.format == "JSON"])[
            FLOOR_JSON.in_process
        ].name
        == "rust-server#2"
    )
    warmed = {(turn.scenario.consumer, turn.scenario.engine) for turn, _ in warmups(made, 1)}
    assert ("rust-server", "floor-json") in warmed


@pytest.mark.parametrize(
    ("contenders", "groups", "many"),
    [(1, 8, 8), (2, 8, 8), (3, 8, 6), (5, 8, 10), (7, 8, 14), (7, 21, 28), (9, 2, 18)],
)
def test_a_cell_of_many_contenders_has_the_groups_that_balance_them(
    contenders: int, groups: int, many: int
) -> None:
    engines = [listed(f"engine-{place}", ["usual"]) for place in range(contenders)]
    said = {"rust-server": Engines.model_validate({**SERVERS["rust-server"], "engines": engines})}
    made = plan_of(
        Request(conditions=("block", "http"), engines=("all",), groups=groups, checks=("usual",)),
        said,
        ["a", "b"],
    )
    assert {made.groups_of(cell) for cell in made.contenders if cell.condition == "block"} == {many}
    beside = {made.groups_of(cell) for cell in made.contenders if cell.condition == "http"}
    assert beside == {max(1, groups // (2 * contenders) // 2) * 2 * contenders}


def test_a_consumer_without_an_engine_of_a_series_is_not_in_its_cells() -> None:
    alone = Engines.model_validate(
        {**SERVERS["rust-server"], "engines": [listed("serde_json", ["usual"])]}
    )
    made = plan_of(
        Request(conditions=("block",), object_types=("DummyObject",)),
        {"rust-server": alone},
        ["a", "b"],
    )
    assert [(cell.checks, cell.format) for cell in made.contenders] == [("usual", "JSON")]
    with pytest.raises(UsageError, match="nothing to sweep") as refused:
        plan_of(Request(checks=("equal",)), {"rust-server": alone}, ["a", "b"])
    assert "no engine of the series equal reads any of JSON" in refused.value.why


@pytest.mark.parametrize("apart", [False, True])
def test_a_round_has_a_part_for_each_series_in_random_order_and_the_plan_comes_back_as_it_was(
    apart: bool,
) -> None:
    made = plan(formats=("JSON", "XML"), processes="format" if apart else "shared")
    parts = [
        [{(cell.checks, cell.format) for cell in part} for part in made.parts(number)]
        for number in range(1, 20)
    ]
    assert {len(part) for part in parts} == {4 if apart else 2}
    assert all(len({checks for checks, _ in cells}) == 1 for part in parts for cells in part)
    assert len({str(list(map(sorted, part))) for part in parts}) > 1, (
        "another order in other rounds"
    )
    assert planned(made.facts, 7) == made


def test_a_plan_of_one_series_draws_as_plans_did_before_there_were_two() -> None:
    usual, equal = (
        plan(checks=("usual",), formats=("JSON", "XML")),
        plan(checks=("equal",), formats=("JSON", "XML")),
    )
    amounts = [{cell: 1024 for cell in made.contenders} for made in (usual, equal)]
    drawn = [
        [
            (turn.group, turn.cell.format, turn.contender, turn.provider)
            for turn, _ in slices(made, 3, amount)
        ]
        for made, amount in zip((usual, equal), amounts, strict=True)
    ]
    assert drawn[0] == drawn[1]
    assert usual._named("groups", list(usual.contenders)) == "groups of JSON"
