"""Gates: an exit code of 0 is worth something only where the gate could have said anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench_driver.cli import main, upgrade_check
from bench_driver.errors import ExitCode
from bench_driver.model.label import LONGEST, of_title
from bench_driver.servers import builds
from bench_driver.store.opening import open_store

from .stores import SCENARIOS, add, measure, small_plan


def two(tmp_path: Path, rounds: int, **second: object) -> str:
    """A store of two nights by amounts, the second of them as said."""
    file = tmp_path / "store.sqlite"
    with open_store(str(file)) as store:
        measure(store, add(store, small_plan(rounds=rounds), planned_at="2026-11-20T12:00:00.000+00:00").id)
        measure(store, add(store, small_plan(**{"rounds": rounds, **second}), planned_at="2026-11-21T12:00:00.000+00:00").id)
    return str(file)


def test_a_comparison_of_too_few_rounds_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = two(tmp_path, 1)
    assert main(["compare", "2026-11-20", "2026-11-21", "--store", file, "--fail-over", "5%"]) == ExitCode.UNDECIDED
    assert "undecided: " in capsys.readouterr().err
    assert main(["compare", "2026-11-20", "2026-11-21", "--store", file]) == ExitCode.OK, "who asks for no gate gets none"


def test_two_sweeps_that_share_nothing_are_not_comparable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = two(tmp_path, 6, scenarios=SCENARIOS[:1], twice=(), cold=())
    with open_store(file) as store:
        measure(store, add(store, small_plan(rounds=6, scenarios=SCENARIOS[1:2], twice=(), cold=()), planned_at="2026-11-22T12:00:00.000+00:00").id)
    assert main(["compare", "2026-11-21", "2026-11-22", "--store", file, "--fail-over", "5%"]) == ExitCode.NOT_COMPARABLE
    assert "share no scenario" in capsys.readouterr().err


def test_a_value_of_an_option_is_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def library(*args: object, **_: object) -> ExitCode:
        calls.append(args)
        return ExitCode.OK

    monkeypatch.setattr(upgrade_check, "_library", library)
    assert main(["upgrade-check", "gson", "--rounds", "10"]) == ExitCode.OK
    assert main(["upgrade-check", "gson", "2.14.0", "--rounds", "10"]) == ExitCode.OK
    assert main(["upgrade-check", "gson", "2.13.0", "2.14.0", "--format", "JSON"]) == ExitCode.OK
    assert [args[1] for args in calls] == [[], ["2.14.0"], ["2.13.0", "2.14.0"]]
    assert [list(args[3])[-2:] for args in calls] == [["--rounds", "10"], ["--rounds", "10"], ["--format", "JSON"]]
    assert main(["upgrade-check", "gson", "1", "2", "3"]) == ExitCode.USAGE


@pytest.mark.parametrize("title", ["commit feature/x -> HEAD", "quick-xml 0.42.0 -> path:../quick-xml", "a_from_b/c", "-x", "x" * 200, "a\x1b[2J/b"])
def test_a_title_becomes_a_label(title: str) -> None:
    label = of_title(title)
    assert label and len(label) <= LONGEST and label.isprintable() and "/" not in label


def test_files_that_were_touched_build_nothing_anew(tmp_path: Path) -> None:
    source = tmp_path / "rust-server" / "Cargo.toml"
    source.parent.mkdir()
    source.write_text("[workspace]")
    for folder in ("java-server", "providers"):
        (tmp_path / folder).mkdir()
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    before = builds._archive(tmp_path, None)
    os.utime(source, (1, 1))
    assert builds._archive(tmp_path, None) == before
    source.write_text("[workspace]\n")
    assert builds._archive(tmp_path, None) != before


def run(*args: str, stdout: object, **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "bench_driver", *args]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, env={**os.environ, **env}, check=False)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", [["list"], ["compare", "2026-11-20", "2026-11-21", "--json"], ["--help"]], ids=str)
def test_an_answer_that_cannot_be_printed_ends_with_a_sentence(tmp_path: Path, command: list[str]) -> None:
    file = two(tmp_path, 1)
    with Path("/dev/full").open("wb") as full:
        made = run(*command, *(["--store", file] if command != ["--help"] else []), stdout=full)
    assert made.returncode == ExitCode.UNPRINTED, made.stderr
    assert b"could not be printed: No space left on device" in made.stderr
    assert b"Traceback" not in made.stderr and b"Exception ignored" not in made.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_terminal_that_lacks_characters_shows_others(tmp_path: Path, encoding: str) -> None:
    file = two(tmp_path, 6)
    made = run("show", "2026-11-21", "--store", file, stdout=subprocess.PIPE, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert made.returncode == 0, made.stderr
    assert b"?" in made.stdout and made.stdout.decode(encoding)
