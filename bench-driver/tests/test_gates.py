"""Gates: an exit code of 0 is worth something only where the gate could have said anything else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_builds import builds, upgrade_check
from bench_driver.cli import main
from bench_driver.cli.sweep import options_of
from bench_driver.errors import ExitCode
from bench_driver.measure import session
from bench_driver.measure.sweeping import Outcome
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.label import LONGEST, of_title
from bench_driver.model.records import Attempt
from bench_driver.servers.specs import Options
from bench_driver.store import read
from bench_driver.store.opening import open_store

from .conftest import FREE
from .grouped import answered, sweep_of
from .stores import CELLS, PlannedSlice

ROOT = Path(__file__).resolve().parents[2]


def two(tmp_path: Path, rounds: int, over: Sequence[Cell] = CELLS[:1]) -> str:
    """A store of two nights of so many rounds, each of a cell."""
    file = tmp_path / "store.sqlite"
    with open_store(str(file)) as store:
        for night, cell in enumerate((over[0], over[-1])):
            sweep_of(store, rounds, planned_at=f"2026-11-2{night}T12:00:00.000+00:00", over=[cell])
    return str(file)


def test_a_comparison_of_two_sweeps_is_undecided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = two(tmp_path, 1)
    assert (
        main(["compare", "2026-11-20", "2026-11-21", "--store", file, "--fail-over", "5%"])
        == ExitCode.UNDECIDED
    )
    assert "undecided: " in capsys.readouterr().err
    assert main(["compare", "2026-11-20", "2026-11-21", "--store", file]) == ExitCode.OK, (
        "who asks for no gate gets none"
    )


def test_labels_without_walks_are_undecided_and_more_sweeps_would_not_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "store.sqlite"
    with open_store(str(file)) as store:
        for day in range(1, 7):
            at, label = f"2026-11-0{day}T12:00:00.000+00:00", "old" if day < 4 else "new"
            sweep_of(store, 2, planned_at=at, over=CELLS[:1], label=label)
    words = ["compare", "old", "new", "--store", str(file), "--fail-over", "5%"]
    assert main(words) == ExitCode.UNDECIDED
    said = capsys.readouterr().err
    assert "undecided: 2 of 2 rows" in said and "no walk says who shared the core" in said
    assert "more sweeps would tell" not in said


def test_two_sweeps_that_share_nothing_are_not_comparable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = two(tmp_path, 1, CELLS[:2])
    assert (
        main(["compare", "2026-11-20", "2026-11-21", "--store", file, "--fail-over", "5%"])
        == ExitCode.NOT_COMPARABLE
    )
    assert "share no cell" in capsys.readouterr().err


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
    assert [list(args[3])[-2:] for args in calls] == [
        ["--rounds", "10"],
        ["--rounds", "10"],
        ["--format", "JSON"],
    ]
    assert main(["upgrade-check", "gson", "1", "2", "3"]) == ExitCode.USAGE


def even(turn: Turn) -> float:
    """Everybody takes the same time, but for each round's and place's little."""
    return 2000 + turn.round + turn.place


@pytest.fixture
def revisions(builds_equal: Path, checkout: Path) -> Path:
    """A checkout with a branch `feature/x` that is a commit behind."""
    commit = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "second"]
    subprocess.run(["git", "branch", "feature/x"], cwd=checkout, check=True)
    subprocess.run([*commit, "--allow-empty"], cwd=checkout, check=True)
    return checkout


class Upgrades:
    """Sweeps in the place of the command's: all is asked as for real, and `pair` measured."""

    def __init__(self, rounds: int = 6) -> None:
        self.rounds, self.lacks, self.asked = rounds, "", list[session.Session]()

    def __call__(self, given: dict[str, Any]) -> Outcome:
        made = session.session(options_of(given))
        self.asked.append(made)
        names = [name for name in made.whose.names if not name.endswith("-provider")]
        named = (name.partition("+") for name in names if not self.lacks or self.lacks not in name)
        pair = [Contender(consumer, setup=setup) for consumer, _, setup in named]
        with open_store(given["store"]) as store:
            over = CELLS[:1]
            return Outcome(sweep_of(store, self.rounds, even, over=over, pair=pair))


@pytest.fixture
def upgrades(monkeypatch: pytest.MonkeyPatch) -> Upgrades:
    made = Upgrades()
    monkeypatch.setattr(upgrade_check, "swept", made)
    return made


