"""`check`: what a branch changes, what fits into the time, and the comment that comes of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench_builds import comment, upgrade_check
from bench_builds.change import Change, between
from bench_builds.check_plan import check_plan
from bench_builds.comment import MARK, Asked
from bench_builds.sides import Sides, verdict
from bench_driver.analysis.ratios import Row
from bench_driver.cli import COMMANDS, main
from bench_driver.errors import ExitCode, UsageError
from bench_driver.measure.sweeping import Outcome
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.formats import USUAL
from bench_driver.plan.estimate import Rates
from bench_driver.stats.decision import decide
from bench_driver.stats.log_ratios import estimate
from bench_driver.store.opening import open_store

from .conftest import FREE, MINIATURES, Command, program
from .grouped import sweep_of
from .miniatures import Json

RECIPE = Path(__file__).resolve().parents[2] / "docs" / "recipes" / "check.yml"
CELL = Cell(object_type="DummyObject", format="JSON", condition="block")
#: A cargo whose servers are miniatures that behave as a file of their sources says.
CARGO = f"""#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in --manifest-path) sources=$(dirname "$2");; --target-dir) target="$2";; esac; shift
done
how=$(cat "$sources/behaviour")
[ "$how" = broken ] && {{ printf 'error[E0425]: cannot find `x`\\n --> %s/a.rs\\n\\033[31m</details>\\n' "$sources"; exit 101; }}
mkdir -p "$target/release"
printf '#!/bin/sh\\nMINIATURE=%s exec "{sys.executable}" "{MINIATURES}" rust\\n' "$how" > "$target/release/rust-server"
chmod +x "$target/release/rust-server"
"""


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode().strip()


@pytest.fixture
def branch(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Makes a branch of `main` that changes files, and checks it out; returns its commit."""
    program(tmp_path / "tools" / "cargo", "true")
    (tmp_path / "tools" / "cargo").write_text(CARGO)
    monkeypatch.setenv("PATH", f"{tmp_path / 'tools'}:/usr/bin:/bin")
    files = {f"providers/golden/DummyObject.{name}": "{}" for name in ("json", "bson", "xml")}
    files |= {"rust-server/Cargo.toml": "", "rust-server/behaviour": "right"}
    files |= {"java-server/pom.xml": "", ".gitignore": "target\n.run\nresults\njdk\n"}
    git(checkout, "init", "-q", "-b", "main")

    def write(contents: dict[str, str]) -> str:
        for name, text in contents.items():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            (checkout / name).write_text(text)
        git(checkout, "add", ".")
        git(checkout, "commit", "-q", "--allow-empty", "-m", "<script>@team")
        return git(checkout, "rev-parse", "HEAD")

    def made(**changes: str) -> str:
        git(checkout, "checkout", "-q", "-b", f"b{len(git(checkout, 'branch').split())}", "main")
        return write({name.replace("__", "/"): text for name, text in changes.items()})

    write(files)
    return made


def test_a_branch_is_compared_with_where_it_left(
    branch: Callable[..., str], checkout: Path
) -> None:
    left = git(checkout, "rev-parse", "main")
    head = branch(**{"java-server/src/engines/Gson.java": "//", "docs/a.md": "x"})
    git(checkout, "checkout", "-q", "main")
    (checkout / "rust-server" / "behaviour").write_text("slower")
    git(checkout, "commit", "-qam", "meanwhile")
    change = between(checkout, "main", head)
    assert (change.base, change.head, change.servers) == (left, head, ["java-server"])
    assert "gson" in change.touched
    later = branch(**{"providers/golden/a.md": "", "quick_xml.rs": ""})
    assert between(checkout, "main", later).servers == ["rust-server", "java-server"]


def test_a_commit_that_changed_no_server_has_the_build_of_the_last_that_did(
    branch: Callable[..., str], checkout: Path
) -> None:
    changed = branch(**{"rust-server/behaviour": "slower"})
    git(checkout, "commit", "-q", "--allow-empty", "-m", "words alone")
    assert between(checkout, "main", None).builds() == (git(checkout, "rev-parse", "main"), changed)


def test_what_is_not_committed_is_refused_unless_it_is_left_out(
    branch: Callable[..., str], checkout: Path
) -> None:
    branch(**{"docs/a.md": "x"})
    (checkout / "rust-server" / "new.rs").write_text("//")
    with pytest.raises(UsageError, match="not committed"):
        between(checkout, "main", None)
    assert between(checkout, "main", "HEAD").servers == []


