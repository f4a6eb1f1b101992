"""Gates: an exit code of 0 is worth something only where the gate could have said anything else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench_driver.cli import main, upgrade_check
from bench_driver.errors import ExitCode
from bench_driver.measure import session
from bench_driver.measure.sweep import Outcome
from bench_driver.measure.wanted import SweepOptions
from bench_driver.model.cell import Contender, SliceTurn
from bench_driver.model.label import LONGEST, of_title
from bench_driver.servers import builds
from bench_driver.store.opening import open_store

from .grouped import sweep_of
from .stores import CELLS, SCENARIOS, add, measure, small_plan

ROOT = Path(__file__).resolve().parents[2]


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


def even(turn: SliceTurn) -> float:
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
        wanted = SweepOptions(**{name: value for name, value in given.items() if name != "wait"})
        made = session.session(wanted)
        self.asked.append(made)
        names = [name for name in made.whose.names if not name.endswith("-provider")]
        pair = [Contender(name) for name in names if not self.lacks or self.lacks not in name]
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
def test_a_branch_whose_name_has_a_slash_is_compared(command: list[str], revisions: Path, upgrades: Upgrades, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--root", str(revisions)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "commit feature/x -> HEAD: not slower (0 of 2 cells" in said
    (asked,) = upgrades.asked
    assert asked.label == "commit feature:x -> HEAD"
    assert len([name for name in asked.whose.names if "+commit=" in name]) == 4


def test_a_library_s_own_sources_are_compared(tmp_path: Path, upgrades: Upgrades, capsys: pytest.CaptureFixture[str]) -> None:
    sources = tmp_path / "serde_json"
    sources.mkdir()
    (sources / "Cargo.toml").write_text('[package]\nname = "serde_json"\nversion = "1.0.200"\n')
    command = ["upgrade-check", "serde_json", f"path:{sources}", "--checks", "usual"]
    code = main([*command, "--store", str(tmp_path / "s.sqlite"), "--root", str(ROOT)])
    assert code == ExitCode.OK, capsys.readouterr().err
    assert "rust-server+serde_json=path" in upgrades.asked[0].whose.names


def upgraded(upgrades: Upgrades, revisions: Path, *more: str) -> int:
    return main(["upgrade-check", "commit", "feature/x", "HEAD", "--root", str(revisions), *more])


def test_an_upgrade_of_which_nothing_was_measured_is_not_comparable(revisions: Path, upgrades: Upgrades, capsys: pytest.CaptureFixture[str]) -> None:
    upgrades.lacks = f"commit={builds.commit(revisions, 'HEAD')[:12]}"
    for more in ([], ["--json"]):
        assert upgraded(upgrades, revisions, *more) == ExitCode.NOT_COMPARABLE
        said = capsys.readouterr()
        for name in ("rust-server", "java-server"):
            assert f"block: {name} was not measured with HEAD" in said.err
        assert "not comparable" in said.out


def test_a_pair_that_one_side_lacks_is_named_and_undecided(revisions: Path, upgrades: Upgrades, capsys: pytest.CaptureFixture[str]) -> None:
    upgrades.lacks = f"java-server+commit={builds.commit(revisions, 'feature/x')[:12]}"
    assert upgraded(upgrades, revisions) == ExitCode.UNDECIDED
    said = " ".join(capsys.readouterr().err.split())
    assert "NumericObject as JSON, block: java-server was not measured with feature/x" in said


SIZE = r"[0-9.]+ % or more could have shown in (\d+ of \d+) "


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
    assert ("No difference could have shown in any of 2 rows" in said) == (seen is None)


def test_a_comparison_says_what_it_could_have_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = two(tmp_path, 8)
    rows = ["rust/rust/DummyObject/JSON", "java/rust/DummyObject/JSON", "--sweep", "2026-11-21"]
    assert main(["compare", *rows, "--store", file, "--fail-over", "5%"]) == ExitCode.REGRESSION
    found = re.search(SIZE, capsys.readouterr().err)
    assert found and found[1] == "1 of 1"
    sweeps = ["compare", "2026-11-20", "2026-11-21", "--store", file, "--fail-over", "5%"]
    assert main(sweeps) == ExitCode.UNDECIDED
    assert "No difference could have shown" in capsys.readouterr().err


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