BRANCHES = (
    ["upgrade-check", "commit", "feature/x", "HEAD"],
    ["compare", "--build", "feature/x..HEAD"],
)


@pytest.mark.parametrize("command", BRANCHES, ids=" ".join)
def test_a_branch_whose_name_has_a_slash_is_compared(
    command: list[str],
    revisions: Path,
    upgrades: Upgrades,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*command, "--root", str(revisions)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "commit feature/x -> HEAD: not slower (0 of 2 cells" in said
    (asked,) = upgrades.asked
    assert asked.label == "commit feature:x -> HEAD"
    assert len([name for name in asked.whose.names if "+commit=" in name]) == 4


def test_a_library_s_own_sources_are_compared(
    tmp_path: Path,
    upgrades: Upgrades,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sources = tmp_path / "serde_json"
    sources.mkdir()
    (sources / "Cargo.toml").write_text('[package]\nname = "serde_json"\nversion = "1.0.200"\n')
    command = ["upgrade-check", "serde_json", f"path:{sources}", "--checks", "usual"]
    code = main([*command, "--store", str(tmp_path / "s.sqlite"), "--root", str(ROOT)])
    assert code == ExitCode.OK, capsys.readouterr().err
    assert "rust-server+serde_json=path" in upgrades.asked[0].whose.names


def upgraded(upgrades: Upgrades, revisions: Path, *more: str) -> int:
    return main(["upgrade-check", "commit", "feature/x", "HEAD", "--root", str(revisions), *more])


def test_an_upgrade_of_which_nothing_was_measured_is_not_comparable(
    revisions: Path,
    upgrades: Upgrades,
    capsys: pytest.CaptureFixture[str],
) -> None:
    upgrades.lacks = f"commit={builds.commit(revisions, 'HEAD')[:12]}"
    for more in ([], ["--json"]):
        assert upgraded(upgrades, revisions, *more) == ExitCode.NOT_COMPARABLE
        said = capsys.readouterr()
        for name in ("rust-server", "java-server"):
            assert f"block: {name} was not measured with HEAD" in said.err
        assert "not comparable" in said.out


def test_a_pair_that_one_side_lacks_is_named_and_undecided(
    revisions: Path,
    upgrades: Upgrades,
    capsys: pytest.CaptureFixture[str],
) -> None:
    upgrades.lacks = f"java-server+commit={builds.commit(revisions, 'feature/x')[:12]}"
    assert upgraded(upgrades, revisions) == ExitCode.UNDECIDED
    said = " ".join(capsys.readouterr().err.split())
    assert "NumericObject as JSON, block: java-server was not measured with feature/x" in said


SIZE = r"[0-9.]+ % or more would have been seen in (\d+ of \d+) "


@pytest.mark.parametrize(("rounds", "seen"), [(6, "2 of 2"), (3, None)])
def test_an_upgrade_says_what_it_could_have_found(
    rounds: int, seen: str | None, revisions: Path, upgrades: Upgrades,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    upgrades.rounds = rounds
    upgraded(upgrades, revisions)
    said = capsys.readouterr().out
    found = re.search(SIZE, said)
    assert (found and found[1]) == seen
    assert ("No slowdown would have been seen in any of 2 rows" in said) == (seen is None)


def test_a_comparison_says_what_it_could_have_found(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = two(tmp_path, 8)
    sweeps = ["compare", "2026-11-20", "2026-11-21", "--store", file, "--fail-over", "5%"]
    assert main(sweeps) == ExitCode.UNDECIDED
    assert "No slowdown would have been seen" in capsys.readouterr().err


@pytest.mark.parametrize(
    "title",
    [
        "commit feature/x -> HEAD",
        "quick-xml 0.42.0 -> path:../quick-xml",
        "a_from_b/c",
        "-x",
        "x" * 200,
        "a\x1b[2J/b",
    ],
)
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
    usual = Options(tmp_path)
    before = builds._archive(usual, None)
    os.utime(source, (1, 1))
    assert builds._archive(usual, None) == before
    source.write_text("[workspace]\n")
    assert builds._archive(usual, None) != before


def run(*args: str, stdout: object, **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "bench_driver", *args]
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        command, stdout=stdout, stderr=subprocess.PIPE, env={**os.environ, **env}, check=False
    )


def test_a_closed_standard_output_is_no_error_and_no_place_for_the_store(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench_driver", "list", "--store", two(tmp_path, 1)]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True
    )
    assert (done.returncode, done.stderr) == (ExitCode.OK, "")


def test_runs_as_json_hold_nothing_that_a_terminal_obeys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        one = answered(item, p50_ns)
        return replace(one, answer={**(one.answer or {}), "note": "\x9b2J\u202e\x7f"})

    with open_store(str(tmp_path / "a.sqlite")) as store:
        sweep_of(store, 1, over=CELLS[:1], made=made)
    assert main(["show", "--json", "--store", str(tmp_path / "a.sqlite")]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert json.loads(lines[0])["answer"]["note"] == "\x9b2J\u202e\x7f"
    assert all(line.isprintable() for line in lines)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        ["show", "2026-11-21"],
        ["--help"],
    ],
    ids=str,
)
def test_an_answer_that_cannot_be_printed_ends_with_a_sentence(
    tmp_path: Path, command: list[str]
) -> None:
    file = two(tmp_path, 1)
    with Path("/dev/full").open("wb") as full:
        made = run(*command, *(["--store", file] if command != ["--help"] else []), stdout=full)
    assert made.returncode == ExitCode.UNPRINTED, made.stderr
    assert b"could not be printed: No space left on device" in made.stderr
    assert b"Traceback" not in made.stderr and b"Exception ignored" not in made.stderr


SWEEP = ["sweep", *FREE, "--amounts=10", "--rounds=1", "--format=json", "--object-type=DummyObject"]
SWEEP += ["--warmup=10"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_sweep_whose_answer_cannot_be_printed_is_kept(checkout: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        made = run(*SWEEP, stdout=full)
    assert made.returncode == ExitCode.UNPRINTED, made.stderr
    assert b"could not be printed: No space left on device" in made.stderr
    assert b"Traceback" not in made.stderr
    with open_store(str(checkout / "results" / "results.sqlite")) as store:
        swept = read.find(store)
    assert swept.state == "complete"
    assert (checkout / "results" / swept.id / "report.html").is_file()


#: Runs a command as a user of no entry among the system's, who may do what its caller may.
NOBODY = ["unshare", "--user", "--map-user=54321", "--map-group=54321"]


@pytest.mark.parametrize("words", [["doctor"], ["list"], SWEEP], ids=["doctor", "list", "sweep"])
def test_a_command_runs_without_a_home_and_without_an_entry_among_users(
    words: list[str],
    checkout: Path,
    tmp_path: Path,
) -> None:
    if not shutil.which("unshare") or subprocess.run([*NOBODY, "true"], check=False).returncode:
        pytest.skip("this system gives nobody a user of another number")
    file = two(tmp_path, 1)
    path = f"{checkout / 'jdk' / 'bin'}:{os.environ['PATH']}"
    variables = {**os.environ, "BENCH_STORE": file, "PATH": path}
    for name in ("HOME", "USER", "LOGNAME", *(["JAVA_HOME"] if words != SWEEP else [])):
        variables.pop(name, None)
    command = [*NOBODY, sys.executable, "-m", "bench_driver", *words]
    made = subprocess.run(command, env=variables, cwd=checkout, capture_output=True, check=False)
    assert b"Traceback" not in made.stderr and b"did not expect" not in made.stderr, made.stderr
    assert made.returncode in ([0, 1, 78] if words == ["doctor"] else [0]), made.stderr


def test_the_line_for_containers_ends_as_the_night_does(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "guide" / "gate.md").read_text()
    (line,) = re.findall(r"(?m)^(docker compose up .*docker compose run --rm nightly.*)$", guide)
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\n[ "$2" = run ] && exit 3\nexit 0\n')
    docker.chmod(0o755)
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    assert subprocess.run(["sh", "-c", line], env=path, check=False).returncode == 3


def test_a_terminal_that_lacks_characters_shows_others(tmp_path: Path) -> None:
    file = two(tmp_path, 6)
    made = run(
        "show",
        "2026-11-21",
        "--store",
        file,
        stdout=subprocess.PIPE,
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    assert made.returncode == 0, made.stderr
    assert b"?" in made.stdout and made.stdout.decode("ascii")
