"""What the driver's tests share: a checkout in miniature, whose builds are miniature servers."""

from __future__ import annotations

import io
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import Connection, inspect

from bench_driver.cli import main
from bench_driver.measure.ready import Reporter
from bench_driver.measure.results import Results
from bench_driver.measure.sweeping import SweepRun
from bench_driver.model.records import Answer, SweepRecord
from bench_driver.plan.request import Request
from bench_driver.plan.request import Stopping as Rule
from bench_driver.servers import state
from bench_driver.store import migrate, opening, read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.system import lock
from bench_driver.system.processes import stop

from .miniatures import BEHAVIOUR
from .postgresql import address, cluster  # noqa: F401
from .sweeping import ABOUT, CURVES, Miniatures, Sweeping, Swept, held

# A test says the same of the same code every time, however busy the machine; what looks for new
# examples is `make fuzz`.
settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")

MINIATURES = Path(__file__).with_name("miniatures.py")
FREE = [
    f"--port={name}=0" for name in ("rust-server", "java-server", "rust-provider", "java-provider")
]


def program(file: Path, command: str) -> None:
    """An executable script."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    file.chmod(0o755)


def jdk_at(home: Path, version: str) -> Path:
    """A Java home whose `java` is a miniature Java server, and says of itself what a
    real one does.
    """
    java = home / "bin" / "java"
    program(java, f"'{sys.executable}' '{MINIATURES}' java")
    said = f"    java.home = {home}\n    java.vendor = Miniature\n    java.version = {version}"
    asked = f"case \"$*\" in *-version) echo '{said}' >&2; exit;; esac\n"
    java.write_text(java.read_text().replace("exec", f"{asked}exec", 1))
    (home / "release").write_text(f'JAVA_VERSION="{version}"\nIMPLEMENTOR="Miniature"\n')
    return home


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves what is `thorough` to `make test-thorough`, unless somebody names it."""
    if config.option.markexpr or any("::" in one for one in config.args):
        return
    thorough = [one for one in items if one.get_closest_marker("thorough")]
    items[:] = [one for one in items if one not in thorough]
    config.hook.pytest_deselected(items=thorough)


@pytest.fixture(scope="session", autouse=True)
def signals_as_in_a_terminal() -> Iterator[None]:
    """SIGINT and SIGHUP do what they do in a terminal, also where whoever started the tests ignores
    them (`nohup`, a script's background job).
    """
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


#: How the driver opens a file of SQLite.
PRAGMAS = opening._PRAGMAS


@pytest.fixture(scope="session", autouse=True)
def stores_made_at_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new file of SQLite gets the tables that the migrations make, which run once, and no test
    waits for the disk: what a test kills is a process of its own, in which all is as it is.
    """
    file, run = tmp_path_factory.mktemp("empty") / "empty.sqlite", migrate._run
    open_store(str(file)).close()
    with closing(sqlite3.connect(file)) as made:
        tables = [line for line in made.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]

    def migrated(connection: Connection) -> None:
        if connection.dialect.name != "sqlite" or inspect(connection).get_table_names():
            run(connection)
            return
        for statement in tables:
            connection.exec_driver_sql(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "_run", migrated)
        patch.setattr(opening, "_PRAGMAS", (*PRAGMAS, "synchronous=OFF"))
        yield


@pytest.fixture(autouse=True)
def own_lock(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test measures on a machine of its own, as far as the machine's lock goes; returns its
    folder.
    """
    folder = tmp_path_factory.mktemp("lock")
    monkeypatch.setenv(lock.BENCH_LOCK, str(folder))
    return folder


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A repository with both servers built; BENCH_ROOT and JAVA_HOME point into it. What still runs
    at the end is stopped.
    """
    root = tmp_path / "checkout"
    for mark in (
        "docs/contract/openapi.yaml",
        "bench-driver/pyproject.toml",
        "java-server/target/java-server.jar",
    ):
        root.joinpath(mark).parent.mkdir(parents=True, exist_ok=True)
        root.joinpath(mark).touch()
    program(
        root / "rust-server/target/release/rust-server", f"'{sys.executable}' '{MINIATURES}' rust"
    )
    monkeypatch.setenv("BENCH_ROOT", str(root))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("JAVA_HOME", str(jdk_at(root / "jdk", "25.0.3")))
    yield root
    for entry in state.load(state.path(root)):
        stop(entry.identity, wait_s=5)


@pytest.fixture
def builds_equal(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose sources are in git, and a cargo that leaves a miniature of the build with
    equal checks; returns the file that has its calls.
    """
    tools, calls = tmp_path / "tools", tmp_path / "calls"
    built = f"'{sys.executable}' '{MINIATURES}' rust equal"
    program(
        tools / "cargo",
        f"'{sys.executable}' '{Path(__file__).with_name('fake_cargo.py')}' '{calls}' \"{built}\"",
    )
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    for name in ("rust-server/Cargo.toml", "providers/README.md"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).touch()
    (checkout / ".gitignore").write_text("target\n.run\n")
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"],
    ):
        subprocess.run(["git", *command], cwd=checkout, check=True)
    return calls


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    with open_store(str(tmp_path / "results" / "results.sqlite")) as opened:
        yield opened