def test_nothing_touched_ends_at_once(branch: Callable[..., str], bench: Command) -> None:
    branch(**{"docs/a.md": "x"})
    done = bench("check")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (ExitCode.OK, MARK)
    assert done.stdout.startswith("**Not slower** than `main`: both commits have the same servers")


CARRIED = [(name, form) for name in ("NumericObject", "DummyObject") for form in USUAL]
ONE, TWO = ({name: ("a", "b") for name in names} for names in (["x"], ["x", "y"]))


@pytest.mark.parametrize(
    ("minutes", "servers", "types", "formats"),
    [(10, ONE, 2, 3), (10, TWO, 2, 1), (60, TWO, 2, 3), (3, TWO, 1, 1)],
)
def test_rows_are_left_out_before_rounds(
    minutes: float, servers: dict[str, tuple[str, str]], types: int, formats: int
) -> None:
    asked = (["NumericObject", "DummyObject"], USUAL)
    plan = check_plan(asked, CARRIED, servers, Rates(), 60 * minutes)
    assert (len(plan.object_types), len(plan.formats)) == (types, formats)
    assert plan.rounds * plan.round_s <= 60 * minutes and plan.rounds >= 6
    assert len(plan.left_out) == 5 - types - formats


def test_a_time_that_holds_no_verdict_is_told_before(
    branch: Callable[..., str], bench: Command
) -> None:
    branch(**{"rust-server/behaviour": "slower"})
    done = bench("check", "--minutes", "1", "--dry-run")
    assert done.returncode == ExitCode.OK
    assert "measures DummyObject as JSON, 3 rounds or so" in done.stdout
    assert "a verdict takes 6 rounds: by this forecast, --minutes 2" in done.stdout


def test_formats_that_changed_paths_name_come_first() -> None:
    change = Change(Path(), "a", "b", ["rust-server/quick_xml.rs", "rust-server/lib.rs"])
    assert change.by_format(USUAL) == ["XML", "JSON", "BSON"]


ROWS = ["--object-type", "DummyObject", "--format", "JSON"]


def test_a_slower_branch_fails_and_the_comment_is_all_of_standard_output(
    branch: Callable[..., str], bench: Command
) -> None:
    head = branch(**{"rust-server/behaviour": "slower"})
    # Rounds that all come to the same need no seventh, however long the time is.
    done = bench("check", *ROWS, *FREE, "--minutes", "60")
    assert done.returncode == ExitCode.REGRESSION, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first == (
        "**Slower** than `main` by 3 % or more in 1 of 1 row; the most, 1.20 times as long: "
        "DummyObject as JSON in rust-server."
    )
    (row,) = (line for line in rest if line.startswith("| rust-server"))
    assert "| 2,000 | 2,400 | 1.200 (1.200 … 1.200) |" in row
    assert row.endswith("| slower by 3 % or more |")
    assert f"--commit {head} --object-type DummyObject --format JSON" in done.stdout
    assert "Not measured: java-server, the same in both commits" in done.stdout
    assert "rust-server: builds the base and the branch" in done.stderr
    again = bench("check", *ROWS, *FREE, "--dry-run")
    assert "rust-server: both are built already" in again.stdout


def test_a_commit_that_does_not_build_is_shown_as_code_and_not_comparable(
    branch: Callable[..., str], bench: Command, checkout: Path
) -> None:
    branch(**{"rust-server/behaviour": "broken"})
    done = bench("check", *FREE)
    assert done.returncode == ExitCode.NOT_COMPARABLE, done.stderr
    first, _, said, *_ = done.stdout.split("\n\n")
    assert "rust-server does not build at the branch" in first
    assert said.startswith("```text\nerror[E0425]: cannot find `x`\n --> rust-server/a.rs\n")
    assert "\x1b" not in done.stdout and str(checkout) not in done.stdout


