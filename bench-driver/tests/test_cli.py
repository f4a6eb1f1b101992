"""The command as a user runs it, in a process of its own, in a checkout in miniature."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench_driver import extensions
from bench_driver.cli import COMMANDS, OLD_SPELLINGS, main
from bench_driver.cli.servers import SERVERS_COMMANDS
from bench_driver.cli.store import STORE_COMMANDS
from bench_driver.errors import ExitCode
from bench_driver.servers import state
from bench_lab import cli as lab

from .conftest import FREE, Command, behave, folder_of, jdk_at, running, runs_of, said
from .packages import EXTENSIONS, points

ROOT = Path(__file__).resolve().parents[2]
SWEEP = [
    "sweep",
    *FREE,
    "--amounts=10,20",
    "--rounds=2",
    "--warmup=10",
    "--format=json",
    "--object-type=DummyObject",
]


def test_help_names_every_command_and_exit_code(bench: Command) -> None:
    done = bench("--help")
    assert done.returncode == 0
    for word in (*COMMANDS, "78", "130"):
        assert re.search(rf"^ +{word} ", done.stdout, re.MULTILINE), word


@pytest.mark.parametrize("command", [*COMMANDS, *lab.COMMANDS])
def test_every_command_has_a_file_and_help(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run, program = (
        (main, "bench-driver") if command in COMMANDS else (lab.main, "python -m bench_lab")
    )
    assert run([command, "--help"]) == 0
    assert f"{program} {command}" in capsys.readouterr().out


@pytest.mark.parametrize("command", lab.COMMANDS)
def test_a_command_that_became_the_labs_says_what_to_type_instead(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help"]) == ExitCode.USAGE
    assert re.search(r"run `.+` at the repository's root", capsys.readouterr().err)


def test_every_file_of_a_command_is_registered() -> None:
    own = {*COMMANDS, *SERVERS_COMMANDS, *STORE_COMMANDS, *OLD_SPELLINGS}
    of_packages = {name for package in EXTENSIONS for name in points(package)[extensions.COMMANDS]}
    assert of_packages <= own
    folder = Path(sys.modules["bench_driver.cli"].__file__ or "").parent
    files = {file.stem for file in folder.glob("*.py")} - {
        "__init__",
        "again",
        "fitting",
        "long_help",
        "options",
        "planned",
        "progress",
        "reference",
        "screen",
        "server_answers",
        "sweep_help",
        "values",
        "waits",
    }
    known = {name.removesuffix("_").replace("_", "-") for name in files}
    assert known == own - of_packages, (
        "add the command to SECTIONS in cli/__init__.py, or its file to cli/"
    )


@pytest.mark.parametrize("command", SERVERS_COMMANDS)
def test_what_is_done_with_servers_goes_by_its_old_name_too(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    helps = []
    for words in (["servers", command], [command]):
        assert main([*words, "--help"]) == 0
        helps.append(capsys.readouterr().out.partition("\n")[2])
    assert helps[0] == helps[1]
    assert main(["--help"]) == 0
    assert not re.search(rf"^ +{command} ", capsys.readouterr().out, re.MULTILINE), (
        "help lists the name of today alone"
    )


def test_help_loads_nothing_heavy(bench: Command) -> None:
    heavy = ("httpx", "pydantic", "altair", "rich", "sqlalchemy", "alembic")
    code = (
        "import sys; from bench_driver.cli import main; main(['--help']); print([m for m in "
        f"{heavy} if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_up_status_engines_run_and_down(bench: Command, checkout: Path) -> None:
    up = bench("servers", "up", *FREE)
    assert up.returncode == 0, up.stderr
    assert "Java: Miniature 25.0.3" in up.stderr
    entries = state.load(state.path(checkout))
    assert len(entries) == 4
    assert all(entry.identity.alive and entry.url in up.stdout for entry in entries)

    shown = bench("servers", "status")
    assert shown.returncode == 0
    assert shown.stdout.count("ready") == 4

    assert "rust-xml" in bench("servers", "engines").stdout
    assert "java-bson" in bench("servers", "engines", "java-provider").stdout

    ran = bench(
        "run",
        "--consumer=java",
        "--provider=rust-provider",
        "--format=xml",
        "--amount=40",
        "--json",
    )
    assert json.loads(ran.stdout)["xml_parsing_time_micro_s"] == 360
    shown = bench("run", "--amount=40", "--checkpoints=20,40", "--warmup=3")
    (provider,) = [entry.url for entry in entries if entry.name == "java-provider"]
    assert shown.stdout.splitlines()[0] == (
        f"40 DummyObject as JSON from the java provider {provider}, parsed by rust-json in "
        "rust-server"
    )
    assert "40 of 40 objects" in shown.stdout
    assert "first 20" in shown.stdout
    assert (
        'advice: Of 40 objects the p99 says little more than the slowest. Ask for "amount": 1000 '
        "or more." in shown.stdout
    )
    assert "advice" not in bench("run", "--amount=1000").stdout

    again = bench(
        "servers",
        "up",
        *(f"--port={entry.name}={entry.url.rpartition(':')[2]}" for entry in entries),
    )
    assert again.returncode == 1
    assert "bench-driver servers down" in again.stderr

    os.kill(entries[0].pid, signal.SIGKILL)
    while entries[0].identity.alive:
        time.sleep(0.01)
    assert bench("servers", "status").returncode == 1

    down = bench("servers", "down")
    assert down.returncode == 0
    assert down.stdout.count("stopped") == 3
    assert "had ended already" in down.stdout
    assert not any(entry.identity.alive for entry in entries)
    assert bench("servers", "down").stdout == "nothing to stop\n"


def test_a_problem_is_shown_with_code_detail_and_what_to_do(bench: Command, checkout: Path) -> None:
    behave(checkout, "fails-xml")
    assert bench("servers", "up", *FREE).returncode == 0
    failed = bench("run", "--format=XML")
    assert failed.returncode == 1
    assert "provider_truncated" in failed.stderr
    assert "on purpose" in failed.stderr
    assert failed.stdout == ""


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["sweep", "--amounts=x"], 2, ["--amounts x", "1000:10000:1000"]),
        (["sweep", "--consumer=go"], 2, ["--consumer go fits nothing", "rust-server, java-server"]),
        (["sweep", "--rounds=0"], 2, ["--rounds"]),
        (["sweep", "--port=rust-server"], 2, ["NAME=PORT"]),
        (["up", "go-server"], 2, ["go-server"]),
        (["run", "--consumer=go"], 2, ["go names no server"]),
        (["run", "--amount=-5"], 2, ["--amount"]),
        (["run", "--warmup=-1"], 2, ["--warmup"]),
        (["run", "--concurrency=65"], 2, ["--concurrency"]),
        (["run", "--block=0"], 2, ["--block"]),
        (
            ["run", "--operation=encode", "--block=2"],
            2,
            ["--block does not go with --operation encode"],
        ),
        (["nothing"], 2, ["nothing"]),
        (["sweep", "--java-home=/nowhere"], 78, ["/nowhere has no Java", "--java-home"]),
        (["status", "--root=/"], 78, ["is not the testbed's repository"]),
    ],
)
def test_what_cannot_be_done_is_said_in_words(
    bench: Command, args: list[str], code: int, words: list[str]
) -> None:
    done = bench(*args)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_a_missing_java_is_a_setup_error(bench: Command, checkout: Path) -> None:
    done = bench("servers", "up", JAVA_HOME=str(jdk_at(checkout / "old", "11.0.1")))
    assert done.returncode == 78
    assert "too old" in done.stderr
    assert state.load(state.path(checkout)) == []


def test_a_sweep_leaves_results_and_says_where(bench: Command, checkout: Path) -> None:
    done = bench(*SWEEP, "--seed=3")
    assert done.returncode == 0, done.stderr
    folder = folder_of(checkout)
    assert f"results: {folder}" in done.stdout
    assert "rust-server" in done.stdout
    assert "Trust: do not quote (2 rounds" in done.stdout
    assert sorted(item.name for item in folder.iterdir()) == [
        "charts",
        "csv",
        "logs",
        "measurements.parquet",
        "plan.json",
        "report.html",
        "slices.parquet",
        "summary.md",
    ]
    plan = json.loads((folder / "plan.json").read_text())
    assert (plan["seed"], plan["machine"]["cores"] > 0, "--seed=3" in plan["command"]) == (
        3,
        True,
        True,
    )
    assert "round 2 of 2" in done.stderr, "a log gets a line a round"
    assert state.load(state.path(checkout)) == []


def test_a_sweep_with_failed_runs_says_so_and_ends_with_1(bench: Command, checkout: Path) -> None:
    behave(checkout, "fails-xml")
    done = bench(*SWEEP, "--format=XML")
    assert done.returncode == 1
    failed = [run for run in runs_of(checkout) if run.outcome == "failed"]
    assert {run.scenario.format for run in failed} == {"XML"}
    assert len(failed) == 2 * (2 + 4), "each warm-up in both rounds, and all that was not warm"
    assert f"{len(failed)} runs failed" in done.stderr
    assert "## Runs that failed" in (folder_of(checkout) / "summary.md").read_text()


def test_a_sweep_beside_servers_that_are_up_leaves_them_known_and_is_left_alone(
    bench: Command, checkout: Path
) -> None:
    assert bench("servers", "up", *FREE).returncode == 0
    up = state.load(state.path(checkout))
    assert bench(*SWEEP, "--dry-run").returncode == 0
    assert state.load(state.path(checkout)) == up
    behave(checkout, "slow")
    with running(*SWEEP) as sweep:
        said(sweep, "sweep 2")
        assert (
            bench("servers", "status").stdout.count("ready"),
            len(state.load(state.path(checkout))),
        ) == (8, 8)
        down = bench("servers", "down").stdout
        assert (down.count("stopped"), down.count(f"is left to process {sweep.pid}")) == (4, 4)
        assert not any(entry.identity.alive for entry in up)
        swept = state.load(state.path(checkout))
        assert len(swept) == 4 and all(entry.identity.alive for entry in swept)
    left = bench("servers", "down").stdout
    assert left.count("stopped") == 4, "what a sweep that was killed left behind"
    assert state.load(state.path(checkout)) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_sweep_stops_the_stack_and_keeps_what_it_has(
    bench: Command, checkout: Path, number: signal.Signals
) -> None:
    behave(checkout, "slow")
    with running(*SWEEP) as command:
        said(command, "sweep 2")
        entries = state.load(state.path(checkout))
        assert len(entries) == 4
        command.send_signal(number)
        shown, words = command.communicate(timeout=600)
    assert command.returncode == 130, words
    assert "interrupted" in words
    assert not any(entry.identity.alive for entry in entries)
    assert state.load(state.path(checkout)) == []
    folder = folder_of(checkout)
    assert f"results: {folder}" in shown
    assert "Interrupted" in (folder / "summary.md").read_text()
    assert "interrupted" in bench("list").stdout
