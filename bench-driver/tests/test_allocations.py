"""What the lab says of allocations: whom it asks for what, and the page, with servers that are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_builds.setups import Built
from bench_driver.errors import ExitCode
from bench_driver.report.document import Table, Text
from bench_lab.allocations import COUNTING, measured, sections
from bench_lab.cli import main
from bench_lab.paired import servers
from bench_lab.paired.rows import NOTES, Parsed

RUST, JAVA = (
    Parsed("rust-server", "DummyObject", "JSON", "serde_json"),
    Parsed("java-server", "DummyObject", "JSON", "gson"),
)


def test_each_engine_is_asked_of_the_process_that_can_tell() -> None:
    asked: dict[str, Mapping[str, Any]] = {}

    def run(process: str, parsed: Parsed, said: Mapping[str, Any]) -> dict[str, Any]:
        asked[process] = said
        counted = {"allocations_per_object": 27.5} if process == "rust-server+count-alloc" else {}
        return {"memory": {"allocated_bytes_per_object": 1000.0, "peak_rss_bytes": 1, **counted}}

    assert measured([RUST, JAVA], run) == {RUST: (1000.0, 27.5), JAVA: (1000.0, None)}
    assert set(asked) == {"rust-server+count-alloc", "java-server"}
    assert {said["source"] for said in asked.values()} == {"replay"}


def test_the_page_has_a_line_for_each_engine_the_most_frugal_first() -> None:
    (section,) = sections(
        [{RUST: (700.4, 27.5), JAVA: (size, None)} for size in (2000.0, 3000.0, 2500.0)]
    )
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
        (section,) = sections([{parsed: (700.0, None) for parsed in others}])
        assert [block.text for block in section.blocks if isinstance(block, Text)][1:] == due


def test_the_command_has_its_servers_built_and_writes_the_page(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Path] = []
    monkeypatch.setattr(Built, "make", lambda self, options, _: built.append(options.root))
    monkeypatch.setattr(Built, "spec", servers.consumer(RUST.consumer, COUNTING.server))
    monkeypatch.setattr(
        "bench_lab.allocations.measured", lambda each, _: dict.fromkeys(each, (7, 1))
    )
    assert main(["allocations", "--rounds", "2"]) == ExitCode.OK
    page = (checkout / "docs" / "results" / "allocations.md").read_text()
    assert built == [checkout] and "of 2 rounds" in page and "| 7 | 7 … 7 | 1.0 |" in page
