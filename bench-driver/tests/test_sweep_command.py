"""`bench-driver sweep`, `list`, `show` and `compare` as a user calls them: presets, the plan alone,
what was kept.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench_driver.analysis.rates import rates
from bench_driver.cli import main
from bench_driver.model.published import nameless, published
from bench_driver.plan.estimate import Rates
from bench_driver.store.database import Store

from .conftest import FREE, Command, folder_of
from .stores import OldPlan, add, measure

SMALL = [*FREE, "--rounds=1", "--format=json", "--object-type=DummyObject"]
SWEEP = ["sweep", *SMALL, "--amounts=10,20", "--warmup=10", "--processes=shared"]


@pytest.mark.parametrize(
    ("asked", "amounts", "cold"),
    [
        (["--amounts=1000:8000:1000"], "8 amounts, 1,000 to 8,000", ""),
        (["--amounts=2000:20000:2000", "--cold=all"], "10 amounts, 2,000 to 20,000", "4 runs"),
        (["--preset=paper"], "40 amounts, 500 to 20,000", "2 runs"),
    ],
)
def test_a_dry_run_of_amounts_shows_them_and_its_time_and_measures_nothing(
    bench: Command, checkout: Path, asked: list[str], amounts: str, cold: str
) -> None:
    done = bench("sweep", *SMALL, *asked, "--dry-run", "--seed=11")
    assert done.returncode == 0, done.stderr
    shown = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert "4 in 1 rounds" in shown["slices"] and amounts in shown["slices"]
    assert cold in shown.get("cold", "")
    assert "seed 11" in shown["rounds"] and "about" in shown["time"]
    assert "DummyObject as JSON, http: rust-server, java-server" in done.stdout
    assert [item.name for item in (checkout / "results").iterdir() if item.is_dir()] == []


def test_a_dry_run_in_groups_shows_cells_contenders_groups_and_time(
    bench: Command, checkout: Path, builds_equal: Path
) -> None:
    done = bench(
        "sweep",
        *FREE,
        "--checks=all",
        "--format=json,xml",
        "--object-type=DummyObject",
        "--dry-run",
        "--seed=11",
    )
    assert done.returncode == 0, done.stderr
    shown = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert shown["cells"].split()[1] == "2,", "of the series that needs no build"
    assert "in one random order within a format, each with processes of its own" in shown["cells"]
    assert "8 groups" in shown["cells"]
    assert "rust-server, java-server" in shown["contenders"]
    assert "6 as a pilot, then as many as each row needs for ± 5 %" in shown["rounds"]
    with_itself = 2 * 4 * 2  # each consumer in four groups of two
    assert shown["slices"].split()[1] == f"{6 * (2 * 8 * 2 + with_itself)}"
    assert "the time budget is 15 min" in shown["time"]
    assert "DummyObject as XML, block: rust-server, java-server" in done.stdout
    assert "Not built yet: rust-server+equal" in done.stdout and not builds_equal.exists()
    assert [item.name for item in (checkout / "results").iterdir() if item.is_dir()] == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--cold=all"], ["--cold needs --amounts", "--preset paper"]),
        (["--cold-amounts=1"], ["--cold-amounts needs --amounts"]),
        (["--amounts="], ["--amounts", "cannot be used"]),
        (
            ["--amounts=10", "--consumer=rust,browser"],
            ["--consumer browser does not go with --amounts"],
        ),
        (
            ["--consumer=rust,browser", "--condition=block,replay"],
            ["--condition block,replay does not go with --consumer browser", "--condition replay"],
        ),
        (["--amounts=10", "--condition=cores"], ["--condition cores does not go with --amounts"]),
        (["--amounts=10", "--operation=encode"], ["--operation encode does not go with --amounts"]),
        (["--amounts=10", "--groups=4"], ["--groups does not go with --amounts"]),
        (["--amounts=10", "--size=1KiB"], ["--size does not go with --amounts"]),
        (["--checks=strict"], ["'usual', 'equal', 'all'"]),
        (["--preset=paper", "--target=5%"], ["--target does not go with --amounts"]),
        (["--rounds=3", "--target=5%"], ["--target does not go with --rounds"]),
        (["--rounds=3", "--time-budget=5m"], ["--time-budget does not go with --rounds"]),
        (
            ["--condition=block,cold"],
            [
                "--condition cold fits nothing",
                "block, http, push, push-4, push-16, push-64, push-each, push-new, replay",
            ],
        ),
        (
            ["--preset=paper", "--condition=push-each", "--cold=all"],
            ["pushes measure nothing cold", "--cold none"],
        ),
        (["--target=0"], ["no half-width"]),
        (["--time-budget=soon"], ["write 90s, 15m or 2h"]),
        (["--groups=6"], ["6 groups a round cannot be balanced", "ask for 8"]),
    ],
)
def test_options_that_do_not_go_together_are_refused_with_what_to_do(
    args: list[str], words: list[str], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", *FREE, *args]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert [word for word in words if word not in told] == []


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--format=yaml"], "--format yaml fits nothing"),
        (["--object-type=Nothing"], "--object-type Nothing fits nothing"),
    ],
)
def test_of_a_first_sweep_what_no_committed_object_is_of_is_refused_before_a_server_starts(
    asked: list[str], words: str, bench: Command, checkout: Path
) -> None:
    golden = checkout / "providers" / "golden"
    golden.mkdir(parents=True)
    for name in ("NumericObject", "DummyObject"):
        golden.joinpath(f"{name}.json").touch()
        golden.joinpath(f"{name}.bson.sha256").touch()
    done = bench("sweep", *FREE, *asked)
    assert (done.returncode, words in done.stderr, "getting the servers" in done.stderr) == (
        2,
        True,
        False,
    )


def test_servers_of_the_same_builds_are_not_started_to_show_or_check_a_plan(
    bench: Command, checkout: Path
) -> None:
    asked = ["sweep", *SMALL, "--dry-run", "--seed=11"]
    first = bench(*asked)
    assert "The servers were started" in first.stdout and "getting the servers" in first.stderr
    assert bench(*SWEEP).returncode == 0
    again = bench(*asked)
    assert f"sweep {folder_of(checkout).name} met servers" in again.stdout
    assert "getting the servers" not in again.stderr

    def plan(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.startswith(("time", "The", "Noth"))]

    assert plan(again.stdout) == plan(first.stdout)
    for wrong in (["--engine=nosuch"], ["--format=yaml"], ["--condition=cores", "--amounts=1"]):
        done = bench("sweep", *FREE, *wrong)
        assert (done.returncode, "getting the servers" in done.stderr) == (2, False)
    (checkout / "rust-server/target/release/rust-server").touch()
    assert "The servers were started" in bench(*asked).stdout, "it was built anew"


def test_an_engine_without_a_file_is_refused_before_the_first_servers_start(
    bench: Command, checkout: Path
) -> None:
    for name in (
        "rust-server/rooms/engines/src/rust_json.rs",
        "java-server/src/engines/JavaJson.java",
    ):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).touch()
    done = bench("sweep", *FREE, "--engine=java-jsn", "--dry-run")
    assert (done.returncode, "getting the servers" in done.stderr) == (2, False)
    said = " ".join(done.stderr.split())
    assert "--engine java-jsn fits nothing" in said and "near it are JavaJson.java" in said
    known = "--engine=rust-json,java-json"
    assert bench("sweep", *FREE, "--format=JSON", known, "--dry-run").returncode == 0
    other = bench("sweep", *FREE, "--format=JSON", "--engine=rust-json-nosuch", "--dry-run")
    assert "there are rust-json, " in " ".join(other.stderr.split()), (
        "a form of it, as servers know"
    )


def test_the_browser_is_swept_with_native_servers_alone(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", "--stack=compose", "--consumer=rust,browser"]) == 2
    told = capsys.readouterr().err
    assert (
        "--consumer browser needs native servers" in told
        and "--stack compose has no browser" in told
    )


def test_a_preset_with_other_figures_is_a_preset_no_more(bench: Command) -> None:
    assert bench(*SWEEP).returncode == 0
    (line,) = (line for line in bench("list").stdout.splitlines() if "complete" in line)
    assert "own" in line.split()


def test_what_is_published_names_no_folder_of_this_machine(
    bench: Command, checkout: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    given = [
        f"--root={checkout}",
        f"--java-home={checkout / 'jdk'}",
        "--store",
        str(home / "s.sqlite"),
        f"--jvm-flags=-Xlog:gc:{home}/gc.log -Xmx1g",
    ]
    assert (
        bench(
            *SWEEP, *given, "--out", str(checkout / "results" / "mine"), HOME=str(home)
        ).returncode
        == 0
    )
    assert (
        bench(
            "report",
            "--store",
            str(home / "s.sqlite"),
            "--out",
            str(home / "report"),
            HOME=str(home),
        ).returncode
        == 0
    )
    files = [
        file
        for folder in (checkout / "results" / "mine", home / "report")
        for file in folder.rglob("*")
        if file.is_file()
    ]
    assert {file.suffix for file in files} == {
        ".json",
        ".md",
        ".csv",
        ".svg",
        ".png",
        ".html",
        ".parquet",
        ".log",
    }
    named = [
        (file.name, path)
        for file in files
        for path in (checkout, home, tmp_path)
        if str(path).encode() in file.read_bytes()
    ]
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
        (
            "http://10.0.0.5:8081/a/b and application/json, 1/2",
            "http://10.0.0.5:8081/a/b and application/json, 1/2",
        ),
        ("postgresql+psycopg://user@host/database", "postgresql+psycopg://user@host/database"),
        (
            "--store=postgresql+psycopg://user:s3:cret@host:5432/database",
            "--store=postgresql+psycopg://user@host:5432/database",
        ),
        (
            "--store postgresql://user:s3/cret@host/database x",
            "--store postgresql://user@host/database x",
        ),
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
    about = published(
        add(
            store,
            OldPlan(),
            java="Vendor 25.0.3 at /usr/lib/jvm/temurin-25",
            command="bench-driver sweep --root /home/a",
            setup=setup,
        )
    ).about
    assert about == {
        "java": "Vendor 25.0.3",
        "command": "bench-driver sweep --root a",
        "setup": {"stack": "native"},
    }


def test_show_gives_the_answer_and_as_json_every_run_with_its_whole_answer(
    bench: Command, checkout: Path
) -> None:
    assert bench(*SWEEP, "--cold=all", "--cold-amounts=1,5").returncode == 0
    made = [json.loads(line) for line in bench("show", "last", "--json").stdout.splitlines()]
    assert [run["series"] for run in made] == ["cold"] * 4 + ["warmup"] * 2 + ["slice"] * 4
    assert all(run["answer"]["verified"] == run["request"]["amount"] for run in made)
    assert {"consumer", "provider", "object_type", "format", "engine"} < made[0]["scenario"].keys()
    assert len(list((folder_of(checkout) / "cold").iterdir())) == 4
    assert (
        len(list((folder_of(checkout) / "logs" / "round-1").glob("*-server.restart-*[0-9].log")))
        == 4 + 2
    )
    assert bench("sweeps", "last").stdout == bench("show", "--json").stdout, "the old spelling"
    assert bench("sweeps").stdout == bench("list").stdout
    shown, summary = bench("show").stdout, (folder_of(checkout) / "summary.md").read_text()
    assert "complete" in shown.splitlines()[0]
    assert [
        words
        for words in ("Trust: do not quote", "1 with fewer than the 6 rounds that a claim needs")
        if words not in " ".join(shown.split()) or words not in summary
    ] == []
    unknown = bench("show", "2020")
    assert (unknown.returncode, "has no sweep 2020" in unknown.stderr) == (1, True)


def test_without_a_store_nothing_is_made_and_it_is_said(bench: Command, checkout: Path) -> None:
    done = bench("list")
    assert (done.returncode, "there is no store" in done.stderr) == (1, True)
    assert not (checkout / "results").exists()


@pytest.mark.parametrize("address", ["mysql://u@h/d", "sqlite://"])
def test_a_store_that_is_none_is_a_usage_error(bench: Command, address: str) -> None:
    done = bench(*SWEEP, f"--store={address}")
    assert (done.returncode, "--store" in done.stderr, "Traceback" in done.stderr) == (
        2,
        True,
        False,
    )


def test_runs_are_priced_by_the_last_sweep(store: Store) -> None:
    assert "another machine" in rates(store).source == Rates().source
    kept = add(store, OldPlan())
    measure(store, kept.id)
    known = rates(store)
    assert kept.id in known.source
    assert known.by_kind["warmup", "rust-server", "JSON"] == pytest.approx(1.5e6 / 50)


def test_compare_is_data_for_programs(bench: Command, checkout: Path) -> None:
    for _ in range(2):
        assert bench(*SWEEP, "--rounds=6", "--provider=rust").returncode == 0
    first, second = sorted(
        item.name
        for item in (checkout / "results").iterdir()
        if item.is_dir() and item.name[0] != "."
    )
    rows = json.loads(bench("compare", first, second, "--json").stdout)
    assert {row["contender"] for row in rows} == {"rust-server", "java-server"}
    assert {row["verdict"] for row in rows} == {None}, "two sweeps decide nothing"
    assert [
        bench("compare", first, second, f"--fail-over={share}").returncode
        for share in ("5%", "-1", "x")
    ] == [4, 2, 2]