@pytest.fixture
def sweep(tmp_path: Path, store: Store) -> Sweeping:
    """Sweeps miniatures, each time into the same store; slices are reported at three amounts."""

    def make(
        servers: Miniatures,
        *,
        reporter: Reporter | None = None,
        resume: SweepRecord | None = None,
        rounds: int = 2,
        **changes: Any,
    ) -> Swept:
        given = {**CURVES, "stopping": Rule(rounds=rounds), "held": held()}
        wanted = Request(**{**given, **changes})
        made = SweepRun(servers, store, reporter or Reporter())
        outcome = made.resume(resume) if resume else made.run(wanted, ABOUT)
        return Swept(store, Results(tmp_path / "out"), outcome)

    return make


def behave(checkout: Path, behaviour: str) -> None:
    """Has the checkout's miniatures behave so from their next start."""
    (checkout / BEHAVIOUR).write_text(behaviour)


Command = Callable[..., "subprocess.CompletedProcess[str]"]


def folder_of(checkout: Path) -> Path:
    """The folder of the only sweep."""
    (folder,) = (
        item for item in (checkout / "results").iterdir() if item.is_dir() and item.name[0] != "."
    )
    return folder


def runs_of(checkout: Path, series: str | None = None) -> list[Answer]:
    """The runs of the only sweep."""
    with open_store(str(checkout / "results" / "results.sqlite"), create=False) as store:
        return list(read.answers(store, read.find(store).id, series))


@pytest.fixture
def bench(checkout: Path) -> Command:
    """Runs the driver as a user does, in this process: it starts in no time.

    What is sent a signal runs in a process of its own (`running`); so does `servers up`, which
    leaves servers behind that are children of whoever started them.
    """

    def call(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
        if args[:2] == ("servers", "up"):
            command = [sys.executable, "-m", "bench_driver", *args]
            kept = {**os.environ, **env}
            return subprocess.run(
                command, capture_output=True, text=True, timeout=600, env=kept, cwd=checkout
            )
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            for name, value in env.items():
                patch.setenv(name, value)
            patch.chdir(checkout)
            patch.setattr(sys, "argv", ["bench-driver", *args])
            with redirect_stdout(out), redirect_stderr(err):
                code = main(args)
        return subprocess.CompletedProcess(args, code, out.getvalue(), err.getvalue())

    return call


@contextmanager
def running(*args: str, **env: str) -> Iterator[subprocess.Popen[str]]:
    """The driver as a process; what a test leaves running, because it failed, is killed."""
    command = [sys.executable, "-m", "bench_driver", *args]
    with subprocess.Popen(
        command,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str], begins: str) -> str:
    """The first line that begins so, of what the process says while it works."""
    assert process.stderr is not None
    line = next((line for line in process.stderr if line.startswith(begins)), None)
    assert line is not None, f"it never said {begins}"
    return line
