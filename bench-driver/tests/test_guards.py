"""What the lab says of the guard: the arithmetic of a pass, whom it asks for what, and the page, with servers that are none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Any

import pytest

from bench_driver.errors import ExitCode
from bench_driver.report.document import Table, Text
from bench_lab.cli import main
from bench_lab.guards import (
    AMOUNT,
    FORM,
    PASSES,
    VARIANTS,
    WARMING,
    Pass,
    gathered,
    measured,
    request,
    sections,
)
from bench_lab.paired.rows import Parsed

PARSED = [Parsed("rust-server", "NumericObject", name, "x") for name in ("BSON", "JSON")]


def answer(
    *, met: bool, full_ns: int = 1000, compared_ns: int = 100, moved: float = 1.0
) -> dict[str, Any]:
    """A run's, of windows of 2,000 ns that are 5 % slower in its first half, and slower by `moved` behind the guard."""
    new = 0 if met else VARIANTS
    behind = 2000 * 1.05 * (1.0 if met else moved)
    times = {
        "parse": dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), 2000),
        "amount": AMOUNT,
        "engine": {"format": "JSON"},
    }
    blocks = {"p50_ns": [9000, behind, behind, 2000], "scan_ns": [1, 1, 1, 1]}
    return {
        **times,
        "json_total_time_ms": 40,
        "bson_total_time_ms": 40,
        "guard_ns": new * full_ns + (AMOUNT - new) * compared_ns,
        "blocks": blocks,
    }


def test_a_pass_tells_the_guard_in_full_from_the_guard_by_comparison() -> None:
    found = Pass.of(answer(met=False), answer(met=True))
    assert (found.full_ns, found.compared_ns, found.parse_ns) == pytest.approx((1000, 100, 2000))


@pytest.mark.parametrize("moved", [1.0, 1.03, 0.97])
def test_windows_that_the_guard_moved_are_told_from_a_slow_first_half(moved: float) -> None:
    assert exp(Pass.of(answer(met=False, moved=moved), answer(met=True)).window) == pytest.approx(
        moved
    )


def test_each_row_is_warmed_by_new_bodies_and_passed_both_ways_by_turns() -> None:
    made: list[tuple[str, str, bool]] = []

    def run(process: str, parsed: Parsed, said: Mapping[str, Any]) -> dict[str, Any]:
        if said.get("amount") == AMOUNT and said["variants"] == VARIANTS:
            made.append((process, parsed.format, said["warmup"] > 0))
        return {
            **answer(met=said.get("warmup", 0) > 0),
            "amount": said["amount"],
            "engine": {"format": parsed.format},
        }

    found = measured(1, PARSED, ("replay",), run)
    assert {row: len(passes) for row, passes in found.items()} == {
        (parsed, "replay"): PASSES for parsed in PARSED
    }
    of_json = [
        met for process, name, met in made if (process, name) == ("rust-server-JSON", "JSON")
    ]
    assert of_json[:WARMING] == [False] * WARMING
    assert sorted(of_json[WARMING::2]) == [False] * (PASSES // 2) + [True] * (PASSES // 2), (
        "either run comes first equally often"
    )


@pytest.mark.parametrize(
    ("moved", "verdict"),
    [(0.0, "blind within 2 %"), (0.05, "moved by 2 % or more"), (0.0195, "unresolved")],
)
def test_the_page_says_what_it_takes_and_whether_windows_tell(moved: float, verdict: str) -> None:
    rounds = {
        number: [Pass(1000.0, 100.0, 2000.0, moved + number / 10_000)] for number in range(1, 7)
    }
    cost, windows = sections({(PARSED[0], "replay"): rounds, (PARSED[0], "block"): rounds})
    (table,) = (block for block in cost.blocks if isinstance(block, Table))
    assert [list(line) for line in table.rows] == [
        ["rust-server", "NumericObject", "BSON", "1,000", "100", "2,000", "0.500 (0.500 … 0.500)"]
    ]
    together, each = (block for block in windows.blocks if isinstance(block, Table))
    assert [list(line[:2]) for line in together.rows] == [
        ["rust-server", "replay"],
        ["rust-server", "block"],
    ]
    assert {line[-1] for table in (together, each) for line in table.rows} == {verdict}
    lead = windows.blocks[0]
    assert (
        isinstance(lead, Text)
        and lead.text.lower() == f"{verdict}: rust-server under replay and rust-server under block."
    )


def test_what_rows_of_a_condition_have_in_common_is_told_where_each_row_scatters() -> None:
    opposite = [
        {number: [Pass(1.0, 1.0, 1.0, sign * number / 100)] for number in range(1, 7)}
        for sign in (1, -1)
    ]
    _, windows = sections({(PARSED[0], "block"): opposite[0], (PARSED[1], "block"): opposite[1]})
    together, each = (block for block in windows.blocks if isinstance(block, Table))
    assert [line[-1] for line in together.rows] == ["blind within 2 %"]
    assert {line[-1] for line in each.rows} == {"unresolved"}


def test_a_run_that_met_its_bodies_does_so_in_its_warm_up() -> None:
    assert (request("block", met=True)["warmup"], request("block", met=False)["warmup"]) == (
        VARIANTS,
        0,
    )
    assert request("http", met=True)["source"] == "http"


def test_a_pass_that_was_disturbed_costs_no_page() -> None:
    disturbed, whole = Pass(-50.0, 900.0, 2000.0, 0.0), Pass(1000.0, 100.0, 2000.0, 0.0)
    rows = {
        1: [whole, disturbed, whole],
        2: [whole, whole, disturbed],
        3: [disturbed, disturbed, whole],
    }
    cost, _ = sections({(PARSED[0], "replay"): rows})
    table = cost.blocks[0]
    assert isinstance(table, Table)
    assert table.rows[0][-1].startswith("0.500"), "a round without a guard's time has no share"


def test_a_round_is_kept_as_it_was_and_stands_by_its_number() -> None:
    found = {
        (parsed, condition): [Pass(1000.0, 100.0, 2000.5, -0.01)] * 2
        for parsed in PARSED
        for condition in ("block", "replay")
    }
    again = FORM.taken(json.loads(json.dumps(FORM.told(found))))
    assert again == found and list(again) == list(found), "tables have the order of rows"
    assert gathered({1: found, 2: again}) == {
        row: {1: passes, 2: passes} for row, passes in found.items()
    }


def test_the_command_keeps_its_rounds_and_goes_on_under_their_conditions_alone(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(number: int, parsed: Any, conditions: Any, _: Any) -> Any:
        passed = Pass(10.0, 1.0, 20.0, number / 1000)
        return {(one, condition): [passed] for condition in conditions for one in parsed}

    monkeypatch.setattr("bench_lab.guards.measured", measured)
    assert main(["guards", "--rounds", "1", "--condition", "replay"]) == ExitCode.OK
    (kept,) = (checkout / "results" / "guards").glob("*.jsonl")
    assert main(["guards", "--rounds", "2", "--resume", str(kept)]) == ExitCode.OK
    page = (checkout / "docs" / "results" / "guard.md").read_text()
    assert "`python -m bench_lab guards --rounds 2 --condition replay` wrote this page" in page
    assert main(["guards", "--resume", str(kept), "--condition", "http"]) == ExitCode.USAGE
    assert "--condition does not go with --resume" in capsys.readouterr().err
