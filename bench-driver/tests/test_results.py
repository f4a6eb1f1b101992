"""Where results go: never over others, and never in silence where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_driver.errors import ResultsError
from bench_driver.measure.results import Results


def test_results_are_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "something").touch()
    with pytest.raises(ResultsError, match="not empty"):
        Results.create(tmp_path)


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ResultsError, match="cannot be written") as refused:
        Results.create(tmp_path / "file" / "out")
    assert "--out" in refused.value.do
