"""`bench-driver study` on real stores, here in miniature: run, resume, show, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.store import read, trials
from bench_driver.store.opening import open_store
from bench_driver.system import lock
from bench_studies import trial_cli
from bench_studies.stores import package

from .fake_stores import FakePairs


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "a.sqlite")


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakePairs:
    """All stores are installed, and are fakes."""
    made = FakePairs()
    monkeypatch.setattr(package, "found", lambda *_: tmp_path)
    monkeypatch.setattr(trial_cli.Where, "pairs", lambda where, *given: made(*given))
    return made


def run(address: str, *options: str) -> int:
    return main(["study", "run", "replication", "--preset=smallest", "--store", address, *options])


def test_a_run_is_measured_shown_and_no_sweep(
    address: str, fakes: FakePairs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(address) == ExitCode.OK
    shown = capsys.readouterr().out
    assert "C000-1: JSON needs less bandwidth" in shown and "Not testable here (it is" in shown
    with open_store(address) as store:
        assert read.sweeps(store) == []
        (found,) = trials.runs(store)
    assert (found.state, found.planned) == ("complete", 7)
    assert main(["list", "--store", address]) == ExitCode.OK
    assert found.id in capsys.readouterr().out
    page = tmp_path / "page.md"
    asked = ["--run", found.id, "--claim", "C000-1", "--out", str(page), "--store", address]
    assert main(["study", "show", "replication", *asked]) == ExitCode.OK
    assert "C000-4" not in capsys.readouterr().out, "the claim alone"
    assert "## What explains the bytes" in page.read_text()


def test_what_failed_is_said_with_how_to_go_on_and_is_resumed(
    address: str, fakes: FakePairs, capsys: pytest.CaptureFixture[str]
) -> None:
    fakes.behaviour[1] = "dies"
    assert run(address, "--part", "claims") == ExitCode.FAILED
    said = capsys.readouterr().err
    assert "ended while it was measured" in said and "study run replication --resume" in said
    assert run(address, "--resume") == ExitCode.OK
    with open_store(address) as store:
        assert [one.state for one in trials.runs(store)] == ["complete"]
    assert run(address, "--resume") == ExitCode.OK
    assert "is complete" in capsys.readouterr().err


def test_a_plan_is_shown_where_nothing_is_installed_and_measures_nothing(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(address, "--dry-run") == ExitCode.OK
    shown = capsys.readouterr().out
    assert "claims: redis XML text, n 2,000" in shown and "1 round of 7 trials" in shown
    assert not Path(address).exists()


def test_a_store_that_is_not_installed_is_said_before_anything_is_planned(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(address, "--stores", str(tmp_path)) == ExitCode.CONFIG
    assert "study stores install" in capsys.readouterr().err
    assert not Path(address).exists()


def test_a_busy_machine_plans_nothing(
    address: str, fakes: FakePairs, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock.held("another command"):
        assert run(address) == ExitCode.FAILED
    assert "the machine is busy" in capsys.readouterr().err and not Path(address).exists()


@pytest.mark.parametrize(
    "asked",
    [
        ["run", "replication", "--part", "ladder"],
        ["run", "replication", "--dry-run", "--resume"],
        ["run", "replication", "--claim", "C000-9"],
        ["run", "testbed", "--preset", "smallest"],
        ["run", "testbed", "--part", "killed"],
        ["show", "testbed", "--run", "a"],
        ["show", "replication", "--sweep", "last"],
        ["show", "replication", "--part", "browser"],
    ],
)
def test_options_of_another_kind_of_study_are_refused(asked: list[str], address: str) -> None:
    assert main(["study", *asked, "--store", address]) == ExitCode.USAGE
