"""`bench-driver study run`: which parts it measures, what it goes on with, and what it refuses. No
sweep is made here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.store import schema, write
from bench_studies.study import load_sweep

from .grouped import sweep_of

CELLS = sorted(load_sweep("testbed").cells)


@pytest.mark.parametrize(
    "asked",
    [["testbed"], ["transfer", "--part", "ladder"], ["transfer", "--part", "ladder", "--resume"]],
)
def test_a_study_or_a_part_without_a_shorter_sweep_says_so(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "run", *asked, "--preset", "quick"]) == ExitCode.USAGE
    assert "has no quick preset" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ended", "asked"),
    [
        (ExitCode.FAILED, ["sweep", "sweep", "sweep", "study"]),
        (ExitCode.INTERRUPTED, ["sweep"]),
        (ExitCode.CONFIG, ["sweep"]),
    ],
)
def test_a_study_goes_on_where_slices_of_a_part_failed(
    ended: ExitCode, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[str] = []

    def ran(arguments: list[str]) -> int:
        commands.append(arguments[0])
        return ended if len(commands) == 1 else ExitCode.OK

    monkeypatch.setattr("bench_driver.cli.main", ran)
    assert main(["study", "run", "transfer"]) == ended
    assert commands == asked


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that a study runs, all of which do well."""
    ran: list[list[str]] = []

    def well(arguments: list[str]) -> int:
        ran.append(arguments)
        return ExitCode.OK

    monkeypatch.setattr("bench_driver.cli.main", well)
    return ran


def test_each_part_can_be_planned_alone(commands: list[list[str]]) -> None:
    assert main(["study", "run", "transfer", "--dry-run"]) == ExitCode.OK
    assert [(one[0], "--dry-run" in one) for one in commands] == [("sweep", True)] * 3, (
        "and nothing is shown"
    )
    assert main(["study", "run", "transfer", "--dry-run", "--resume"]) == ExitCode.USAGE


#: When the last run of the study in `kept_parts` was begun, and a run before it.
LAST, BEFORE = "2026-11-22T12:00:00.000+00:00", "2026-11-20T12:00:00.000+00:00"


def kept_parts(address: str, *parts: tuple[str, str, str]) -> None:
    """A store of sweeps by label, time and state."""
    from bench_driver.store.opening import open_store

    with open_store(address) as store:
        for number, (label, planned_at, state) in enumerate(parts):
            sweep = sweep_of(
                store,
                1,
                planned_at=planned_at.replace(":00.000", f":{number:02}.000"),
                over=CELLS[:1],
            )
            write.set_state(store, sweep.id, state)
            with store.writing() as connection:
                connection.execute(
                    update(schema.sweep).where(schema.sweep.c.id == sweep.id).values(label=label)
                )


def test_a_study_that_was_cut_goes_on_with_the_part_that_it_was_in(
    tmp_path: Path, commands: list[list[str]]
) -> None:
    address = str(tmp_path / "a.sqlite")
    before = [(f"study-transfer{part}", BEFORE, "complete") for part in ("", "-ladder", "-amounts")]
    kept_parts(
        address,
        *before,
        ("study-transfer", LAST, "complete"),
        ("study-transfer-ladder", LAST, "interrupted"),
    )
    assert (
        main(["study", "run", "transfer", "--resume", "--rounds", "3", "--store", address])
        == ExitCode.OK
    )
    resumed, anew, shown = commands
    assert resumed == ["sweep", "--resume", "2026-11-22T12-00-04", "--store", address], (
        "the claims are measured"
    )
    assert anew[:2] == ["sweep", "--amounts"] and anew[-2:] == ["--store", address], (
        "those of the run before are none of this"
    )
    assert "3" in anew and shown[:3] == ["study", "show", "transfer"]


def test_a_study_that_was_not_begun_is_nothing_to_go_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = str(tmp_path / "a.sqlite")
    kept_parts(address, ("study-transfer-ladder", LAST, "interrupted"))
    assert main(["study", "run", "transfer", "--resume", "--store", address]) == ExitCode.USAGE
    assert "no run of transfer to go on with" in capsys.readouterr().err
