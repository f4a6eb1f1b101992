"""What the lab says of allocations: whom it asks for what, and the page, with servers that are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bench_driver.report.document import Table, Text
from bench_lab.allocations import page
from bench_lab.allocations.round import Allocated, measure
from bench_lab.paired.rows import NOTES, Parsed

RUST, JAVA = Parsed("rust-server", "DummyObject", "JSON", "serde_json"), Parsed("java-server", "DummyObject", "JSON", "gson")


def test_each_engine_is_asked_of_the_process_that_can_tell() -> None:
    asked: dict[str, Mapping[str, Any]] = {}

    def run(process: str, parsed: Parsed, said: Mapping[str, Any]) -> dict[str, Any]:
        asked[process] = said
        counted = {"allocations_per_object": 27.5} if process == "rust-server+count-alloc" else {}
        return {"memory": {"allocated_bytes_per_object": 1000.0, "peak_rss_bytes": 1, **counted}}

    assert measure([RUST, JAVA], run) == {RUST: Allocated(1000.0, 27.5), JAVA: Allocated(1000.0, None)}
    assert set(asked) == {"rust-server+count-alloc", "java-server"}
    assert {said["source"] for said in asked.values()} == {"replay"}


def test_the_page_has_a_line_for_each_engine_the_most_frugal_first() -> None:
    rounds = [{RUST: Allocated(700.4, 27.5), JAVA: Allocated(size, None)} for size in (2000.0, 3000.0, 2500.0)]
    (section,) = page.sections(rounds)
    (lead,) = [block.text for block in section.blocks if isinstance(block, Text)]
    assert lead == "JSON takes from 700 bytes (rust-server serde_json) to 2,500 (java-server gson)."
    (table,) = [block for block in section.blocks if isinstance(block, Table)]
    assert [list(row) for row in table.rows] == [
        ["JSON", "rust-server serde_json", "700", "700 … 700", "27.5"],
        ["JSON", "java-server gson", "2,500", "2,000 … 3,000", "-"],
    ]


def test_an_engine_that_stands_in_no_series_has_a_note_beside_its_rows() -> None:
    misreading = replace(JAVA, engine="fastjson2")
    for others, due in (([JAVA], []), ([JAVA, misreading], [NOTES["fastjson2"]])):
        (section,) = page.sections([{parsed: Allocated(700.0, None) for parsed in others}])
        assert [block.text for block in section.blocks if isinstance(block, Text)][1:] == due
