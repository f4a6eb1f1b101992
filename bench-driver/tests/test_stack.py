"""The stack, with real processes: miniature servers as programs, on ports that the system picks."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.errors import Interrupted, SetupError, StackError, UsageError
from bench_driver.servers import addresses, state
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.system import processes
from bench_driver.system.signals import as_exceptions


def test_all_four_start_are_ready_and_stop(checkout: Path) -> None:
    with Stack.start(ports="free") as stack:
        assert [server.name for server in stack.servers] == [
            "rust-server",
            "java-server",
            "rust-provider",
            "java-provider",
        ]
        for server in stack.servers:
            with Client(server.url) as client:
                assert client.engines()[0].runtime == server.runtime
        running = [server.process for server in stack.servers]
        assert all(process.alive for process in running)
    assert not any(process.alive for process in running)
    assert not stack.logs.exists(), "logs that nobody asked to keep are gone"
    assert stack.killed == []


def environment(stack: Stack, name: str) -> dict[str, str]:
    raw = Path(f"/proc/{stack.server(name).process.pid}/environ").read_bytes()
    return dict(item.partition("=")[::2] for item in raw.decode().split("\0") if item)


def test_servers_are_allowed_those_of_the_stack_and_what_is_asked_for(checkout: Path) -> None:
    with Stack.start(
        ["rust-server", "rust-provider"],
        ports="free",
        allow=["http://127.0.0.1:9"],
        env={"MAX_AMOUNT": "5"},
    ) as stack:
        consumer, provider, other = (
            stack.url("rust-server"),
            stack.url("rust-provider"),
            "http://127.0.0.1:9",
        )
        for name in ("rust-server", "rust-provider"):
            said = environment(stack, name)
            assert said["PROVIDER_ALLOWLIST"].split(",") == [provider, consumer, other]
            assert said["RECEIVER_ALLOWLIST"].split(",") == [consumer, other], (
                "no other port of loopback"
            )
            assert (said["HOST"], f"http://127.0.0.1:{said['PORT']}", said["MAX_AMOUNT"]) == (
                "127.0.0.1",
                stack.url(name),
                "5",
            )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no port is kept")
def test_a_free_port_is_nobody_elses_until_a_server_has_it() -> None:
    with processes.free_ports("127.0.0.1", 3) as ports:
        assert len(set(ports)) == 3
        for port in ports:
            with socket.socket() as other, pytest.raises(OSError):
                other.bind(("127.0.0.1", port))
            with socket.create_server(("127.0.0.1", port)) as server:
                assert server.getsockname()[1] == port


def test_a_server_has_the_variables_that_are_named_and_no_others(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [
        "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS",
        "LD_BIND_NOW",
        "MALLOC_ARENA_MAX",
        "SERVER_PORT",
        "LANG",
    ]
    for name in others:
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("MAX_AMOUNT", "7")
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setenv("LC_ALL", "POSIX")
    with Stack.start(["java-server"], ports="free") as stack:
        variables = environment(stack, "java-server")
    assert sorted(variables.keys() & set(others)) == []
    assert (variables["MAX_AMOUNT"], variables["HOST"], variables["LC_ALL"]) == (
        "7",
        "127.0.0.1",
        "C.UTF-8",
    )
    assert variables["PATH"] == os.environ["PATH"]


def test_the_java_flags_are_the_ones_that_were_asked_for(checkout: Path) -> None:
    with Stack.start(["java-provider"], ports="free") as stack:
        command = (
            Path(f"/proc/{stack.server('java-provider').process.pid}/cmdline")
            .read_text()
            .split("\0")
        )
    assert command[3:9] == [
        "-XX:+UseG1GC",
        "-Xms1024m",
        "-Xmx1024m",
        "-XX:+AlwaysPreTouch",
        "-jar",
        str(checkout / "java-server/target/java-server.jar"),
    ]


def test_one_that_listens_but_is_not_well_is_refused(checkout: Path) -> None:
    with pytest.raises(StackError, match="rust-server is not well"):
        Stack.start(["rust-server"], ports="free", env={"MINIATURE": "sick"})


def test_an_exception_in_the_block_stops_the_stack(checkout: Path) -> None:
    with pytest.raises(ZeroDivisionError), Stack.start(["rust-server"], ports="free") as stack:
        raise ZeroDivisionError
    assert not stack.server("rust-server").process.alive


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_the_block_stops_the_stack(checkout: Path, number: signal.Signals) -> None:
    with (
        pytest.raises(Interrupted) as interrupted,
        as_exceptions(),
        Stack.start(["rust-server"], ports="free") as stack,
    ):
        signal.raise_signal(number)
    assert interrupted.value.signal_number == number
    assert not stack.server("rust-server").process.alive


def test_the_servers_do_not_hear_the_terminals_ctrl_c(checkout: Path) -> None:
    with Stack.start(["rust-server"], ports="free") as stack:
        assert os.getpgid(stack.server("rust-server").process.pid) != os.getpgid(0)


def test_one_that_does_not_stop_is_killed_in_the_end(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench_driver.servers.launch.STOP_S", 0.2)
    with Stack.start(["rust-server"], ports="free", env={"MINIATURE": "stubborn"}) as stack:
        pass
    assert stack.killed == ["rust-server"]
    assert not stack.server("rust-server").process.alive


def test_a_start_that_fails_says_why_and_leaves_nothing_running(checkout: Path) -> None:
    file = state.path(checkout)
    with pytest.raises(StackError, match="ended with exit code 78") as failed:
        Stack.start(
            ["rust-server"],
            ports="free",
            env={"MINIATURE": "ends"},
            state_file=file,
            logs=checkout / "logs",
        )
    assert "PORT is no port" in failed.value.why
    assert str(checkout / "logs") in failed.value.why
    assert (checkout / "logs" / "rust-server.err.log").exists(), (
        "the log that the error names is still there"
    )
    assert state.load(file) == []


def test_a_server_that_says_nothing_is_given_up(checkout: Path) -> None:
    file = state.path(checkout)
    with pytest.raises(StackError, match="was not ready within") as failed:
        Stack.start(
            ["rust-server"], ports="free", env={"MINIATURE": "mute"}, state_file=file, start_s=0.3
        )
    assert state.load(file) == []
    assert failed.value.do


def test_a_build_that_is_none_is_refused(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCH_RUST_BUILD", "fast\x1b[2J")
    with pytest.raises(UsageError, match="release and quick") as refused:
        Stack.start(["rust-server"], ports="free")
    assert "\x1b" not in refused.value.what


def test_another_runtime_behind_the_build_is_refused(checkout: Path) -> None:
    program = checkout / "rust-server/target/release/rust-server"
    program.write_text(program.read_text().replace("py' rust", "py' java"))
    with pytest.raises(StackError, match="not what it should be"):
        Stack.start(["rust-server"], ports="free")


def test_a_port_in_use_says_which_and_by_whom(checkout: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            StackError, match=f"port {port} .* meant for rust-server, is in use"
        ) as refused:
            Stack.start(["rust-server"], ports={"rust-server": port})
    assert f"pid {os.getpid()}" in refused.value.why
    assert "--port rust-server=0" in refused.value.do


def test_a_port_in_use_by_an_earlier_stack_says_to_stop_that(checkout: Path) -> None:
    file = state.path(checkout)
    with Stack.start(["rust-server"], ports="free", state_file=file) as stack:
        port = int(stack.url("rust-server").rpartition(":")[2])
        with pytest.raises(StackError) as refused:
            Stack.start(["rust-server"], ports={"rust-server": port}, state_file=file)
        assert "bench-driver servers down" in refused.value.do
        assert len(state.load(file)) == 1, "the earlier one is still written down"


def test_a_missing_build_says_how_to_build(checkout: Path, tmp_path: Path) -> None:
    (checkout / "java-server/target/java-server.jar").unlink()
    with pytest.raises(SetupError, match=r"java-server\.jar is missing") as refused:
        Stack.start(ports="free")
    assert "make build" in refused.value.do
    assert list(tmp_path.iterdir()) == [checkout], "and leaves no folder behind"


def test_unknown_names_and_doubled_ports_are_refused(checkout: Path) -> None:
    with pytest.raises(UsageError, match="go-server is no server"):
        Stack.start(["go-server"])
    with pytest.raises(UsageError, match="both have port 5"):
        Stack.start(["rust-server", "java-server"], ports={"rust-server": 5, "java-server": 5})


def test_a_pid_that_belongs_to_another_process_is_left_alone() -> None:
    me = processes.identify(os.getpid())
    assert me is not None
    assert me.alive
    somebody = processes.Identity(me.pid, "another boot, another start")
    assert not somebody.alive
    assert processes.stop(somebody, wait_s=0), "and this test lives on"


def test_the_state_file_survives_what_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "stack.json"
    file.write_text("{")
    with pytest.raises(StackError, match="cannot be read"):
        state.load(file)
    assert state.load(tmp_path / "none.json") == []


def test_two_stacks_are_both_known_though_their_servers_have_the_same_names(checkout: Path) -> None:
    file, names = state.path(checkout), ["rust-server", "rust-provider"]
    with Stack.start(names, ports="free", state_file=file) as lasting:
        mine = {server.process for server in lasting.servers}
        with Stack.start(
            names, ports="free", state_file=file, owner=processes.identify(os.getpid())
        ) as brief:
            both = mine | {server.process for server in brief.servers}
            assert {entry.identity for entry in state.load(file)} == both and len(both) == 4
            assert addresses.known(checkout)["rust-server"] == lasting.url("rust-server"), (
                "the one that stays"
            )
        assert {entry.identity for entry in state.load(file)} == mine
    assert state.load(file) == []


def test_one_that_ended_is_forgotten_once_another_has_its_name(checkout: Path) -> None:
    file = state.path(checkout)
    gone = state.Entry(
        "rust-server", "rust", "consumer", "http://127.0.0.1:1", 1, "another boot", "log"
    )
    state.change(file, add=[gone, replace(gone, name="java-server", pid=2)])
    with Stack.start(["rust-server"], ports="free", state_file=file) as stack:
        assert [entry.pid for entry in state.load(file)] == [
            2,
            stack.server("rust-server").process.pid,
        ]


def test_drivers_that_change_the_state_at_once_lose_none_of_each_others_entries(
    tmp_path: Path,
) -> None:
    file = state.path(tmp_path)
    code = """
