"""`bench-driver sweep`, `list`, `show` and `compare` as a user calls them: presets, the plan alone, what was kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench_driver.analysis.rates import rates
from bench_driver.cli import main
from bench_driver.model.published import nameless, published
from bench_driver.model.records import Conditions
from bench_driver.plan.estimate import Rates, estimate
from bench_driver.plan.plan import Plan
from bench_driver.plan.presets import PRESETS
from bench_driver.store.database import Store

from .conftest import FREE, Command, folder_of
from .stores import SCENARIOS, add, measure, small_plan

SMALL = [*FREE, "--rounds=1", "--format=json", "--object-type=DummyObject"]
SWEEP = ["sweep", *SMALL, "--amounts=10,20", "--warmup=10", "--warmup-http=5", "--warmup-provider=0"]


@pytest.mark.parametrize(
    ("asked", "points"),
    [
        (["--amounts=1000:8000:1000"], (4 + 2) * 8),
        (["--preset=full", "--amounts=2000:20000:2000"], (4 + 2) * 10 + 4 * 4),
        (["--preset=paper"], (4 + 2) * 40 + 2 * 4),
    ],
)
def test_a_dry_run_shows_the_plan_and_its_time_and_measures_nothing(bench: Command, checkout: Path, asked: list[str], points: int) -> None:
    done = bench("sweep", *SMALL, *asked, "--dry-run", "--seed=11")
    assert done.returncode == 0, done.stderr
    shown = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert shown["points"].split()[1] == f"{points:,}"
    assert "seed 11" in shown["rounds"]
    assert "6 steady" in shown["runs"]
    assert "about" in shown["time"]
    assert "rust-server from java-provider, DummyObject as JSON" in done.stdout
    assert [item.name for item in (checkout / "results").iterdir() if item.is_dir()] == []


def test_a_dry_run_in_groups_shows_cells_contenders_groups_and_time(bench: Command, checkout: Path, builds_equal: Path) -> None:
    done = bench("sweep", *FREE, "--checks=all", "--format=json,xml", "--object-type=DummyObject", "--dry-run", "--seed=11")
    assert done.returncode == 0, done.stderr
    shown = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert shown["cells"].split()[1] == "4,"
    assert "those of a format and series in one random order, in consumers of their own" in shown["cells"]
    assert "8 groups" in shown["cells"]
    assert "rust-server, java-server" in shown["contenders"]
    assert "6 as a pilot, then as many as the widest row takes to ± 5 %" in shown["rounds"]
    with_itself = 2 * 4 * 2  # each consumer in four groups of two
    assert shown["slices"].split()[1] == f"{6 * (2 * 2 * 8 * 2 + with_itself)}"
    assert "the time budget is 15 min" in shown["time"]
    assert "DummyObject as XML, block: rust-server, java-server" in done.stdout
    assert "DummyObject as XML, block, equal checks: rust-server, java-server" in done.stdout
    assert "--features equal" in builds_equal.read_text(), "Rust's engines with equal checks are of a build of their own"
    assert [item.name for item in (checkout / "results").iterdir() if item.is_dir()] == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--source=replay"], ["--source needs --amounts", "--condition block, http, replay or cores"]),
        (["--concurrency=4"], ["--concurrency needs --amounts", "--condition block, which has 16"]),
        (["--warmup-http=1"], ["a warm-up of its own"]),
        (["--independent"], ["--independent needs --amounts"]),
        (["--cold=all"], ["--preset paper"]),
        (["--cold-amounts=1"], ["--cold-amounts needs --amounts"]),
        (["--amounts=10", "--condition=block"], ["--condition does not go with --amounts"]),
        (["--amounts=10", "--consumer=rust,browser"], ["--consumer browser does not go with --amounts"]),
        (["--consumer=rust,browser", "--condition=block,replay"], ["--condition block,replay does not go with --consumer browser", "--condition replay"]),
        (["--amounts=10", "--checks=equal"], ["--checks does not go with --amounts"]),
        (["--checks=strict"], ["'usual', 'equal', 'all'"]),
        (["--preset=paper", "--target=5%"], ["--target does not go with --preset paper"]),
        (["--rounds=3", "--target=5%"], ["--target does not go with --rounds"]),
        (["--rounds=3", "--time-budget=5m"], ["--time-budget does not go with --rounds"]),
        (["--condition=block,cold"], ["--condition cold fits nothing", "block, http, push, push-4, push-16, push-64, push-each, push-new, replay"]),
        (["--amounts=10", "--source=push"], ["--source push needs --independent"]),
        (["--amounts=10", "--source=push", "--independent", "--concurrency=4"], ["--concurrency does not go with --source push", "push-16"]),
        (["--preset=paper", "--source=push-each", "--independent"], ["--source push-each measures nothing cold", "--cold none"]),
        (["--target=0"], ["no half-width"]),
        (["--time-budget=soon"], ["write 90s, 15m or 2h"]),
        (["--groups=6"], ["6 groups a round cannot be balanced", "ask for 8"]),
    ],
)
def test_what_belongs_to_the_other_design_is_refused_with_what_to_do(
    args: list[str], words: list[str], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", *FREE, *args]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert [word for word in words if word not in told] == []


def test_the_browser_is_swept_with_native_servers_alone(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--stack=compose", "--consumer=rust,browser"]) == 2
    told = capsys.readouterr().err
    assert "--consumer browser needs native servers" in told and "--stack compose has no browser" in told


def test_help_shows_each_preset_with_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--help"]) == 0
    shown = capsys.readouterr().out
    for name, preset in PRESETS.items():
        assert f"{name} " in shown
        assert str(preset) in shown


def test_a_preset_with_other_figures_is_a_preset_no_more(bench: Command) -> None:
    assert bench(*SWEEP).returncode == 0
    (line,) = (line for line in bench("list").stdout.splitlines() if "complete" in line)
    assert line.split()[1] == "own"


def test_what_is_published_names_no_folder_of_this_machine(bench: Command, checkout: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    given = [f"--root={checkout}", f"--java-home={checkout / 'jdk'}", "--store", str(home / "s.sqlite"), f"--jvm-flags=-Xlog:gc:{home}/gc.log -Xmx1g"]
    assert bench(*SWEEP, *given, "--out", str(checkout / "results" / "mine"), HOME=str(home)).returncode == 0
    assert bench("report", "--store", str(home / "s.sqlite"), "--out", str(home / "report"), HOME=str(home)).returncode == 0
    files = [file for folder in (checkout / "results" / "mine", home / "report") for file in folder.rglob("*") if file.is_file()]
    assert {file.suffix for file in files} == {".json", ".md", ".csv", ".svg", ".png", ".html", ".parquet", ".log"}
    named = [(file.name, path) for file in files for path in (checkout, home, tmp_path) if str(path).encode() in file.read_bytes()]
    assert named == []
    summary = (checkout / "results" / "mine" / "summary.md").read_text()
    assert "Java: Miniature 25.0.3, flags -Xlog:gc:gc.log -Xmx1g" in summary
    assert "--root=. --java-home=jdk --store s.sqlite" in summary
    assert "--out results/mine" in summary


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/home/a/results/x y", "x y"),
        ("--store=sqlite:////srv/s.sqlite", "--store=sqlite:s.sqlite"),
        ("-Xlog:gc:/tmp/gc.log", "-Xlog:gc:gc.log"),
        ("file:///etc/x,'/a/b/'", "file:x,'b'"),
        ("http://10.0.0.5:8081/a/b and application/json, 1/2", "http://10.0.0.5:8081/a/b and application/json, 1/2"),
        ("postgresql+psycopg://user@host/database", "postgresql+psycopg://user@host/database"),
        ("--store=postgresql+psycopg://user:s3:cret@host:5432/database", "--store=postgresql+psycopg://user@host:5432/database"),
        ("--store postgresql://user:s3/cret@host/database x", "--store postgresql://user@host/database x"),
        ("postgresql://host/database?user=a&password=s3cret", "postgresql://host/database"),
        ("postgresql://:s3cret@host/database", "postgresql://@host/database"),
        ("postgresql://host/database?password=s3@cret", "postgresql://…"),
        ("postgresql://user:s3?cret@host/database", "postgresql://…"),
        ("results/x ../y ./z ~/w", "results/x ../y ./z ~/w"),
    ],
)
def test_of_a_path_the_last_name_is_left_and_of_a_password_nothing(text: str, said: str) -> None:
    assert nameless({"a": [text, 1, None]}) == {"a": [said, 1, None]}


def test_a_plan_of_before_is_published_without_its_folders(store: Store) -> None:
    setup = {"stack": "native", "folder": "/home/a/results/x", "java_home": "/opt/jdk"}
    about = published(add(store, small_plan(), java="Vendor 25.0.3 at /usr/lib/jvm/temurin-25", command="bench-driver sweep --root /home/a", setup=setup)).about
    assert about == {"java": "Vendor 25.0.3", "command": "bench-driver sweep --root a", "setup": {"stack": "native"}}


def test_show_gives_the_answer_and_as_json_every_run_with_its_whole_answer(bench: Command, checkout: Path) -> None:
    assert bench(*SWEEP, "--cold=all", "--cold-amounts=1,5").returncode == 0
    made = [json.loads(line) for line in bench("show", "last", "--json").stdout.splitlines()]
    assert [run["series"] for run in made] == ["cold"] * 4 + ["warmup", "steady"] * 6
    assert all(run["answer"]["verified"] == run["request"]["amount"] for run in made)
    assert made[0]["scenario"].keys() == {"consumer", "provider", "object_type", "format", "engine"}
    assert len(list((folder_of(checkout) / "cold").iterdir())) == 4
    assert len(list((folder_of(checkout) / "logs" / "round-1").glob("*-server.restart-*[0-9].log"))) == 4 + 2
    assert bench("sweeps", "last").stdout == bench("show", "--json").stdout, "the old spelling"
    assert bench("sweeps").stdout == bench("list").stdout
    shown, summary = bench("show").stdout, (folder_of(checkout) / "summary.md").read_text()
    assert "complete" in shown.splitlines()[0]
    assert [words for words in ("1 round; a claim needs 6", "Not for publishing") if words not in shown or words not in summary] == []
    unknown = bench("show", "2020")
    assert (unknown.returncode, "has no sweep 2020" in unknown.stderr) == (1, True)


def test_without_a_store_nothing_is_made_and_it_is_said(bench: Command, checkout: Path) -> None:
    done = bench("list")
    assert (done.returncode, "there is no store" in done.stderr) == (1, True)
    assert not (checkout / "results").exists()


@pytest.mark.parametrize("address", ["mysql://u@h/d", "sqlite://"])
def test_a_store_that_is_none_is_a_usage_error(bench: Command, address: str) -> None:
    done = bench(*SWEEP, f"--store={address}")
    assert (done.returncode, "--store" in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_the_estimate_counts_what_the_plan_has_and_prices_it_by_the_last_sweep(store: Store) -> None:
    plan = small_plan()
    made = estimate(plan, rates(store))
    turns = list(plan.turns())
    assert made.runs.total() == len(turns)
    assert made.points == sum(len(turn.points) for turn in turns if turn.series != "warmup")
    assert "another machine" in Rates().source
    kept = add(store, plan)
    measure(store, kept.id)
    known = rates(store)
    assert kept.id in known.source
    assert known.by_kind["steady", "rust-server", "JSON"] == pytest.approx(1.5e6 / (20 + 5000))
    one = Plan(SCENARIOS[:1], (20,), 1, 1, Conditions(warmup=0, warmup_provider=0))
    assert estimate(one, known).seconds == pytest.approx(known.round_s + 1.5)


def test_compare_is_data_for_programs_and_ends_with_3_where_something_is_slower(bench: Command, checkout: Path) -> None:
    assert bench(*SWEEP, "--rounds=6", "--provider=rust").returncode == 0
    names = ("rust/rust/DummyObject/JSON", "java/rust/DummyObject/JSON")
    (row,) = json.loads(bench("compare", *names, "--json").stdout)
    assert (row["verdict"], row["ratio"]["rounds"]) == ("slower", 6)
    assert row["ratio"]["low"] <= row["ratio"]["estimate"] == row["second_ns"]["estimate"] / row["first_ns"]["estimate"] <= row["ratio"]["high"]
    over = bench("compare", *names, "--fail-over", "5%")
    assert (over.returncode, "slower by 100.0 %" in over.stderr) == (3, True)
    assert [bench("compare", *names, f"--fail-over={share}").returncode for share in ("100%", "99.9", "-1", "x")] == [0, 3, 2, 2]
    assert bench("compare", *reversed(names), "--fail-over=0").returncode == 0, "what became faster fails nothing"
