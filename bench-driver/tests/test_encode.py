"""Objects written: what a sweep plans and asks of it, how an answer is read, and how the report
sets it beside the parse.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import Any

import pytest

from bench_driver.analysis.gather import gather
from bench_driver.analysis.writing import writings
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.condition import WRITE, condition_of
from bench_driver.plan.conditions import conditions
from bench_driver.plan.plan import Plan
from bench_driver.plan.request import Request
from bench_driver.report.documents import document, summary
from bench_driver.report.markdown import markdown
from bench_driver.servers.contract import Engines, RunResult, doubts, read
from bench_driver.store.database import Store

from .conftest import FREE, Command, runs_of
from .grouped import sweep_of, times
from .miniatures import engines, result
from .plans import plan_of, slices, warmups

CONSUMERS = {
    f"{runtime}-server": Engines.model_validate(engines(runtime)) for runtime in ("rust", "java")
}
PARSED = Cell(object_type="DummyObject", format="BSON", condition="block")
WRITTEN = Cell(
    object_type="DummyObject",
    format="BSON",
    condition=WRITE,
    operation="encode",
    checks="canonical",
)
PROVIDERS = ["rust-provider", "java-provider"]


def plan(**changes: Any) -> Plan:
    wanted = {
        "conditions": ("block", "http"),
        "object_types": ("DummyObject",),
        "formats": ("BSON",),
        "checks": ("usual", "canonical"),
        "seed": 7,
    }
    return plan_of(Request(**{**wanted, **changes}), CONSUMERS, PROVIDERS)


def test_what_is_written_has_one_condition_whatever_others_there_are() -> None:
    assert [(cell.condition, cell.operation, cell.checks) for cell in plan().contenders] == [
        ("block", "decode", "usual"), ("http", "decode", "usual"), (WRITE, "encode", "canonical"),
    ]  # fmt: skip
    assert conditions(WRITTEN) == {}
    assert condition_of({"operation": "encode", "amount": 5}) == WRITE
    assert str(WRITTEN) == "DummyObject as BSON, write, canonical"


def test_its_requests_ask_for_no_bodies() -> None:
    made = plan(checks=("canonical",))
    asked = [request for _, request in (*warmups(made, 1), *slices(made, 1, {WRITTEN: 500}))]
    assert {request["operation"] for request in asked} == {"encode"}
    assert not {"source", "block", "concurrency", "threads"} & {
        name for request in asked for name in request
    }
    assert {turn.series for turn, _ in warmups(made, 1)} == {"warmup"}, "no provider is warmed"


def test_an_answer_is_read_by_its_own_names() -> None:
    request = {
        "amount": 10,
        "object_format": "BSON",
        "operation": "encode",
        "warmup": 5,
        "checkpoints": [5, 10],
    }
    said = read(RunResult, result("rust", request), "a miniature")
    assert (said.windows.p50_ns, said.sum_micro_s, said.connections, doubts(request, said)) == (
        1500,
        15,
        None,
        [],
    )
    assert said.warmup and said.warmup.windows.p50_ns == 15_000
    assert doubts({**request, "operation": "decode"}, said) == [
        "engine.operation is 'encode', expected 'decode'"
    ]


def test_the_report_sets_writing_beside_parsing(store: Store) -> None:
    shares = {"rust-server": 0.2, "java-server": 0.5}
    parsed = times(starts=0.01)

    def time(turn: Turn) -> float:
        return parsed(turn) * (shares[turn.contender.consumer] if turn.cell == WRITTEN else 1)

    facts = gather(store, sweep_of(store, 8, time, over=[PARSED, WRITTEN]))
    assert (
        "rust-server parsed faster" in facts.answer and "rust-server wrote faster" in facts.answer
    )
    found = writings(facts)
    assert [(one.cell, one.contender) for one in found] == [
        (WRITTEN, Contender("rust-server")),
        (WRITTEN, Contender("java-server")),
    ]
    for one in found:
        assert (
            one.over_whole is not None
            and abs(log(one.over_whole.estimate / shares[one.contender.consumer])) < 0.05
        )
    assert facts.beside == [], "nothing is parsed in it"
    told = markdown(summary(document(facts)))
    assert "Of what parsing takes, writing takes 0.2" in told
    assert "Objects written, as their canonical bytes" in told


SMALL = [
    *FREE,
    "--warmup=10",
    "--variants=8",
    "--format=json",
    "--object-type=DummyObject",
    "--groups=4",
    "--condition=block",
    "--rounds=1",
]


@pytest.mark.parametrize(
    ("operation", "measured"), [("encode", {"encode"}), ("all", {None, "partial", "encode"})]
)
def test_a_sweep_measures_what_is_written(
    bench: Command, checkout: Path, operation: str, measured: set[str | None]
) -> None:
    done = bench(
        "sweep",
        *SMALL,
        f"--operation={operation}",
        *(["--checks=usual"] if operation == "all" else []),
    )
    assert done.returncode == 0, done.stderr
    made = runs_of(checkout, "slice")
    assert {run.request.get("operation") for run in made} == measured
    for run in made:
        assert ("provider_url" in run.request, "server_type" in run.request) == (
            run.request.get("operation") != "encode",
        ) * 2
    assert "Objects written, as their canonical bytes" in done.stdout


def test_a_run_that_encodes_needs_no_provider(bench: Command) -> None:
    assert bench("servers", "up", *FREE).returncode == 0
    done = bench("run", "--operation=encode", "--format=xml", "--amount=100")
    assert done.returncode == 0, done.stderr
    assert "writing, an object" in done.stdout and "connection" not in done.stdout
