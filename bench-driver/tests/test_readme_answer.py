"""The README's answer, as `report --readme` writes it: it says of the sweep only what the summary
beside it holds.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.store.opening import open_store
from bench_driver.system import repository

from . import test_docs
from .grouped import WITH_HTTP, sweep_of
from .neighbours import scanned
from .stores import OldPlan, add, measure

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as holds the answer."""
    shutil.copy(ROOT / "README.md", tmp_path)
    for mark in repository._MARKS:
        (tmp_path / mark).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / mark, tmp_path / mark)
    return tmp_path


def written(checkout: Path, *more: str) -> int:
    return main(
        [
            "report",
            "--readme",
            "--no-png",
            "--store",
            str(checkout / "a.sqlite"),
            "--root",
            str(checkout),
            "--out",
            str(checkout / "out"),
            *more,
        ]
    )


@pytest.mark.parametrize("rounds", [6, 10])
def test_the_answer_holds_to_its_summary_as_every_published_one_does(
    rounds: int, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(str(checkout / "a.sqlite")) as store:
        sweep_of(
            store,
            rounds,
            over=[cell for cell in WITH_HTTP if cell.format == "JSON"],
            made=scanned(),
        )
    before = (checkout / "README.md").read_text()
    assert written(checkout) == ExitCode.OK
    readme = (checkout / "README.md").read_text()
    monkeypatch.setattr(test_docs, "ROOT", checkout)
    test_docs.test_the_readme_says_of_the_published_sweep_only_what_its_summary_holds()
    assert "rust-server parsed faster by 3 % or more in 2 of 2 rows" in readme
    state = {6: "good for a look (6 rounds, publishing takes 10", 10: "publishable (10 rounds"}
    assert f"**Trust**: {state[rounds]}" in " ".join(readme.split())
    assert (checkout / "docs" / "results" / "answer.svg").read_text().startswith("<svg")
    assert readme.partition("**What is timed**")[2] == before.partition("**What is timed**")[2]
    assert written(checkout) == ExitCode.OK
    assert (checkout / "README.md").read_text() == readme, "the same sweep writes the same"
    assert len(re.findall(r"^\| NumericObject \| JSON \|", readme, re.MULTILINE)) == 1, (
        "what http adds stands in the summary"
    )
    assert "has what http adds, the versions" in " ".join(readme.split())


def test_a_readme_without_its_place_and_a_sweep_by_amounts_are_refused(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(checkout / "a.sqlite")) as store:
        sweep_of(store, 1, over=WITH_HTTP[:1])
        measure(store, add(store, OldPlan(), planned_at="2026-11-22T12:00:00.000+00:00").id)
    assert written(checkout, "last") == ExitCode.USAGE
    assert "measured it by amounts" in capsys.readouterr().err
    (checkout / "README.md").write_text("# Nothing\n")
    assert written(checkout, "2026-11-21") == ExitCode.FAILED
    assert "has no place for the answer" in capsys.readouterr().err
    assert (checkout / "README.md").read_text() == "# Nothing\n"
