"""The real providers under the real load generators, for a second each: every slice answered, every
rate asked for.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_load.served import KINDS
from bench_load.waits import SHARES

pytestmark = pytest.mark.thorough

_ONE = ["--object-type", "DummyObject", "--format", "JSON", "--rounds", "1", "--warmup", "1"]
LENGTH = 1014


def rows(file: Path) -> list[dict[str, str]]:
    with file.open() as lines:
        return list(csv.DictReader(lines))


def test_every_load_is_answered_by_both_providers_whole(tmp_path: Path) -> None:
    assert main(["providers", "--loop", "closed", *_ONE, "--out", str(tmp_path)]) == 0
    made = rows(tmp_path / "rates.csv")
    assert {(row["load"], row["provider"], row["kind"]) for row in made} == {
        (load, provider, kind)
        for load in ("ab", "ab-k", "wrk-1", "wrk-16", "wrk-256")
        for provider in ("rust-provider", "java-provider")
        for kind in KINDS
    }
    assert len(made) == 20
    for row in made:
        assert (int(row["failed"]), int(row["bytes"])) == (0, LENGTH), row
        assert int(row["received_bytes"]) >= int(row["requests"]) * LENGTH > 0, row
        assert 0 < float(row["cpu_s"]) < 4 * float(row["seconds"]), row
    text = (tmp_path / "providers.md").read_text()
    assert "of plain text's rate at 16 connections" in text
    assert "Failed" not in text


def test_every_rate_is_asked_for_and_waited_for_from_when_it_was_due(tmp_path: Path) -> None:
    assert (
        main(
            [
                "providers",
                "--loop",
                "open",
                "--provider",
                "rust-provider",
                *_ONE,
                "--out",
                str(tmp_path),
            ]
        )
        == 0
    )
    made = rows(tmp_path / "waits.csv")
    assert sorted(float(row["share"]) for row in made) == list(SHARES)
    for row in made:
        assert int(row["asked"]) == round(float(row["ceiling"]) * float(row["share"])), row
        assert 0 < float(row["p50_ns"]) <= float(row["p99_ns"]) <= float(row["p99_9_ns"]), row
        assert row["failed"] == "0", row