import sys
from pathlib import Path
from bench_driver.servers import state
for number in range(25):
    name = f"{sys.argv[1]} {number}"
    entry = state.Entry(name, "rust", "consumer", "http://127.0.0.1:1", number, sys.argv[1], "log")
    state.change(Path(sys.argv[2]), add=[entry])
"""
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(one), str(file)]) for one in range(4)
    ]
    assert [writer.wait(timeout=120) for writer in writers] == [0] * 4
    assert len(state.load(file)) == 4 * 25


def test_a_server_that_is_restarted_is_a_new_process_at_the_same_place(checkout: Path) -> None:
    file = state.path(checkout)
    with Stack.start(
        ["rust-server", "rust-provider"], ports="free", state_file=file, logs=checkout / "logs"
    ) as stack:
        before = stack.server("rust-server")
        after = stack.restart("rust-server")
        assert (after.url, after.process.alive, before.process.alive) == (before.url, True, False)
        assert stack.server("rust-server") == after
        assert {entry.pid for entry in state.load(file)} == {
            after.process.pid,
            stack.server("rust-provider").process.pid,
        }
        assert (before.log.exists(), after.log.exists(), before.log == after.log) == (
            True,
            True,
            False,
        )
    assert not after.process.alive
    assert state.load(file) == []


def test_a_server_has_another_process_beside_it_that_the_stack_stops_too(checkout: Path) -> None:
    file = state.path(checkout)
    with Stack.start(
        ["rust-server", "rust-provider"], ports="free", state_file=file, logs=checkout / "logs"
    ) as stack:
        first, second = stack.server("rust-server"), stack.another("rust-server", "rust-server#2")
        assert (second.name, second.role, second.runtime) == (
            "rust-server#2",
            "consumer",
            "rust",
        ) and second.url != first.url
        assert first.process.alive and second.process.alive and len(state.load(file)) == 3
        assert stack.restart("rust-server#2").url == second.url
    assert state.load(file) == []