def measured(
    store: Path, branch_ns: Callable[[Turn], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Has the command's sweep measured already: six rounds of `branch_ns` after 2,000 ns."""

    def swept(given: dict[str, Any]) -> Outcome:
        names = [f"commit={word.partition('=')[2][:12]}" for word in given["setups"]]
        pair = [Contender("rust-server", setup=name) for name in names]
        time = lambda turn: branch_ns(turn) if turn.contender == pair[1] else 2000.0  # noqa: E731
        about: Json = {"stopping": {"seconds": {str(number): 30.0 for number in range(1, 7)}}}
        with open_store(given["store"]) as kept:
            return Outcome(sweep_of(kept, 6, time, over=[CELL], pair=pair, **about))

    monkeypatch.setattr(upgrade_check, "swept", swept)


def test_an_undecided_check_says_what_would_decide_it(
    branch: Callable[..., str], bench: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = branch(**{"rust-server/behaviour": "slower"})
    measured(tmp_path, lambda turn: 2000 * (1.06 if turn.round % 2 else 0.96), monkeypatch)
    done = bench("check", "--against", "main")
    assert done.returncode == ExitCode.UNDECIDED
    assert done.stdout.startswith(
        "**Undecided** against `main`: nothing slower was found, but 1 of"
    )
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("What would decide it"))
    assert (
        "rounds or so in place of 6, " in line
        and f"--commit {head} --object-type DummyObject" in line
    )


def test_an_equal_branch_passes_and_the_comment_says_what_would_have_been_seen(
    branch: Callable[..., str], bench: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    branch(**{"rust-server/behaviour": "slower"})
    measured(tmp_path, lambda turn: 2000 * (1.004 if turn.round % 2 else 0.998), monkeypatch)
    done = bench("check")
    assert done.returncode == ExitCode.OK, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first == "**Not slower** than `main` by 3 % or more in the one row."
    assert any(line.startswith("| rust-server ") and "the same within 3 %" in line for line in rest)
    (seen,) = (line for line in rest if line.startswith("A slowdown of "))
    assert 3 <= float(seen.split()[3]) < 5 and "would have been seen in 1 of 1 rows" in seen


def row(*figures: float) -> Row:
    ratio = estimate(figures)
    decision = decide(ratio, 0.01)
    before, after = Contender("a"), Contender("a", setup="b")
    return Row(CELL, before, after, {}, 1.0, 1.0, decision, figures=dict(enumerate(figures)))


def test_a_row_that_is_surely_not_slower_needs_no_more_rounds() -> None:
    open_ = row(-0.05, -0.02, -0.03, -0.04, -0.01, -0.03)
    assert open_.decision and open_.decision.verdict == "unresolved"
    assert (Sides([open_]).word, verdict(open_)) == ("not slower", "not slower by 3 %")
    noisier = replace(open_, basis="not alike")
    assert Sides([noisier]).word == "undecided" and Sides([noisier]).rounds_wanted is None
    assert Sides([row(0.02, -0.06, 0.05, -0.03, 0.06, -0.02)]).rounds_wanted in range(7, 60)


def test_a_strangers_words_stay_words() -> None:
    change = Change(Path(), "a" * 40, "b" * 40, [])
    said = comment.untouched(Asked(change, "x`](http://y)\n# z\x1b[2J @team", "HEAD", 10))
    assert said.startswith("**Not slower** than `` x`](http://y) # z\ufffd[2J @team ``: ")


def test_the_workflow_keeps_its_promises() -> None:
    recipe = yaml.safe_load(RECIPE.read_text())
    assert recipe["permissions"] == {"contents": "read"}
    measure, post = recipe["jobs"]["measure"], recipe["jobs"]["comment"]
    assert (
        "head.repo.full_name == github.repository" in measure["if"] and "permissions" not in measure
    )
    assert measure["steps"][0]["with"] | {"ref": ""} == {
        "ref": "", "fetch-depth": 0, "clean": False, "persist-credentials": False,
    }  # fmt: skip
    scripts = [step["run"] for job in (measure, post) for step in job["steps"] if "run" in step]
    assert not any("${{" in script for script in scripts), "a branch's name is no part of a script"
    (called,) = (script for script in scripts if "check --wait" in script)
    assert "check" in COMMANDS and MARK in scripts[-1]
    for code, ends in {0: 0, 1: 1, 3: 3, 4: 0, 5: 5}.items():
        script = called.replace("bench-driver/.venv/bin/bench-driver", f"sh -c 'exit {code}'")
        env = {"BASE": "main", "COMMENT": "/dev/null", "PATH": "/usr/bin:/bin"}
        assert subprocess.run(["bash", "-e", "-c", script], env=env).returncode == ends


def test_an_option_that_check_decides_is_refused(
    branch: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    branch(**{"rust-server/behaviour": "slower"})
    assert main(["check", "--rounds", "3"]) == ExitCode.USAGE
    assert "--rounds does not go with check" in capsys.readouterr().err
