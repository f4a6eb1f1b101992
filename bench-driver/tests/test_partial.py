"""Three fields of an object: what a sweep plans and asks of it, how the report sets it beside the
whole, and what is refused.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import Any

import pytest

from bench_driver.analysis.excerpts import least, readings
from bench_driver.analysis.gather import gather
from bench_driver.cli import main
from bench_driver.errors import UsageError
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.series import KINDS, WRITTEN, of_engine, operation_of
from bench_driver.plan.plan import Plan, planned
from bench_driver.plan.request import Request
from bench_driver.report.documents import document, summary
from bench_driver.report.markdown import markdown
from bench_driver.report.sections.three_fields import partial
from bench_driver.servers.contract import Engines, RunResult, doubts, read
from bench_driver.store.database import Store

from .conftest import FREE, Command, runs_of
from .fuzz.wire import Verdict
from .grouped import sweep_of, times
from .miniatures import engines, result
from .plans import plan_of, slices, warmups
from .sections import shown

CONSUMERS = {
    f"{runtime}-server": Engines.model_validate(engines(runtime)) for runtime in ("rust", "java")
}
WHOLE = Cell(object_type="DummyObject", format="BSON", condition="block")
PULL = Cell(
    object_type="DummyObject", format="BSON", condition="block", operation="partial", checks="pull"
)


def plan(**changes: Any) -> Plan:
    wanted = {
        "conditions": ("block",),
        "object_types": ("DummyObject",),
        "formats": ("BSON",),
        "checks": ("usual", *KINDS),
        "seed": 7,
    }
    return plan_of(Request(**{**wanted, **changes}), CONSUMERS, ["rust-provider", "java-provider"])


def test_each_kind_that_somebody_has_is_a_series_with_cells_of_its_own() -> None:
    assert {cell: list(map(str, those)) for cell, those in plan().contenders.items()} == {
        cell: ["rust-server", "java-server"] for cell in (WHOLE, PULL)
    }
    assert [operation_of(name) for name in ("usual", "equal", *KINDS, *WRITTEN)] == [
        "decode"
    ] * 2 + ["partial"] * 4 + ["encode"]
    assert (of_engine({"checks": ["usual"]}), of_engine({"checks": [], "kind": "lazy"})) == (
        ["usual"],
        ["lazy"],
    )


def test_its_requests_ask_for_the_operation_and_others_say_nothing_of_it() -> None:
    made = planned(plan().facts, 7)
    asked = [
        (turn.cell.operation, request.get("operation"))
        for turn, request in slices(made, 1, {WHOLE: 500, PULL: 500})
    ]
    assert set(asked) == {("decode", None), ("partial", "partial")}
    warmed = {(turn.cell.checks, request.get("operation")) for turn, request in warmups(made, 1)}
    assert warmed == {("usual", None), ("pull", "partial")}


def test_object_types_without_an_excerpt_leave_nothing_to_sweep() -> None:
    with pytest.raises(UsageError, match="nothing to sweep") as refused:
        plan_of(
            Request(conditions=("block",), object_types=("DummyObject",), checks=("pull",), seed=1),
            _without_excerpts(),
            ["a", "b"],
        )
    assert "three fields alone are read of no type" in refused.value.why


def _without_excerpts() -> dict[str, Engines]:
    said = {name: one.model_dump() for name, one in CONSUMERS.items()}
    return {name: Engines.model_validate({**one, "object_types": []}) for name, one in said.items()}


def test_an_answer_of_another_operation_is_doubted() -> None:
    request = {"amount": 10, "object_format": "BSON", "server_type": "java", "operation": "partial"}
    answers = [result("rust", {**request, **more}) for more in ({}, {"operation": "decode"})]
    said = [doubts(request, _read(answer)) for answer in answers]
    assert said == [[], ["engine.operation is 'decode', expected 'partial'"]]


def _read(answer: dict[str, Any]) -> RunResult:
    return read(RunResult, answer, "a miniature")


def test_the_report_says_what_is_left_of_the_whole(store: Store) -> None:
    """Three fields take a fifth of the whole in one consumer, and a half in the other."""
    shares = {"rust-server": 0.2, "java-server": 0.5}
    whole = times(starts=0.01)

    def time(turn: Turn) -> float:
        return whole(turn) * (shares[turn.contender.consumer] if turn.cell == PULL else 1)

    facts = gather(store, sweep_of(store, 8, time, over=[WHOLE, PULL]))
    found = readings(facts)
    assert [(one.cell, one.contender) for one in found] == [
        (PULL, Contender("rust-server")),
        (PULL, Contender("java-server")),
    ]
    for one in found:
        assert one.over_whole is not None
        assert abs(log(one.over_whole.estimate / shares[one.contender.consumer])) < 0.05
        assert one.over_whole.low < shares[one.contender.consumer] < one.over_whole.high
    assert list(least(found)) == [("DummyObject", "rust-server"), ("DummyObject", "java-server")]
    told = markdown(summary(document(facts)))
    assert "Three fields, by a pass over events, rust-server parsed faster" in told
    assert (
        "Of what parsing the whole takes, three fields take at the least: rust-server, "
        "DummyObject: 0.2" in told
    )


def test_too_few_rounds_claim_nothing_of_the_whole(store: Store) -> None:
    facts = gather(store, sweep_of(store, 5, times(starts=0.01), over=[WHOLE, PULL]))
    said = str(shown(partial(facts)).blocks)
    assert "(of 5 rounds)" in said and "at the least" not in said and "…" not in said


def test_without_the_whole_there_are_times_alone(store: Store) -> None:
    facts = gather(store, sweep_of(store, 6, times(starts=0.01), over=[PULL]))
    assert [(one.whole_ns, one.over_whole) for one in readings(facts)] == [(None, None)] * 2
    assert "at the least" not in str(shown(partial(facts)).blocks)
    at = "2026-11-22T12:00:00.000+00:00"
    whole = gather(store, sweep_of(store, 1, planned_at=at, over=[WHOLE]))
    assert partial(whole) is None


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


def test_a_sweep_of_all_operations_measures_each(bench: Command, checkout: Path) -> None:
    done = bench("sweep", *SMALL, "--operation=all", "--checks=usual")
    assert done.returncode == 0, done.stderr
    asked = {
        (run.request.get("operation"), run.request["engine"]) for run in runs_of(checkout, "slice")
    }
    assert asked == {
        (operation, f"{runtime}-json{part}")
        for runtime in ("rust", "java")
        for operation, part in ((None, ""), ("partial", "-pull"), ("encode", ""))
    }
    assert "Three fields, by a pass over events" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ["--operation=partial", "--checks=equal"],
            ["--checks does not go with --operation partial"],
        ),
        (["--operation=all", "--amounts=10"], ["--operation all does not go with --amounts"]),
        (["--operation=write"], ["'decode', 'partial', 'encode', 'all'"]),
    ],
)
def test_what_does_not_fit_is_refused(
    args: list[str], words: list[str], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", *FREE, *args]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert [word for word in words if word not in told] == []


def test_an_excerpt_of_an_answer_is_what_its_pointers_lead_to() -> None:
    whole = Verdict(200, b'{"id":"a","list":[{"x":1.5},{"x":-0.0}]}')
    assert whole.excerpt(["/id", "/list/1/x", "/list/2/x"]).object() == (
        ("/id", "a"),
        ("/list/1/x", -0.0),
        ("/list/2/x", None),
    )
