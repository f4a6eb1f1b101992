"""Studies: that their files hold together, and what becomes of a claim by what a sweep measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bench_driver.analysis.curves import Curve
from bench_driver.analysis.gather import gather
from bench_driver.cli import main
from bench_driver.errors import ExitCode, UsageError
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.records import Attempt
from bench_driver.model.scenario import Scenario
from bench_driver.report.markdown import markdown
from bench_driver.store import read, schema, write
from bench_driver.store.database import Store
from bench_studies import amounts, ladder, page
from bench_studies import answers as answering
from bench_studies.answers import Sweeps
from bench_studies.study import Ladder, SweepStudy, every, load_sweep, names

from .grouped import PAST, Times, answered, sweep_of, times
from .stores import PAIR, PlannedSlice

TESTBED = load_sweep("testbed")
CELLS = sorted(TESTBED.cells)


def lazily() -> Times:
    """As usual, Java takes 2 and 1.5 times as long as Rust for JSON and BSON; a lazy reader takes a
    tenth.
    """
    whole = times(starts=0.01)
    return lambda turn: whole(turn) * (0.1 if turn.cell.checks == "lazy" else 1)


def test_every_study_is_read_and_its_claims_have_rows_or_a_reason() -> None:
    assert [one.name for one in every()] == names()
    for one in every():
        assert len({claim.id.partition("-")[0] for claim in one.claims}) == 1
        assert one.cells if isinstance(one, SweepStudy) else one.cells("full", "claims")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"claims": [{"id": "C004-1", "says": "x"}]}, "has rows, or says why"),
        ({"claims": [{"id": "C004-1", "says": "x", "not_testable": "y"}] * 2}, "claimed twice"),
        ({"claims": [{"id": "1", "says": "x", "not_testable": "y"}]}, "should match pattern"),
        ({"colour": "red"}, "Extra inputs"),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        SweepStudy.model_validate({**TESTBED.model_dump(), **change})


def test_each_claim_gets_its_verdict_from_a_sweep(store: Store) -> None:
    facts = gather(store, sweep_of(store, 10, lazily(), over=CELLS))
    found = {one.claim.id: one for one in answering.answers(TESTBED, Sweeps(facts))}
    assert {name: one.verdict for name, one in found.items()} == {
        "C004-1": "holds",
        "C004-2": "does not hold",  # DummyObject is not equal
        "C004-3": "does not hold",  # 1.5 over 2
        "C004-4": "holds",
        "C004-5": "not measured",
        "C004-6": "the same within the margin",
        "C004-7": "the same within the margin",
        "C004-8": "holds",
        "C004-9": "not testable here",
    }
    (lazy,) = found["C004-8"].rows
    assert lazy.decision and 9 < lazy.decision.ratio.estimate < 11
    assert [row.verdict for row in found["C004-2"].rows] == ["holds", "does not hold"]


def test_what_was_not_measured_is_said_so_and_few_rounds_leave_it_open(store: Store) -> None:
    facts = gather(
        store,
        sweep_of(
            store,
            3,
            lazily(),
            over=[
                Cell(object_type="DummyObject", format=name, condition="block")
                for name in ("JSON", "BSON")
            ],
        ),
    )
    found = {one.claim.id: one.verdict for one in answering.answers(TESTBED, Sweeps(facts))}
    assert (found["C004-8"], found["C004-1"]) == ("not measured", "unresolved")


def test_the_page_has_each_claim_with_both_figures(store: Store) -> None:
    sweep = sweep_of(store, 10, lazily(), over=CELLS)
    facts = gather(store, sweep)
    text = markdown(page.page(TESTBED, Sweeps(facts)))
    assert "of 10 rounds" in text and "Made-up CPU" in text
    assert (
        "C004-1: Rust parses BSON about twice as fast as Java. Holds, by another factor: 1.5"
        in text
    )
    assert "Not testable here (a sweep measures no requests a second" in text
    assert (
        "becomes an object. Holds, by another factor: " in text
        and "for DummyObject, where they found 15.3." in text
    )
    (row,) = [line.split(" | ") for line in text.splitlines() if line.startswith("| C004-8 |")]
    assert row[1:6] == [
        "DummyObject",
        "java-server BSON",
        "java-server BSON, lazy",
        "greater than 1",
        "15.3, where no field was read",
    ]
    assert 9 < float(row[6].split()[0]) < 11 and row[7] == "holds |"


def transferred(item: PlannedSlice, p50_ns: float) -> Attempt:
    """A slice in which XML takes 5 times as long altogether as JSON, a third more CPU time in user
    mode, and three times as much in the kernel.
    """
    xml = item.turn.cell.format == "XML"
    whole, user, system = (500, 133.0, 90.0) if xml else (100, 100.0, 30.0)
    made = answered(item, p50_ns)
    answer = {**(made.answer or {}), f"{item.turn.cell.format.lower()}_total_time_ms": whole}
    return replace(made, answer={**answer, "cpu": {"user_ms": user, "system_ms": system}})


def test_a_claim_may_be_of_a_slice_as_a_whole_of_its_cpu_or_of_its_memory(store: Store) -> None:
    transfer = load_sweep("transfer")
    facts = gather(store, sweep_of(store, 10, over=sorted(transfer.cells), made=transferred))
    found = {one.claim.id: one for one in answering.answers(transfer, Sweeps(facts))}
    assert {name: one.verdict for name, one in found.items()} == {
        "C001-1": "holds",
        "C001-2": "holds",  # 133 of 500 against 100 of 100
        "C001-3": "does not hold",  # 90 of 500 against 30 of 100
        "C001-4": "holds",
        "C001-5": "not measured",
        "C001-6": "holds",
    }
    ratios = {
        name: one.rows[0].decision.ratio.estimate
        for name, one in found.items()
        if one.rows and one.rows[0].decision
    }
    assert ratios == pytest.approx(
        {"C001-1": 5, "C001-2": 500 / 133, "C001-3": 0.6, "C001-4": 1, "C001-6": 223 / 130}
    )
    text = markdown(page.page(transfer, Sweeps(facts)))
    assert "java-server XML from java-provider, whole" in text and "by another factor: 5.00" in text


#: A step stands on the usual engine, another on that one, and a third beside them.
LADDER: dict[str, Any] = {
    "says": "What could make it",
    "measure": "window",
    "object_types": ["DummyObject"],
    "figure": 12.0,
    "sweep": [],
    "under": {"consumer": "rust-server", "format": "JSON"},
    "steps": [
        {"adds": "Java", "over": {"consumer": "java-server", "format": "JSON"}},
        {"adds": "a tree", "over": {"consumer": "java-server", "format": "BSON"}, "beside": True},
        {"adds": "nothing", "over": {"consumer": "java-server", "format": "XML"}},
        {
            "adds": "what nobody measured",
            "over": {"consumer": "java-server", "format": "JSON", "engine": "period"},
        },
    ],
}


def test_a_ladder_sets_each_step_over_its_foot_and_over_the_step_before(store: Store) -> None:
    facts = gather(store, sweep_of(store, 10, made=transferred))
    java, tree, nothing, unknown = ladder.rungs(Ladder.model_validate(LADDER), "block", facts)
    assert java.over and java.over.estimate == pytest.approx(2, rel=0.02) and java.before is None
    assert (
        tree.over and tree.over.estimate == pytest.approx(1.5, rel=0.02) and tree.before is None
    ), "it stands beside the others"
    assert nothing.before and nothing.before.estimate == pytest.approx(0.5, rel=0.02), (
        "over Java, not over the tree"
    )
    assert (java.kernel, nothing.kernel) == pytest.approx((30 / 130, 90 / 223))
    assert (unknown.figure, unknown.over, unknown.before, unknown.kernel) == (None,) * 4
    assert ladder.largest([java, tree, nothing, unknown], "DummyObject") == nothing
    text = markdown(
        page.page(
            SweepStudy.model_validate({**TESTBED.model_dump(), "ladder": LADDER}),
            Sweeps(facts, facts),
        )
    )
    assert (
        "## What could make it" in text
        and "DummyObject: Java comes to 2.0" in text
        and "where they found 12." in text
    )


def of_amounts(consumer: str, format_name: str, each: Mapping[int, float]) -> Curve:
    """What an object takes as a whole, s, by how many there are; a round is a little slower than
    the one before.
    """
    rounds = {
        number: {
            amount: round(1000 * amount * s * (1 + number / 1000)) for amount, s in each.items()
        }
        for number in range(1, 7)
    }
    return Curve(Scenario(consumer, "rust-provider", "DummyObject", format_name), {}, rounds)


def test_by_amounts_a_claim_is_of_many_objects_over_few(store: Store) -> None:
    groups = gather(store, sweep_of(store, 6, over=CELLS))
    curves = [
        of_amounts(name, *kind)
        for name in ("rust-server", "java-server")
        for kind in (("JSON", {10: 1, 20: 1.001}), ("XML", {10: 2, 20: 3}))
    ]
    facts = replace(groups, curves=curves)
    json, xml = (amounts.crossing(curve) for curve in curves[2:])
    assert json.each_ns == pytest.approx(
        {10: 1e9, 20: 1e9}, rel=0.01
    ) and json.added_ns == pytest.approx(1e9, rel=0.01)
    assert xml.each_ns == pytest.approx(
        {10: 2e9, 20: 3e9}, rel=0.01
    ) and xml.added_ns == pytest.approx(4e9, rel=0.01)
    growth = {
        "consumer": "java-server",
        "provider": "rust-provider",
        "object_types": ["DummyObject"],
        "many": 20,
        "few": 10,
    }
    claim = {
        "id": "C001-5",
        "says": "x",
        "growths": [
            {**growth, "format": "JSON", "claimed": "equal"},
            {**growth, "format": "XML", "claimed": "greater"},
        ],
    }
    study = SweepStudy.model_validate(
        {**TESTBED.model_dump(), "claims": [claim], "amounts": {"sweep": [], "trials": [10, 20]}}
    )
    assert [
        row.verdict for row in answering.answers(study, Sweeps(groups, amounts=facts))[0].rows
    ] == ["holds", "holds"]
    assert answering.answers(study, Sweeps(groups))[0].verdict == "not measured"
    (_, tried) = amounts.trials(curves, ("XML", "JSON"), (10, 20))
    assert (
        tried.ratio
        and tried.ratio.estimate == pytest.approx(6**0.5, rel=0.001)
        and tried.p_each == pytest.approx(0.095, abs=0.001)
    )
    text = markdown(page.page(study, Sweeps(groups, amounts=facts)))
    assert (
        "java-server XML from rust-provider, whole, of 20" in text
        and "| java-server | rust-provider | DummyObject | 0.35 | 0.096 |" in text
    )


@pytest.fixture
def kept(tmp_path: Path) -> str:
    from bench_driver.store.opening import open_store

    address = str(tmp_path / "a.sqlite")
    with open_store(address) as store:
        planned = [{**asdict(cell), "contenders": [asdict(who) for who in PAIR]} for cell in CELLS]
        sweep_of(store, 10, lazily(), over=CELLS, held={"cells": planned})
    return address


def test_the_command_answers_from_the_newest_sweep_that_fits(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "list"]) == ExitCode.OK
    assert "8 of 9" in capsys.readouterr().out
    assert (
        main(["study", "show", "testbed", "--store", kept, "--out", str(tmp_path / "page.md")])
        == ExitCode.OK
    )
    out = capsys.readouterr().out
    assert out.startswith("C004-1: ") and (tmp_path / "page.md").read_text().startswith(
        "# Deserialization in Rust"
    )
    assert main(["study", "show", "testbed", "--store", kept, "--claim", "C004-8"]) == ExitCode.OK
    assert capsys.readouterr().out.count("C004-8") == 2
    assert (
        main(["study", "show", "testbed", "--store", kept, "--claim", "C004-99"]) == ExitCode.USAGE
    )
    assert main(["study", "show", "nobody's", "--store", kept]) == ExitCode.USAGE


def test_the_command_shows_another_part_where_its_sweep_bears_the_label(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench_driver.store.opening import open_store

    address, cells = str(tmp_path / "a.sqlite"), sorted(load_sweep("transfer").cells)
    planned = [{**asdict(cell), "contenders": [asdict(who) for who in PAIR]} for cell in cells]
    with open_store(address) as store:
        sweep = sweep_of(store, 6, over=cells, made=transferred, held={"cells": planned})
        begun = sweep_of(
            store,
            1,
            planned_at="2026-11-22T12:00:00.000+00:00",
            over=cells[:1],
            made=transferred,
            held={"cells": planned},
        )
        write.set_state(store, begun.id, "running")
        with store.writing() as connection:
            labelled = update(schema.sweep).where(schema.sweep.c.id.in_([sweep.id, begun.id]))
            connection.execute(labelled.values(label="study-transfer-ladder"))
    assert (
        main(["study", "show", "transfer", "--part", "ladder", "--store", address]) == ExitCode.OK
    )
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "XML, by today's default comes to 5.00 (5.00 … 5.00) times the foot, where they found 58.1."
        in out
    )
    assert (
        main(["study", "show", "transfer", "--part", "amounts", "--store", address])
        == ExitCode.USAGE
    )
    assert "study run transfer --part amounts" in capsys.readouterr().err
    assert main(["study", "show", "transfer", "--store", address]) == ExitCode.USAGE, (
        "the ladder's sweep answers no claim"
    )


def test_without_a_sweep_that_fits_it_says_how_to_measure(store: Store) -> None:
    sweep_of(store, 6, lazily(), over=[Cell(object_type="Tweet", format="JSON", condition="block")])
    from bench_studies.cli import _sweep

    with pytest.raises(UsageError, match="no sweep answers testbed") as refused:
        _sweep(store, TESTBED, None)
    assert "study run testbed" in refused.value.do
    assert _sweep(store, TESTBED, "last").id == read.find(store).id


def browsed(item: PlannedSlice, p50_ns: float) -> Attempt:
    """A slice of a browser: BSON takes 1.5 times as long as JSON, by the means of its blocks; the
    median window says another thing.
    """
    made = answered(replace(item, turn=replace(item.turn, contender=PAIR[0])), p50_ns)
    mean = 3000 if item.turn.cell.format == "BSON" else 2000
    return replace(
        made,
        answer={
            **(made.answer or {}),
            "blocks": {"objects": 500, "mean_ns": [mean, mean + item.turn.round, mean + 9000]},
        },
    )


def test_a_claim_may_be_of_what_a_browser_parses(store: Store) -> None:
    claims = gather(store, sweep_of(store, 10, lazily(), over=CELLS, planned_at=PAST))
    pair = (Contender("browser"), Contender("browser", "JSON.parse"))
    cells = [
        Cell(object_type=name, format=format_name, condition="replay")
        for name in ("NumericObject", "DummyObject")
        for format_name in ("JSON", "BSON")
    ]
    browser = gather(store, sweep_of(store, 10, over=cells, pair=pair, made=browsed))
    (found,) = [
        one
        for one in answering.answers(TESTBED, Sweeps(claims, browser=browser))
        if one.claim.id == "C004-5"
    ]
    assert (found.verdict, [row.at for row in found.rows]) == ("holds", ["DummyObject"])
    assert [row.decision.ratio.estimate for row in found.rows if row.decision] == pytest.approx(
        [1.5], rel=0.01
    )
    assert "what a browser parses, by sweep" in markdown(
        page.page(TESTBED, Sweeps(claims, browser=browser))
    )
    assert any("medians of means of 500 consecutive windows" in note for note in browser.notes)
    assert not any("medians of means" in note for note in claims.notes)


def test_a_part_that_the_file_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="C004-5 is of a part that the study has not"):
        SweepStudy.model_validate({**TESTBED.model_dump(), "browser": None})
