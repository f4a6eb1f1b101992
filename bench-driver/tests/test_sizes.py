"""Object types in sizes, from the command line to the report: which cells there are, what a slice
asks for, and the line through the times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.past import Past
from bench_driver.analysis.size_lines import by_size
from bench_driver.cli import main
from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.condition import condition_of
from bench_driver.model.records import Attempt, Job
from bench_driver.model.sizes import SIZES
from bench_driver.plan.plan import Asked, Plan, planned
from bench_driver.plan.request import Request
from bench_driver.report.folder import write
from bench_driver.servers.contract import Engines
from bench_driver.stats.line import line
from bench_driver.store.opening import open_store

from .fuzz.provided import provided
from .grouped import RATIOS, answered, sweep_of
from .miniatures import engines
from .plans import plan_of, slices, warmups
from .stores import PlannedSlice

RUST, JAVA = Contender("rust-server"), Contender("java-server")
LENGTHS = {
    "Timeline@1KiB": 1_000,
    "Timeline@16KiB": 16_000,
    "Timeline@64KiB": 64_000,
    "Timeline@256KiB": 256_000,
}


def announced(*growing: str) -> dict[str, Engines]:
    sizes = [{"size": size.name, "variants": size.variants} for size in SIZES.values()]
    types = [
        {"name": "Row6", "variants": 1024},
        *({"name": name, "variants": 1024, "sizes": sizes} for name in growing),
    ]
    found = {}
    for runtime in ("rust", "java"):
        said = engines(runtime)
        said["engines"] = [
            {**engine, "object_types": ["NumericObject", "Row6", "Order", "Timeline"]}
            for engine in said["engines"]
        ]
        found[f"{runtime}-server"] = Engines.model_validate({**said, "object_types": types})
    return found


def made(
    sizes: Sequence[str] = ("all",),
    object_types: Sequence[str] = ("Timeline",),
    formats: Sequence[str] = ("JSON",),
) -> Plan:
    wanted = Request(
        conditions=("block",),
        checks=("usual",),
        object_types=tuple(object_types),
        formats=tuple(formats),
        sizes=tuple(sizes),
        seed=7,
    )
    return plan_of(wanted, announced("Order", "Timeline"), ["rust-provider", "java-provider"])


def asked_of(plan: Plan) -> dict[str, tuple[Turn, Asked]]:
    return {
        turn.cell.object_name: (turn, asked)
        for turn, asked in slices(
            plan, 1, {cell: plan.size(cell).amount for cell in plan.contenders}
        )
    }


def test_the_sizes_are_those_of_the_objects() -> None:
    sizes = provided("sizes")
    assert {size.name: (size.bytes, size.variants) for size in SIZES.values()} == {
        name: (bytes_, sizes.count(name)) for name, bytes_ in sizes.SIZES.items()
    }


@pytest.mark.parametrize(
    ("sizes", "object_types", "cells"),
    [
        (("all",), ("Timeline",), [*LENGTHS]),
        (("16kib,1KiB",), ("timeline",), ["Timeline@1KiB", "Timeline@16KiB"]),
        (("1KiB",), (), ["Order@1KiB", "Timeline@1KiB"]),
        (("1KiB",), ("all",), ["Order@1KiB", "Timeline@1KiB"]),
        ((), ("Timeline",), ["Timeline"]),
    ],
)
def test_each_size_of_a_type_is_a_cell_of_its_own(
    sizes: Sequence[str], object_types: Sequence[str], cells: Sequence[str]
) -> None:
    assert sorted(cell.object_name for cell in made(sizes, object_types).contenders) == sorted(
        cells
    )


@pytest.mark.parametrize(
    ("sizes", "object_types", "words"),
    [(("2KiB",), (), "--size"), (("1KiB",), ("Row6",), "--object-type")],
)
def test_a_size_that_nobody_has_and_a_type_that_does_not_grow_are_refused(
    sizes: Sequence[str], object_types: Sequence[str], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        made(sizes, object_types)


def test_consumers_that_know_no_sizes_are_told_apart() -> None:
    with pytest.raises(UsageError) as refused:
        plan_of(
            Request(conditions=("block",), sizes=("all",)),
            announced(),
            ["rust-provider", "java-provider"],
        )
    assert (
        "no object type that comes in sizes" in refused.value.why
        and "build the servers anew" in refused.value.do
    )


def test_sizes_belong_to_a_sweep_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--size", "all", "--amounts", "1000"]) == 2
    assert "--size does not go with --amounts" in " ".join(capsys.readouterr().err.split())


def test_a_slice_of_a_size_asks_for_it_for_as_many_variants_as_there_are_and_for_blocks_that_a_server_holds() -> (
    None
):
    plan = made()
    asked = {name: request for name, (_, request) in asked_of(plan).items()}
    assert {name: (request["object_type"], request["size"]) for name, request in asked.items()} == {
        name: ("Timeline", name[9:]) for name in LENGTHS
    }
    assert [asked[name]["variants"] for name in LENGTHS] == [1024, 512, 128, 32]
    assert [asked[name]["block"] for name in LENGTHS] == [500, 500, 256, 64]
    assert [asked[name]["warmup"] for name in LENGTHS] == [1024, 512, 128, 32], (
        "as many bytes; at least each variant"
    )
    assert {condition_of(request) for request in asked.values()} == {"block"}
    assert all(
        turn.amount % asked[name]["variants"] == 0 for name, (turn, _) in asked_of(plan).items()
    )
    warmed = {turn.scenario.object_name: request["amount"] for turn, request in warmups(plan, 1)}
    assert [warmed[name] for name in LENGTHS] == [4096, 512, 128, 32]
    assert "size" not in asked_of(made(()))["Timeline"][1]


def test_a_kept_plan_is_made_again_with_its_sizes() -> None:
    plan = made()
    assert planned(plan.facts, plan.seed) == plan
    sizes = {cell.object_name: cell.sized for cell in plan.contenders}
    assert sizes == {f"Timeline@{name}": size for name, size in SIZES.items()}


def test_time_goes_by_bytes() -> None:
    small, large = ({"amount": 100, "warmup": 10} | more for more in ({}, {"size": "256KiB"}))
    assert (
        Job.of("slice", "c", "JSON", large).objects
        == 256 * Job.of("slice", "c", "JSON", small).objects
    )


def test_a_line_has_its_fixed_cost_and_slope_and_bends_where_a_point_leaves_it() -> None:
    straight = [
        [(size, factor * (500 + 0.5 * size)) for size in (1_000, 16_000, 64_000)]
        for factor in (0.99, 1, 1.01)
    ]
    found = line(straight)
    assert found and found.bend(0.03) is None
    assert found.fixed_ns.estimate == pytest.approx(
        500
    ) and found.slope_ns.estimate == pytest.approx(0.5)
    assert found.fixed_ns.low < 500 < found.fixed_ns.high
    bent = line([[*points, (256_000, 1.5 * 0.5 * 256_000)] for points in straight])
    assert bent and bent.bend(0.03) == 256_000
    assert line([[(1_000, 5.0)]]) is None and line([]) is None
    one = line(straight[:1])
    assert one and not one.slope_ns.known and one.bend(0.03) is None, "one round claims nothing"


def test_the_report_draws_times_over_bytes(tmp_path: Path) -> None:
    cells = [
        Cell(object_type="Timeline", size=name, format=format_name, condition="block")
        for name in SIZES
        for format_name in ("JSON", "BSON")
    ]

    def time(turn: Turn) -> float:
        length, factor = (
            LENGTHS[turn.cell.object_name],
            RATIOS[turn.cell.format] if turn.contender == JAVA else 1,
        )
        return (
            factor
            * (
                1_000
                + 0.7
                * length
                * (1.3 if turn.cell.size == "256KiB" and turn.contender == RUST else 1)
            )
            * (1 + 0.001 * turn.round)
        )

    def sized(item: PlannedSlice, p50_ns: float) -> Attempt:
        made, bytes_ = answered(item, p50_ns), LENGTHS[item.turn.cell.object_name]
        payload = {
            "bytes": bytes_ * item.turn.amount,
            "min_bytes": bytes_,
            "max_bytes": bytes_,
            "sha256": "0" * 64,
        }
        return replace(made, answer={**(made.answer or {}), "payload": payload})

    with open_store(str(tmp_path / "a.sqlite")) as kept:
        sweep = sweep_of(kept, 6, time, over=cells, made=sized)
        facts = gather(kept, sweep)
        found = {(one.format, one.contender): one for one in by_size(facts)}
        assert {key: [at for at, _ in one.times] for key, one in found.items()} == {
            key: [*LENGTHS.values()] for key in found
        }
        java, rust = found["JSON", JAVA].line, found["JSON", RUST].line
        assert java and rust
        assert java.slope_ns.estimate == pytest.approx(
            1.4, rel=0.01
        ) and java.fixed_ns.estimate == pytest.approx(2_000, rel=0.01)
        assert (java.bend(0.03), rust.bend(0.03)) == (None, 256_000)
        write(kept, sweep, tmp_path, Past(), pngs=False)
    summary = (tmp_path / "summary.md").read_text()
    assert "## By size" in summary and "| 256,000 bytes |" in summary and "| nowhere |" in summary
    assert "Timeline@256KiB" in (tmp_path / "report.html").read_text()
